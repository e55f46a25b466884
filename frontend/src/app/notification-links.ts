import type { AppRouter } from './router';

/** Opens the links of notifications that the user clicked while the application was open; returns a function that stops it. */
export function openNotificationLinks({ history }: AppRouter): () => void {
  // Only secure pages have it.
  if (!('serviceWorker' in navigator)) return () => undefined;
  const { serviceWorker } = navigator;
  const open = ({ data, ports }: MessageEvent<unknown>) => {
    if (!isLink(data)) return;
    // Otherwise the service worker would open the link in a new window.
    ports[0]?.postMessage('opened');
    history.push(data.openLink);
  };
  serviceWorker.addEventListener('message', open);
  // Messages wait until the page is ready for them.
  serviceWorker.startMessages();
  return () => serviceWorker.removeEventListener('message', open);
}

function isLink(data: unknown): data is { openLink: string } {
  return typeof data === 'object' && data !== null && 'openLink' in data && typeof data.openLink === 'string';
}
