import type { ReactNode } from 'react';

import type { InfoRowProps } from '../define';
import { Fact, Facts, PhoneFact } from './facts';
import classes from './facts.module.css';
import { VideoRoomFact } from './video-room-fact';

export interface LineFactsProps extends InfoRowProps {
  /** The line's label for the bedside phone number. */
  phoneLabel?: string;
  /** The few facts that matter most for the decision, shown first and large; the call reason by default. */
  decisive?: ReactNode;
  /** Null for a line that asks a different question instead. */
  callReason?: string | null;
  /** The line's other facts. */
  children?: ReactNode;
}

/** The line's facts: the decisive ones first, then the details, and the callback number and video rooms last. */
export function LineFacts(props: LineFactsProps) {
  const { consult, onEditPhone, phoneLabel = 'Callback Phone', decisive, children } = props;
  const { callReason = consult.callReason } = props;
  const reason = (
    <Fact label="Call Reason" wide>
      {callReason}
    </Fact>
  );
  return (
    <div className={classes.groups}>
      <Facts large>{decisive ?? reason}</Facts>
      <Facts>
        {children}
        {decisive !== undefined && reason}
      </Facts>
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
