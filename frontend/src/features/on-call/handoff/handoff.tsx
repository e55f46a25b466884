import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';

import { useNow } from '@/shared/hooks/use-now';
import { pluralize } from '@/shared/lib/pluralize';
import { Banner } from '@/shared/ui/banner';

import { HandoffChoice } from './choice';
import classes from './handoff.module.css';
import { OpenConsultRow } from './open-consult-row';
import { UnsignedNotes } from './unsigned-notes';
import { type Handoff, type HandoffRow, mayChoose } from './use-handoff';
import { aboutLastOnCall, whoIsTold } from './words';

/** What the application does about open work beyond this dialog. */
export interface WaysOut {
  /** Completes a consult in a dialog above, or none; `onEnd` says what was done, if anything. */
  readonly completion: (consultId: string | null, onEnd: (done?: string) => void) => ReactNode;
  /** Leaves the dialog for the note of a consult. */
  readonly openNote: (consultId: string) => void;
}

export interface OpenWorkProps {
  handoff: Handoff;
  waysOut: WaysOut;
}

/** What the user leaves behind, with what can be done about each; nothing if there is nothing. */
export function OpenWork({ handoff, waysOut }: OpenWorkProps) {
  const { state, rows, notes, lastOnCall, completing, complete } = handoff;
  if (state === 'loading') return <LoadingWork />;
  if (state === 'unknown') return <UnknownWork onRetry={handoff.retry} />;
  return (
    <>
      {lastOnCall.length > 0 && <LastOnCall lines={lastOnCall} />}
      {rows.length > 0 && (
        <>
          <WhatStays count={rows.filter(isOpen).length} />
          <ChoiceForAll handoff={handoff} />
          <ul className={classes.list} aria-label="Your open consults">
            {rows.map((row) => (
              <OpenConsultRow
                key={row.consult.id}
                row={row}
                onChoose={(choice) => handoff.choose([row.consult], choice)}
                completing={completing === row.consult.id}
                onComplete={() => complete(row.consult.id)}
              />
            ))}
          </ul>
        </>
      )}
      {notes.length > 0 && <UnsignedNotes notes={notes} onContinue={waysOut.openNote} />}
      {waysOut.completion(completing, (done) => {
        if (completing !== null && done !== undefined) handoff.settle(completing, done);
        complete(null);
      })}
    </>
  );
}

const isOpen = ({ outcome }: HandoffRow) => outcome === undefined;

/** How many consults are chosen for at once, rather than one by one. */
const MANY = 3;

/** Of many consults, one choice for all that somebody else can take over. */
function ChoiceForAll({ handoff: { rows, choose } }: { handoff: Handoff }) {
  const open = rows.filter((row) => isOpen(row) && mayChoose(row.consult));
  const [first, ...others] = open;
  if (first === undefined || open.length < MANY) return null;
  const successors = first.consult.successors.filter(({ id }) =>
    others.every(({ consult }) => consult.successors.some((each) => each.id === id)),
  );
  const same = others.every(({ choice }) => choice === first.choice) ? first.choice : undefined;
  if (successors.length === 0) return null;
  return (
    <div className={classes.all}>
      <HandoffChoice
        id="handoff-all"
        label="All of Them"
        successors={successors}
        choice={same}
        onChoose={(choice) =>
          choose(
            open.map(({ consult }) => consult),
            choice,
          )
        }
      />
    </div>
  );
}

function WhatStays({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p>
      <strong>{`${pluralize(count, 'consult')} that you are responsible for ${count === 1 ? 'is' : 'are'} still open.`}</strong>{' '}
      What you leave stays yours. Once you are off call, coordinators are reminded in your place if nothing happens.
    </p>
  );
}

function LastOnCall({ lines }: { lines: Handoff['lastOnCall'] }) {
  const now = useNow();
  return (
    <div className={classes.last}>
      <Banner tone="warning" announce="status">
        {lines.map((line) => (
          <p key={line.serviceLineId}>
            {aboutLastOnCall(line, now)} {whoIsTold(line.told)}
          </p>
        ))}
      </Banner>
    </div>
  );
}

function LoadingWork() {
  return (
    <div role="status" className={classes.loading}>
      <span className="wl-visually-hidden">Checking what is still open</span>
      <Skeleton height="1rem" width="70%" radius="sm" />
      <Skeleton height="4.5rem" radius="md" />
    </div>
  );
}

function UnknownWork({ onRetry }: { onRetry: () => void }) {
  return (
    <Banner
      tone="warning"
      announce="status"
      title="Your open work could not be read."
      actions={
        <Button variant="default" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      <p>You can leave all the same. What is open stays yours.</p>
    </Banner>
  );
}
