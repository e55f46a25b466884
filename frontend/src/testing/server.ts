import { setupServer } from 'msw/node';

/** The network's edge in tests: a request without a handler fails its test. */
export const server = setupServer();
