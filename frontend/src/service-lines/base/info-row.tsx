import type { ReactNode } from 'react';

import type { InfoRowProps } from '../define';
import { Fact, Facts, PhoneFact } from './facts';
import classes from './facts.module.css';
import { VideoRoomFact } from './video-room-fact';

export interface LineFactsProps extends InfoRowProps {
  /** What the line calls the number at the bedside. */
  phoneLabel?: string;
  /** The few facts that decide, first and large; when left out, the call reason. */
  decisive?: ReactNode;
  /** Null for a line that asks something else instead. */
  callReason?: string | null;
  /** What else only the line knows. */
  children?: ReactNode;
}

/** What decides, then what explains it, and last whom to call and where. */
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

/** Of a line that has nothing more to say. */
export function InfoRow(props: InfoRowProps) {
  return <LineFacts {...props} />;
}
