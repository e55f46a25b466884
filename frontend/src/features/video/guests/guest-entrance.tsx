import { Button, Loader, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';

import type { GuestCall } from '@/api/generated/types.gen';
import { ErrorState } from '@/shared/ui/error-state';
import { Icon } from '@/shared/ui/icon';
import pages from '@/shared/ui/page.module.css';

import { guestLabel } from '../attendee-name';
import { CallScreen } from '../call-screen';
import { call } from '../call-view';
import { DISCONNECTED, ENDED, FULL, INVALID, LEFT, NOT_NOW, REFUSED, type Words, wordsOfRefusal } from './guest-words';
import classes from './guests.module.css';
import { guestQuery, useAsk } from './queries';
import { type Binding, storedBinding } from './stored';
import { type Outside, useGuestCall } from './use-guest-call';

/** What servers of an older build leave out while they are being replaced. */
const NOT_YET = { organizationName: 'The hospital' };

export interface GuestEntranceProps {
  /** The secret in the address; blank if there is none. */
  link: string;
  /** Shows whether the camera and the microphone work. */
  deviceCheck: ReactNode;
}

/** The way of a guest from a link to the call, and the call itself. */
export function GuestEntrance({ link, deviceCheck }: GuestEntranceProps) {
  const [binding, setBinding] = useState(() => storedBinding.read(link));
  if (binding !== null) return <Entrance binding={binding} deviceCheck={deviceCheck} />;
  if (link === '') return <Message words={INVALID} />;
  // Links are also opened by programs that check messages, so a person has to press a button first.
  return (
    <Card title="You are invited to a video call">
      <p>Wardline connects hospitals with specialists, interpreters and families by video.</p>
      <p>
        Continue on the device with which you want to take part: the link works only on the device that opens it first.
        You need a camera and a microphone.
      </p>
      <Button onClick={() => setBinding(storedBinding.create(link))}>Continue</Button>
    </Card>
  );
}

function Entrance({ binding, deviceCheck }: { binding: Binding; deviceCheck: ReactNode }) {
  const query = useQuery(guestQuery(binding));
  const guest = query.data && { ...NOT_YET, ...query.data };
  const { outside, join, end } = useGuestCall(binding, guest?.state, () => void query.refetch());
  const isInCall = useStore(call, (view) => view !== null);
  const refusal = guest === undefined ? wordsOfRefusal(query.error) : null;
  const isOver = refusal !== null || guest?.state === 'ended' || guest?.state === 'refused';
  useEffect(() => {
    if (isOver) storedBinding.clear();
  }, [isOver]);
  if (refusal !== null) return <Message words={refusal} />;
  if (isInCall) return <InCall onEnd={end} />;
  if (guest === undefined) return <Opening failed={query.isError} onRetry={() => void query.refetch()} />;
  return <Door guest={guest} binding={binding} outside={outside} deviceCheck={deviceCheck} onJoin={join} />;
}

interface DoorProps extends Pick<GuestEntranceProps, 'deviceCheck'> {
  guest: GuestCall;
  binding: Binding;
  outside: Outside | null;
  onJoin: () => void;
}

const outsideWords = { full: FULL, notNow: NOT_NOW, lost: DISCONNECTED, left: LEFT } as const;

/** What a guest sees who is not in the call. */
function Door({ guest, binding, outside, deviceCheck, onJoin }: DoorProps) {
  const { state } = guest;
  if (state === 'ended') return <Message words={ENDED} />;
  if (state === 'refused') return <Message words={REFUSED} />;
  if (state === 'waiting') return <Waiting guest={guest} />;
  if (state === 'invited') return <Check guest={guest} binding={binding} deviceCheck={deviceCheck} />;
  if (outside === null && state === 'admitted') return <Opening failed={false} onRetry={onJoin} />;
  const words = outsideWords[outside ?? 'left'];
  return (
    <Message words={words}>
      <Button onClick={onJoin}>{words === FULL || words === NOT_NOW ? 'Try Again' : 'Join Again'}</Button>
    </Message>
  );
}

function Check({ guest, binding, deviceCheck }: Pick<DoorProps, 'guest' | 'binding' | 'deviceCheck'>) {
  const ask = useAsk(binding);
  return (
    <Card title="Ready to join the video call?">
      <p>
        {guest.organizationName} invites you as <strong>{guestLabel(guest)}</strong>. When you ask to join, someone in
        the call lets you in.
      </p>
      {ask.isError && <p role="alert">The call cannot be reached. Please check your connection, and try again.</p>}
      <Button loading={ask.isPending} onClick={() => ask.mutate()}>
        Ask to Join
      </Button>
      <Title order={2} className={classes.heading}>
        Check your camera and microphone
      </Title>
      <div className={classes.check}>{deviceCheck}</div>
    </Card>
  );
}

function Waiting({ guest }: { guest: GuestCall }) {
  return (
    <Card title="Waiting to be let in">
      <div role="status">
        <p>
          You asked to join the call of {guest.organizationName} as <strong>{guestLabel(guest)}</strong>. Someone in the
          call will let you in.
        </p>
        <p className={pages.muted}>Please keep this page open.</p>
      </div>
    </Card>
  );
}

function InCall({ onEnd }: { onEnd: () => void }) {
  return (
    <CallScreen
      title="Video call"
      joining="Joining the call…"
      end={
        <Button className={classes.end} color="red" leftSection={<Icon name="hang-up" size="sm" />} onClick={onEnd}>
          End Call
        </Button>
      }
    />
  );
}

function Opening({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return (
    <div className={pages.centered}>
      {failed ? (
        <ErrorState title="The call cannot be reached" order={1} onRetry={onRetry}>
          Please check your connection. This page keeps trying.
        </ErrorState>
      ) : (
        <Loader aria-label="Opening the call" />
      )}
    </div>
  );
}

function Message({ words: { title, text }, children }: { words: Words; children?: ReactNode }) {
  return (
    <Card title={title} announce>
      <p>{text}</p>
      {children}
    </Card>
  );
}

function Card({ title, announce = false, children }: { title: string; announce?: boolean; children: ReactNode }) {
  return (
    <div className={pages.centered}>
      <div className={pages.card} role={announce ? 'alert' : undefined}>
        <Title order={1}>{title}</Title>
        {children}
      </div>
    </div>
  );
}
