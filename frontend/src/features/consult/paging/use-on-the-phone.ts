import { useConfirmOnThePhone } from './queries';

export interface OnThePhone {
  run: () => void;
  busy: boolean;
}

/** Confirms that the user is at work on the consult by phone; `onDone` is called with a sentence about it. */
export function useOnThePhone(consultId: string, onDone: (sentence: string) => void): OnThePhone {
  const { mutate, isPending } = useConfirmOnThePhone(consultId);
  return {
    run: () => {
      if (!isPending) mutate(undefined, { onSuccess: () => onDone('Noted.') });
    },
    busy: isPending,
  };
}
