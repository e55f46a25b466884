import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

import type { NotificationRead } from '@/api/generated/types.gen';
import { NotificationPanel } from '@/features/notifications/notification-panel';
import { openDocument } from '@/features/sign-off/open-document';
import { useExportNote } from '@/features/sign-off/queries';

import { notifiedComment, useOpenComment } from './use-open-comment';

/** The notification panel, with links into consults and their notes. */
export function BellPanel({ onClose }: { onClose: () => void }) {
  return (
    <NotificationPanel
      onClose={onClose}
      action={(notification) => <Action notification={notification} onLeave={onClose} />}
    />
  );
}

interface ActionProps {
  notification: NotificationRead;
  /** Called before navigating away. */
  onLeave: () => void;
}

/** Opens the note, its PDF, the comment or the consult. */
function Action({ notification, onLeave }: ActionProps) {
  const { kind, details } = notification;
  const { consultId, actionName } = details;
  const navigate = useNavigate();
  const openComment = useOpenComment();
  const { mutateAsync: exportNote, isPending } = useExportNote(consultId);
  const press = () => {
    if (kind === 'SignoffNoteSigned') {
      void openDocument(() => exportNote());
      return;
    }
    onLeave();
    if (kind === 'UrgentComment') void openComment(notifiedComment(notification));
    else
      void navigate({
        to: '/consult/$id',
        params: { id: consultId },
        state: { opensNote: kind === 'SignoffNoteDraft' },
      });
  };
  return (
    <Button size="sm" variant="default" loading={isPending} onClick={press}>
      {actionName}
    </Button>
  );
}
