import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import type { EventPayload, Topic } from '@/api/events';
import { refreshStale } from '@/api/live';
import { useSocketEvent } from '@/api/use-live';
import { useMe } from '@/session/me';
import { hasUnsavedInput } from '@/shared/lib/unsaved-input';
import { toastQuestion } from '@/shared/ui/toasts';

type Edit = EventPayload<'consult:updated'>;

/**
 * Says when another user edited the consult on the screen. What is shown has been fetched again by then; what is being typed stays
 * as it is, which is why a change of state says so too while something is being typed.
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
  const tell = (edit: Edit) => {
    if (edit.consultId !== consultId || edit.actorId === me.id) return;
    dismiss();
    hide.current = toastQuestion(<EditedMessage onRefresh={refresh} onDismiss={dismiss} />);
  };
  useSocketEvent('consult:updated', tell);
  useSocketEvent('consult:patient:updated', tell);
  useSocketEvent('consult:updated-state', (change) => {
    if (hasUnsavedInput()) tell(change);
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
