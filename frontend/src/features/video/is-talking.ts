import { call } from './call-view';

/** Whether this window is connected to someone in a call. A call in which nobody else is does not count: it may have been forgotten. */
export function isTalking(): boolean {
  const view = call.getState();
  return view?.state === 'connected' && view.others.some(({ status }) => status === 'connected');
}
