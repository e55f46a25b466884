import { useStore } from 'zustand';

import { choices } from '@/api/contract/choices/video.gen';
import type { MediaProblem } from '@/api/generated/types.gen';
import { Banner } from '@/shared/ui/banner';
import { PhoneLink } from '@/shared/ui/phone-link';

import { type Trouble, troubles } from './media-watch';

/** Says with whom sound and picture do not work, why, and where to call them. */
export function CallTroubles() {
  return useStore(troubles).map((trouble) => <TroubleBanner key={trouble.attendeeId} trouble={trouble} />);
}

function TroubleBanner({ trouble: { name, side, problem, phoneNumber } }: { trouble: Trouble }) {
  return (
    <Banner tone="danger" announce="alert">
      <p>
        {side === 'here' ? `No sound or picture from ${name}.` : `${name} gets no sound or picture from you.`}{' '}
        {phoneNumber === null ? (
          'Wardline keeps trying.'
        ) : (
          <>
            Call <PhoneLink number={phoneNumber} />.
          </>
        )}{' '}
        Reason: {reasonOf(problem)}.
      </p>
    </Banner>
  );
}

/** For the help desk, too. */
function reasonOf(problem: MediaProblem): string {
  return choices.MediaProblem.find(({ value }) => value === problem)?.label ?? problem;
}
