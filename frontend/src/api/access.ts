/** `refused`: the provider wants to see the user; `failed`: it could not be asked. */
export type Renewal = 'renewed' | 'refused' | 'failed';

/** What calls and the socket need of the session; the session registers itself, for it stands above this layer. */
export interface Access {
  /** The bearer token as it is now; null when nobody is signed in. */
  token: () => string | null;
  /** A token that lasts a while longer, renewed first when it is about to end. */
  freshToken: () => Promise<string | null>;
  /** One silent renewal for all who ask at the same time. */
  renew: () => Promise<Renewal>;
  /** The server takes no token of this session any more, and never will. */
  ended: () => void;
}

const nobody: Access = {
  token: () => null,
  freshToken: () => Promise.resolve(null),
  renew: () => Promise.resolve('refused'),
  ended: () => undefined,
};

/** What the server calls the end of a session before its tokens' time. */
export const SESSION_ENDED = 'session_ended';

let current: Access = nobody;

export function setAccess(access: Access | null) {
  current = access ?? nobody;
}

export function access(): Access {
  return current;
}
