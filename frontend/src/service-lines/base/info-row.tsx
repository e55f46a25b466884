import type { ReactNode } from 'react';

import type { InfoRowProps } from '../define';
import { Fact, Facts, PhoneFact } from './facts';
import classes from './facts.module.css';
import { VideoRoomFact } from './video-room-fact';

export interface LineFactsProps extends InfoRowProps {
  /** The line's label for the bedside phone number. */
  phoneLabel?: string;
  /** The few facts that matter most for the clinical decision, shown first and large, before the call reason. */
  keyFacts?: ReactNode;
  /** Null for a line that asks a different question instead. */
  callReason?: string | null;
  /** The line's other facts. */
  children?: ReactNode;
}

/** The line's facts: the key facts first, then the details, then the callback number and the video rooms. */
export function LineFacts({
  consult,
  onEditPhone,
  phoneLabel = 'Callback Phone',
  keyFacts,
  callReason = consult.callReason,
  children,
}: LineFactsProps) {
  const reason = (
    <Fact label="Call Reason" wide>
      {callReason}
    </Fact>
  );
  return (
    <div className={classes.groups}>
      <Facts large>
        {keyFacts}
        {reason}
      </Facts>
      <Facts>{children}</Facts>
      <Facts>
        <PhoneFact label={phoneLabel} number={consult.callbackNumber} onEdit={onEditPhone} />
        <VideoRoomFact location={consult.Encounter.location} />
      </Facts>
    </div>
  );
}

/** The info row of a line without facts of its own. */
export function InfoRow(props: InfoRowProps) {
  return <LineFacts {...props} />;
}
