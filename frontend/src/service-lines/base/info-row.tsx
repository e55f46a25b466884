import type { InfoRowProps } from '../define';
import { Fact, Facts, PhoneFact } from './facts';

/** What every consult has: whom to call back and why. */
export function InfoRow({ consult, onEditPhone }: InfoRowProps) {
  return (
    <Facts>
      <PhoneFact label="Callback Phone" number={consult.callbackNumber} onEdit={onEditPhone} />
      <Fact label="Call Reason" wide>
        {consult.callReason}
      </Fact>
    </Facts>
  );
}
