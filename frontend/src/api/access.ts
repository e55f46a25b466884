/** `refused`: the provider requires an interactive sign-in; `failed`: it is unreachable. */
export type Renewal = 'renewed' | 'refused' | 'failed';

/** What requests and the socket need from the session, which registers itself because it is in a higher layer. */
export interface Access {
  /** The current bearer token; null if no user is signed in. */
  token: () => string | null;
  /** A token that stays valid for a while, renewed first if it is about to expire. */
  freshToken: () => Promise<string | null>;
  /** One silent renewal, shared by concurrent callers. */
  renew: () => Promise<Renewal>;
  /** Ends this session here, because the server permanently rejects its tokens. */
  acceptSessionEnd: () => void;
}

const signedOut: Access = {
  token: () => null,
  freshToken: () => Promise.resolve(null),
  renew: () => Promise.resolve('refused'),
  acceptSessionEnd: () => undefined,
};

/** The server's error code for a session that ended before its tokens expired. */
export const SESSION_ENDED = 'session_ended';

/** The code for an operation that asks for a fresh sign-in; the session goes on. */
export const STEP_UP = 'step_up_required';

let current: Access = signedOut;

export function setAccess(access: Access | null) {
  current = access ?? signedOut;
}

export function access(): Access {
  return current;
}
