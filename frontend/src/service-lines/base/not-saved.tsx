import { ChangedSinceError, mayHaveBeenDone } from '@/api/errors';
import { Banner } from '@/shared/ui/banner';

import { whatNow } from './words';

const titles = {
  saved: {
    refused: 'Nothing was saved.',
    unknown: 'This may not have been saved.',
    changed: 'Your earlier version may have been saved.',
  },
  sent: {
    refused: 'Nothing was sent.',
    unknown: 'This may not have been sent.',
    changed: 'Your earlier fax may have been sent.',
  },
  confirmed: {
    refused: 'Nothing was confirmed.',
    unknown: 'The patient may not have been confirmed.',
    changed: 'The patient may have been confirmed before.',
  },
  signed: {
    refused: 'The note was not signed.',
    unknown: 'The note may not have been signed.',
    changed: 'Your earlier version may have been signed.',
  },
} as const;

interface NotSavedProps {
  failure: unknown;
  button: string;
  /** What the button should have done. */
  wanted?: keyof typeof titles;
}

/** What became of a press that failed, for as long as the dialog stands; the toast that says so at once goes by itself. */
export function NotSaved({ failure, button, wanted = 'saved' }: NotSavedProps) {
  const { refused, unknown, changed } = titles[wanted];
  if (failure instanceof ChangedSinceError) {
    return (
      <Banner tone="danger" announce="alert" title={changed}>
        <p>
          The server did not confirm it, and you have changed it since. Check the consult first, or press {button} again
          to send this one too.
        </p>
      </Banner>
    );
  }
  return (
    <Banner tone="danger" title={mayHaveBeenDone(failure) ? unknown : refused}>
      <p>{whatNow(failure, button)}</p>
    </Banner>
  );
}
