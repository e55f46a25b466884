import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import type { Topic } from '@/api/events';
import { refreshStale } from '@/api/live';
import { useSocketEvent } from '@/api/use-live';
import { useMe } from '@/session/me';
import { hasDirtyForms } from '@/drafts/dirty-forms';
import { toastQuestion } from '@/shared/ui/toasts';

interface ConsultChange {
  readonly consultId: string;
  readonly actorId: number;
}

/**
 * Shows a toast when another user edits the open consult. The consult is refetched anyway, but unsaved input is not overwritten,
 * so while there is any, a state change also shows the toast.
 */
export function useEditedToast(consultId: string) {
  const me = useMe();
  const queryClient = useQueryClient();
  const hide = useRef<(() => void) | null>(null);

  const dismiss = () => {
    hide.current?.();
    hide.current = null;
  };
  const refresh = () => {
    dismiss();
    void refreshStale(queryClient, new Set<Topic>([`consult/${consultId}`]));
  };
  const notify = (change: ConsultChange) => {
    if (change.consultId !== consultId || change.actorId === me.id) return;
    dismiss();
    hide.current = toastQuestion(<EditedMessage onRefresh={refresh} onDismiss={dismiss} />);
  };
  useSocketEvent('consult:updated', notify);
  useSocketEvent('consult:patient:updated', notify);
  useSocketEvent('consult:updated-state', (change) => {
    if (hasDirtyForms()) notify(change);
  });
  useEffect(() => () => hide.current?.(), []);
}

function EditedMessage({ onRefresh, onDismiss }: { onRefresh: () => void; onDismiss: () => void }) {
  return (
    <>
      This consult was edited by another user.
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={onRefresh}>
          Refresh
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDismiss}>
          Dismiss
        </Button>
      </Group>
    </>
  );
}
