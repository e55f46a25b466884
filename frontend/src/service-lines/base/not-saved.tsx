import { ChangedSinceError, mayHaveBeenDone } from '@/api/errors';
import { Banner } from '@/shared/ui/banner';

import { whatNow } from './words';

const titles = {
  saved: {
    refused: 'Nothing was saved.',
    unknown: 'As far as is known, nothing was saved.',
    changed: 'What was sent before may have been saved.',
  },
  sent: {
    refused: 'Nothing was sent.',
    unknown: 'As far as is known, nothing was sent.',
    changed: 'What was sent before may have arrived.',
  },
  confirmed: {
    refused: 'Nothing was confirmed.',
    unknown: 'As far as is known, nothing was confirmed.',
    changed: 'What was sent before may have been confirmed.',
  },
  signed: {
    refused: 'The note was not signed.',
    unknown: 'As far as is known, the note was not signed.',
    changed: 'The note may have been signed as it was before.',
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
          The server did not confirm it, and it was changed since. Look at the consult first, or press {button} again to
          send this as well.
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
