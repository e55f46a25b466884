import { ChangedSinceError, mayHaveSucceeded } from '@/api/errors';
import { Banner } from '@/shared/ui/banner';

import { retryAdvice } from './retry-advice';

const titles = {
  saved: {
    refused: 'Nothing was saved.',
    unknown: 'This may not have been saved.',
    changed: 'Your earlier version may have been saved.',
  },
  previewed: {
    refused: 'There is no preview.',
    unknown: 'There is no preview.',
  },
  sent: {
    refused: 'Nothing was sent.',
    unknown: 'This may not have been sent.',
    changed: 'Your earlier fax may have been sent.',
  },
  confirmed: {
    refused: 'Nothing was confirmed.',
    unknown: 'The patient may not have been confirmed.',
  },
  handedOver: {
    refused: 'The consult was not handed over.',
    unknown: 'The consult may not have been handed over.',
    changed: 'It may have been handed over to your earlier choice.',
  },
  acknowledged: {
    refused: 'The consult was not acknowledged.',
    unknown: 'The consult may not have been acknowledged.',
  },
  transferAcknowledged: {
    refused: 'The transfer was not acknowledged.',
    unknown: 'The transfer may not have been acknowledged.',
  },
  transferCompleted: {
    refused: 'The transfer was not completed.',
    unknown: 'The transfer may not have been completed.',
  },
  requested: {
    refused: 'The transfer was not requested.',
    unknown: 'The transfer may not have been requested.',
    changed: 'Your earlier version may have been requested.',
  },
  asked: {
    refused: 'Nobody was asked.',
    unknown: 'Your colleagues may not have been asked.',
  },
  taken: {
    refused: 'The shift was not taken.',
    unknown: 'The shift may not have been taken.',
  },
  takenBack: {
    refused: 'Nothing was taken back.',
    unknown: 'This may not have been taken back.',
  },
  opened: {
    refused: 'Nothing was opened.',
    unknown: 'Consults may have been opened.',
    changed: 'Consults may have been opened for what you entered before.',
  },
  reviewed: {
    refused: 'The review was not saved.',
    unknown: 'The review may not have been saved.',
  },
  started: {
    refused: 'The view was not started.',
    unknown: 'The view may not have been started.',
  },
  signed: {
    refused: 'The note was not signed.',
    unknown: 'The note may not have been signed.',
    changed: 'Your earlier version may have been signed.',
  },
} as const satisfies Record<string, { refused: string; unknown: string; changed?: string }>;

export interface NotSavedProps {
  failure: unknown;
  button: string;
  /** What the request should have done. */
  expected?: keyof typeof titles;
}

/** Explains what a failed request means for the user until the next attempt; the toast about it disappears on its own. */
export function NotSaved({ failure, button, expected = 'saved' }: NotSavedProps) {
  const texts = titles[expected];
  if (failure instanceof ChangedSinceError && 'changed' in texts) {
    return (
      <Banner tone="danger" announce="alert" title={texts.changed}>
        <p>
          The server did not confirm it, and you have made changes since. Check the consult first, or press {button}{' '}
          again to send this one as well.
        </p>
      </Banner>
    );
  }
  return (
    <Banner tone="danger" title={mayHaveSucceeded(failure) ? texts.unknown : texts.refused}>
      <p>{retryAdvice(failure, button)}</p>
    </Banner>
  );
}
