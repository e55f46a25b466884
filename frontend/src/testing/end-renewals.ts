import { AccessTokenEvents } from 'oidc-client-ts';

// Loaded once for all files of a worker.

const watched = new Set<AccessTokenEvents>();
const load = Reflect.get(AccessTokenEvents.prototype, 'load');

AccessTokenEvents.prototype.load = function loadAndNote(this: AccessTokenEvents, user) {
  watched.add(this);
  return load.call(this, user);
};

/** The provider's client looks every five seconds whether a token ends; a later test that sets the clock would have it renewed. */
export async function endRenewals() {
  await Promise.all([...watched].map((events) => events.unload()));
  watched.clear();
}
