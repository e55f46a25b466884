import type { ReactNode } from 'react';

import type { InfoRowProps } from '../define';
import { Fact, Facts, PhoneFact } from './facts';
import { VideoRoomFact } from './video-room-fact';

export interface LineFactsProps extends InfoRowProps {
  /** What the line calls the number at the bedside. */
  phoneLabel?: string;
  /** The line's own facts, which stand between the number and the reason. */
  children?: ReactNode;
}

/** What every consult has, whom to call back and why, around what only the line knows. */
export function LineFacts({ consult, onEditPhone, phoneLabel = 'Callback Phone', children }: LineFactsProps) {
  return (
    <Facts>
      <PhoneFact label={phoneLabel} number={consult.callbackNumber} onEdit={onEditPhone} />
      {children}
      <Fact label="Call Reason" wide>
        {consult.callReason}
      </Fact>
      <VideoRoomFact location={consult.Encounter.location} />
    </Facts>
  );
}

/** Of a line that has nothing more to say. */
export function InfoRow(props: InfoRowProps) {
  return <LineFacts {...props} />;
}
