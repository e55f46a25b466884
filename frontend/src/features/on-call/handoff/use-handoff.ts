import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';

import type { Topic } from '@/api/events';
import type { LineLeft, OpenConsult, UnsignedNote } from '@/api/generated/types.gen';
import { onStale } from '@/api/live';
import { useMe } from '@/session/me';

import { openWorkQuery } from '../queries';
import { useHandOver } from './queries';
import { handedOverTo, GONE, OFF_CALL, UNDECIDED, whyNotHandedOver, whyNotTheirs } from './words';

/** What happens to an open consult: the user who takes it over, or it stays with whoever leaves. */
export type Choice = 'leave' | number;

export interface HandoffRow {
  readonly consult: OpenConsult;
  /** Undefined while there is somebody to hand it to and the user has not decided. */
  readonly choice: Choice | undefined;
  /** What has become of it since the dialog was opened, if there is nothing left to choose. */
  readonly outcome: string | undefined;
  readonly problem: string | undefined;
}

export interface Handoff {
  readonly state: 'loading' | 'unknown' | 'known';
  readonly retry: () => void;
  readonly rows: readonly HandoffRow[];
  readonly notes: readonly UnsignedNote[];
  readonly lastOnCall: readonly LineLeft[];
  readonly choose: (consults: readonly OpenConsult[], choice: Choice) => void;
  /** Says what has become of a consult by the user's own action. */
  readonly settle: (consultId: string, outcome: string) => void;
  /** The consult that is being completed above the dialog. */
  readonly completing: string | null;
  readonly complete: (consultId: string | null) => void;
  readonly busy: boolean;
  /** Hands over what was chosen; false if something is left to decide, which the rows then say. */
  readonly handOver: () => Promise<boolean>;
}

interface HandoffOptions {
  /** What the user presses to leave. */
  button: string;
  /** Whether they leave anything at all. */
  enabled?: boolean;
}

type ByConsult<T> = Readonly<Record<string, T>>;

/** The open work of a user who is leaving, and what they decide about it. */
export function useHandoff({ button, enabled = true }: HandoffOptions): Handoff {
  const { data, isFetching, refetch } = useQuery({ ...openWorkQuery, enabled });
  const seen = useSeen(data?.consults);
  useFollowed(seen, () => void refetch());
  const send = useHandOver(useMe().id);
  const [choices, setChoices] = useState<ByConsult<Choice>>({});
  const [outcomes, setOutcomes] = useState<ByConsult<string>>({});
  const [failures, setFailures] = useState<ByConsult<string>>({});
  const [asked, setAsked] = useState(false);
  const [completing, complete] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const settle = (consultId: string, outcome: string) => setOutcomes((all) => ({ ...all, [consultId]: outcome }));

  const rows = seen.map((consult): HandoffRow => {
    const { id } = consult;
    const isListed = data?.consults.some((listed) => listed.id === id) === true;
    const choice = choiceOf(consult, choices[id]);
    const undecided = choices[id] === undefined ? asked && UNDECIDED : OFF_CALL;
    return {
      consult,
      choice,
      outcome: outcomes[id] ?? (isListed ? undefined : GONE),
      problem: failures[id] ?? ((choice === undefined && undecided) || undefined),
    };
  });

  const handOverOne = async ({ consult, choice }: HandoffRow) => {
    const receiver = consult.successors.find(({ id }) => id === choice);
    if (receiver === undefined) return true;
    try {
      await send(consult, receiver.id);
      settle(consult.id, handedOverTo(receiver));
      return true;
    } catch (failure) {
      const outcome = whyNotTheirs(failure);
      if (outcome !== undefined) settle(consult.id, outcome);
      else setFailures((all) => ({ ...all, [consult.id]: whyNotHandedOver(failure, button) }));
      return false;
    }
  };

  const handOver = async () => {
    const open = rows.filter(({ outcome }) => outcome === undefined);
    const undecided = open.find(({ choice }) => choice === undefined);
    setAsked(true);
    setFailures({});
    if (undecided !== undefined) {
      document.getElementById(choiceId(undecided.consult))?.focus();
      return false;
    }
    setBusy(true);
    const done = await Promise.all(open.map(handOverOne));
    setBusy(false);
    return done.every(Boolean);
  };

  return {
    state: data !== undefined || !enabled ? 'known' : isFetching ? 'loading' : 'unknown',
    retry: () => void refetch(),
    rows,
    notes: data?.unsignedNotes ?? [],
    lastOnCall: data?.lastOnCall ?? [],
    choose: (consults, choice) => {
      setChoices((all) => ({ ...all, ...Object.fromEntries(consults.map(({ id }) => [id, choice])) }));
      setFailures((all) =>
        Object.fromEntries(Object.entries(all).filter(([id]) => !consults.some((each) => each.id === id))),
      );
    },
    settle,
    completing,
    complete,
    busy,
    handOver,
  };
}

/** Wider for a dialog with things beside each other. */
export function sizeFor({ rows, notes }: Handoff): 'lg' | undefined {
  return rows.length + notes.length > 0 ? 'lg' : undefined;
}

/** The id of the first choice of a consult's row. */
export function choiceId({ id }: Pick<OpenConsult, 'id'>): string {
  return `handoff-${id}`;
}

/** Whether there is anything to choose: somebody else has to be on call. */
export function mayChoose({ mayHandOver, successors }: OpenConsult): boolean {
  return mayHandOver && successors.length > 0;
}

/** What is chosen, as long as it is possible. */
function choiceOf(consult: OpenConsult, chosen: Choice | undefined): Choice | undefined {
  if (!mayChoose(consult)) return 'leave';
  return chosen === 'leave' || consult.successors.some(({ id }) => id === chosen) ? chosen : undefined;
}

/** Every consult that has been listed since the dialog was opened, as it was last. */
function useSeen(listed: readonly OpenConsult[] = []): readonly OpenConsult[] {
  const [seen, setSeen] = useState(listed);
  const unseen = listed.filter(({ id }) => !seen.some((consult) => consult.id === id));
  if (unseen.length > 0) setSeen([...seen, ...unseen]);
  return seen.map((consult) => listed.find(({ id }) => id === consult.id) ?? consult);
}

/** Asks again when one of these consults changes. */
function useFollowed(consults: readonly OpenConsult[], refetch: () => void) {
  const follow = useEffectEvent((topics: ReadonlySet<Topic>) => {
    if (consults.some(({ id }) => topics.has(`consult/${id}`))) refetch();
  });
  useEffect(() => onStale((topics) => follow(topics)), []);
}
