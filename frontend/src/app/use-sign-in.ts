import { useCallback, useState } from 'react';

import { signIn, type SignInOptions } from '@/session/sign-in';

export interface SignIn {
  readonly state: 'idle' | 'leaving' | 'failed';
  /** Redirects to the provider; the state reports an unreachable provider. */
  readonly leave: (options: SignInOptions) => void;
}

export function useSignIn(): SignIn {
  const [state, setState] = useState<SignIn['state']>('idle');
  const leave = useCallback((options: SignInOptions) => {
    setState('leaving');
    signIn(options).catch(() => setState('failed'));
  }, []);
  return { state, leave };
}
