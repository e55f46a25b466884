/** Ignores that a call to leave has failed: the server will time out the attendee. */
export function ignoreFailure(call: Promise<unknown>) {
  call.catch(() => undefined);
}
