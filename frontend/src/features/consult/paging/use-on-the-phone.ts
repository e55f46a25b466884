import { useSinglePress } from '@/shared/hooks/use-single-press';
import { toastSuccess } from '@/shared/ui/toasts';

import { useConfirmOnThePhone } from './queries';

const NOTED = 'Noted: you are on the phone with them.';

export interface OnThePhone {
  run: () => void;
  busy: boolean;
}

/** Confirms that the user is at work on the consult by phone; `onDone` is called with a sentence about it. */
export function useOnThePhone(consultId: string, onDone: (sentence: string) => void): OnThePhone {
  const { mutate, isPending } = useConfirmOnThePhone(consultId);
  // The first press of two may have been answered before the second, and once noted there is nothing more to confirm.
  const confirm = useSinglePress(() =>
    mutate(undefined, {
      onSuccess: () => {
        toastSuccess(NOTED);
        onDone(NOTED);
      },
    }),
  );
  return {
    run: () => {
      if (!isPending) confirm();
    },
    busy: isPending,
  };
}
