import { ApiError } from '@/api/errors';
import { Banner } from '@/shared/ui/banner';

import { noAnswer } from './words';

/** What became of a press that failed, for as long as the dialog stands; the toast that says so at once goes by itself. */
export function NotSaved({ failure, button }: { failure: unknown; button: string }) {
  return failure instanceof ApiError ? (
    <Banner tone="danger" title="Nothing was saved.">
      <p>{failure.message}</p>
    </Banner>
  ) : (
    <Banner tone="danger" title="As far as is known, nothing was saved.">
      <p>{noAnswer(button)}</p>
    </Banner>
  );
}
