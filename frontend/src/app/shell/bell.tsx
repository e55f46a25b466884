import { NotificationBell } from '@/features/notifications/notification-bell';
import { Lazy, lazyComponent } from '@/shared/ui/lazy';

const bellPanel = lazyComponent(async () => (await import('./bell-panel')).BellPanel);

/** The bell; its panel is loaded on hover or focus. */
export function Bell() {
  return <NotificationBell panel={LoadedPanel} onNear={bellPanel.preload} />;
}

function LoadedPanel({ onClose }: { onClose: () => void }) {
  return (
    <Lazy component={bellPanel} onFailure={onClose}>
      {(BellPanel) => <BellPanel onClose={onClose} />}
    </Lazy>
  );
}
