import type { LocationRead } from '@/api/generated/types.gen';
import { Banner } from '@/shared/ui/banner';

import { BackupProcedure } from './backup-procedure';
import type { SentBack } from './wizard-data';

export interface SentBackBannerProps extends SentBack {
  units: readonly LocationRead[];
  /** The census is in sight, and not the form. */
  inCensus: boolean;
}

/** Says why the server sent the request back, and what to do now. */
export function SentBackBanner({ patient, why, units, inCensus }: SentBackBannerProps) {
  const unit = units.find(({ id }) => id === patient.safarLocId);
  const titles = {
    left: `${patient.displayName} is no longer in ${unit?.unit ?? patient.unit}.`,
    differs: `The EHR now has different information about ${patient.displayName}.`,
  };
  const ways = {
    left: 'Choose the patient again in their current unit, or enter them by hand.',
    differs: 'Verify who the patient is, then choose them again or enter them by hand.',
  };
  return (
    <Banner tone="danger" announce="alert" title={`Nothing was sent. ${titles[why]}`}>
      <p>
        {inCensus ? ways[why] : 'Check the unit and your other answers.'} Your answers are kept, except a callback
        number for another unit.
      </p>
      {unit !== undefined && <BackupProcedure location={unit} />}
    </Banner>
  );
}
