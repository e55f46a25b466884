import { choices } from '@/api/contract/choices/patients.gen';
import type { PatientVerification } from '@/api/generated/types.gen';
import { useTimestamp } from '@/shared/hooks/use-times';
import { fullName } from '@/shared/lib/full-name';
import { Icon } from '@/shared/ui/icon';

import classes from './verification.module.css';

/** States that a patient from the record is unverified, or that a person confirmed the match; otherwise renders nothing. */
export function Verification({ of }: { of: PatientVerification | null }) {
  const timestamp = useTimestamp();
  if (of === null || of.state === 'verified') return null;
  const { state, confirmedBy, confirmedAt, reason } = of;
  if (confirmedBy !== null && confirmedAt !== null)
    return (
      <p className={classes.verification}>
        Identity confirmed by {fullName(confirmedBy)}, {timestamp(confirmedAt)}: {reason}
      </p>
    );
  return (
    <p className={classes.verification} data-open>
      <Icon name="alert" size="sm" />
      {choices.Verification.find(({ value }) => value === state)?.label}
    </p>
  );
}
