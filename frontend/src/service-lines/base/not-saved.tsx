import { ApiError } from '@/api/errors';
import { Banner } from '@/shared/ui/banner';

import { noAnswer } from './words';

const titles = {
  saved: { refused: 'Nothing was saved.', unknown: 'As far as is known, nothing was saved.' },
  sent: { refused: 'Nothing was sent.', unknown: 'As far as is known, nothing was sent.' },
  signed: { refused: 'The note was not signed.', unknown: 'As far as is known, the note was not signed.' },
} as const;

interface NotSavedProps {
  failure: unknown;
  button: string;
  /** What the button should have done. */
  wanted?: keyof typeof titles;
}

/** What became of a press that failed, for as long as the dialog stands; the toast that says so at once goes by itself. */
export function NotSaved({ failure, button, wanted = 'saved' }: NotSavedProps) {
  const { refused, unknown } = titles[wanted];
  return failure instanceof ApiError ? (
    <Banner tone="danger" title={refused}>
      <p>{failure.message}</p>
    </Banner>
  ) : (
    <Banner tone="danger" title={unknown}>
      <p>{noAnswer(button)}</p>
    </Banner>
  );
}
