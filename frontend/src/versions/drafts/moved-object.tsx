import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';

import { ApiError } from '@/api/errors';
import type { DifferenceRead } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { Banner } from '@/shared/ui/banner';

import classes from '../versions.module.css';

const difference = z.object({ place: z.string(), before: z.unknown(), after: z.unknown() });
const both = z.object({ live: z.array(difference), draft: z.array(difference) });

const BUTTON = 'Apply the Draft to the Current Version';

interface MovedObjectProps {
  /** Why a draft was not published. */
  failure: unknown;
  noun: string;
  differenceInWords: (difference: DifferenceRead) => string;
  /** Null if it cannot be put on top of what has changed. */
  onRebase: (() => Promise<unknown>) | null;
  /** Any other failure. */
  children: ReactNode;
}

/** What has changed since a draft was started beside what the draft changes. */
export function MovedObject({ failure, noun, differenceInWords, onRebase, children }: MovedObjectProps) {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
  const isMoved = failure instanceof ApiError && failure.code === 'object_moved';
  const changes = both.safeParse(isMoved ? failure.details : null).data;
  if (changes === undefined) return children;
  const rebase = async (save: () => Promise<unknown>) => {
    setFailed(null);
    setBusy(true);
    await save()
      .catch((reason: unknown) => setFailed({ failure: reason }))
      .finally(() => setBusy(false));
  };
  return (
    <Banner tone="warning" announce="alert" title={`This ${noun} has changed since the draft was started.`}>
      <p>Nothing was published. Compare both changes.</p>
      <p>What has changed in the meantime:</p>
      <Differences differences={changes.live} differenceInWords={differenceInWords} />
      <p>What the draft changes:</p>
      <Differences differences={changes.draft} differenceInWords={differenceInWords} />
      {onRebase !== null && (
        <>
          <p>The draft replaces the whole {noun}. Change what no longer fits in the form below, then save it again.</p>
          <Button variant="default" loading={isBusy} onClick={() => void rebase(onRebase)}>
            {BUTTON}
          </Button>
        </>
      )}
      {failed !== null && <NotSaved failure={failed.failure} button={BUTTON} />}
    </Banner>
  );
}

interface DifferencesProps {
  differences: readonly DifferenceRead[];
  differenceInWords: (difference: DifferenceRead) => string;
}

function Differences({ differences, differenceInWords }: DifferencesProps) {
  return (
    <ul className={classes.differences}>
      {differences.map((each) => (
        <li key={each.place}>{differenceInWords(each)}</li>
      ))}
    </ul>
  );
}
