import { AccessTokenEvents } from 'oidc-client-ts';

// Loaded once per worker.

const watched = new Set<AccessTokenEvents>();
const load = Reflect.get(AccessTokenEvents.prototype, 'load');

AccessTokenEvents.prototype.load = function loadAndRecord(this: AccessTokenEvents, user) {
  watched.add(this);
  return load.call(this, user);
};

/** The OIDC client checks every five seconds whether a token has expired; a later test that moves the clock would trigger a renewal. */
export async function endRenewals() {
  await Promise.all([...watched].map((events) => events.unload()));
  watched.clear();
}
