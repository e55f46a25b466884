import { Button } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { WaitingCall } from '@/api/generated/types.gen';
import { consultQuery } from '@/consults/queries';
import { patientName } from '@/patients/patient-name';
import { fullName } from '@/shared/lib/full-name';
import type { Silence } from '@/shared/media/silence';
import { SilenceRow } from '@/shared/media/silence-row';
import { SoundSwitch } from '@/shared/media/sound-switch';
import { Icon } from '@/shared/ui/icon';

import { useCallControls } from './call-controls';
import { useRingReports } from './waiting/use-ring-reports';
import classes from './waiting-calls-bar.module.css';

/** How long joining may wait for the patient's name, the title of the call. */
const TITLE_MS = 1_000;
const names = new Intl.ListFormat('en-US');

export interface WaitingCallsBarProps {
  /** The longest wait first. */
  calls: readonly WaitingCall[];
  /** The ids of the meetings that make no sound. */
  muted: ReadonlySet<string>;
  /** Why nothing sounds on this screen. */
  silence: Silence | null;
  onMute: (meetingId: string, muted: boolean) => void;
}

/** Says across the whole width that someone waits in a video call, and joins it, whatever page is open. */
export function WaitingCallsBar({ calls, muted, silence, onMute }: WaitingCallsBarProps) {
  const { join, question } = useCallControls();
  const queryClient = useQueryClient();
  useRingReports(calls, (meetingId) => silence !== null || muted.has(meetingId));
  const [joining, setJoining] = useState<string | null>(null);
  const begin = async (waiting: WaitingCall) => {
    setJoining(waiting.meetingId);
    const title = await titleOf(queryClient, waiting);
    setJoining(null);
    join({ consultId: waiting.consultId, title }, { isAwaited: true });
  };
  return (
    <>
      <section className={classes.bar} aria-label="Incoming call" data-full-width>
        <ul className={classes.list}>
          {calls.map((waiting, index) => (
            <li key={waiting.meetingId} className={classes.call}>
              <Icon name="video" />
              <div className={classes.text} role="alert">
                <p className={classes.who}>{sentenceOf(waiting)}</p>
                <p className={classes.where}>{placeOf(waiting)}</p>
              </div>
              <div className={classes.actions}>
                <SoundSwitch
                  label={`the video call, ${placeOf(waiting)}`}
                  muted={muted.has(waiting.meetingId)}
                  silence={silence}
                  onMute={(isMuted) => onMute(waiting.meetingId, isMuted)}
                />
                <Button
                  className={classes.join}
                  variant={index === 0 ? 'filled' : 'default'}
                  loading={joining === waiting.meetingId}
                  aria-label={`Join the video call, ${placeOf(waiting)}`}
                  onClick={() => void begin(waiting)}
                >
                  Join
                </Button>
              </div>
            </li>
          ))}
        </ul>
        {silence !== null && <SilenceRow silence={silence} />}
      </section>
      {question}
    </>
  );
}

function sentenceOf({ people }: WaitingCall): string {
  return `${names.format(people.map(fullName))} ${people.length > 1 ? 'are' : 'is'} waiting in the video call`;
}

function placeOf({ serviceLineName, locationName }: WaitingCall): string {
  return `${serviceLineName} · ${locationName}`;
}

/** The patient's name; a slow or failed answer does not hold up the call. */
async function titleOf(queryClient: QueryClient, waiting: WaitingCall): Promise<string> {
  const consult = queryClient.query({ ...consultQuery(waiting.consultId), staleTime: 'static' });
  const named = consult.then(({ Patient }) => patientName(Patient));
  const late = new Promise<string>((resolve) => {
    window.setTimeout(() => resolve(placeOf(waiting)), TITLE_MS);
  });
  return Promise.race([named, late]).catch(() => placeOf(waiting));
}
