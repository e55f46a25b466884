import { NotificationBell } from '@/features/notifications/notification-bell';
import { Lazy, lazyPart } from '@/shared/ui/lazy';

const bellPanel = lazyPart(async () => (await import('./bell-panel')).BellPanel);

/** The bell; what it opens is loaded when the pointer or the focus comes near. */
export function Bell() {
  return <NotificationBell panel={LoadedPanel} onNear={bellPanel.anticipate} />;
}

function LoadedPanel({ onClose }: { onClose: () => void }) {
  return (
    <Lazy part={bellPanel} onFailure={onClose}>
      {(BellPanel) => <BellPanel onClose={onClose} />}
    </Lazy>
  );
}
