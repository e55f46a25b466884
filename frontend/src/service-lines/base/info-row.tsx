import type { ReactNode } from 'react';

import type { InfoRowProps } from '../define';
import { Fact, Facts, PhoneFact } from './facts';
import classes from './facts.module.css';
import { VideoRoomFact } from './video-room-fact';

export interface LineFactsProps extends InfoRowProps {
  /** The line's label for the bedside phone number. */
  phoneLabel?: string;
  /** The few facts that decide, shown large; when left out, the call reason. */
  decisive?: ReactNode;
  /** Null for a line that asks something else instead. */
  callReason?: string | null;
  /** What else only the line knows. */
  children?: ReactNode;
}

/** The facts that every consult has (callback number, reason, video rooms), around the line's own facts. */
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
