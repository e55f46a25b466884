import { Button, Title } from '@mantine/core';
import { useState } from 'react';

import { type ApiError, isApiError } from '@/api/errors';
import type { StartedView } from '@/api/generated/types.gen';
import { NotSaved } from '@/drafts/not-saved';
import { Banner } from '@/shared/ui/banner';
import { Missing } from '@/versions/missing';

import { endView, useStartView } from './queries';
import type { PagesOf } from './pages-of';
import { Running } from './running';
import classes from './view-as.module.css';

export interface ViewAsProps {
  personId: number;
  /** The person's name, once it is known. */
  name: string | undefined;
  pagesOf: PagesOf;
}

/** Lets an administrator see what a person sees and may do, for a while. */
export function ViewAs({ personId, name, pagesOf }: ViewAsProps) {
  const { mutateAsync, isPending } = useStartView();
  const [view, setView] = useState<StartedView | null>(null);
  const [hasEnded, setEnded] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const start = async () => {
    setFailure(null);
    try {
      setView(await mutateAsync(personId));
    } catch (refused) {
      setFailure(refused);
    }
  };
  if (view !== null)
    return (
      <Running
        key={view.id}
        view={view}
        pagesOf={pagesOf}
        onEnd={() => {
          setView(null);
          setEnded(true);
        }}
      />
    );
  if (isApiError(failure, 404)) return <Missing noun="person" />;
  const open = isApiError(failure, 409, 'view_open') ? failure : null;
  return (
    <>
      <Title order={1}>See Wardline as {name ?? 'This Person'}</Title>
      {hasEnded && <Banner announce="status" title="The view has ended." />}
      <section className={classes.card}>
        <p>
          You see which pages, lists and service lines {name ?? 'the person'} has, and what they could do with consults.
          You see numbers, but no consult and no patient, and you cannot do anything in their name.
        </p>
        <p>
          It ends after 15 minutes, or when you end it or leave the page. The audit trail records it with both names.
        </p>
        {open !== null && <OpenView refusal={open} onEnded={() => void start()} />}
        {failure !== null && open === null && <NotSaved failure={failure} button="Start" expected="started" />}
        <Button className={classes.start} loading={isPending} onClick={() => void start()} disabled={open !== null}>
          Start
        </Button>
      </section>
    </>
  );
}

function OpenView({ refusal, onEnded }: { refusal: ApiError; onEnded: () => void }) {
  const { viewId } = refusal.details;
  const end = async () => {
    await endView(String(viewId));
    onEnded();
  };
  return (
    <Banner
      tone="warning"
      announce="alert"
      title={refusal.message}
      actions={
        <Button variant="default" onClick={() => void end()}>
          End That View and Start
        </Button>
      }
    />
  );
}
