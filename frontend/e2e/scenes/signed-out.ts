import type { Scene } from './scene';

export const signedOut: readonly Scene[] = [
  { name: 'login', path: '/login' },
  { name: 'help-signed-out', path: '/help' },
  { name: 'error', path: '/error' },
];
