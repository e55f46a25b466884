import type { LocationRead } from '@/api/generated/types.gen';
import { Banner } from '@/shared/ui/banner';

import { BackupProcedure } from './backup-procedure';
import type { SentBack } from './wizard-data';

export interface SentBackBannerProps extends SentBack {
  units: readonly LocationRead[];
  /** The census is in sight, and not the form. */
  inCensus: boolean;
}

/** Says why a request came back from the last step, and how it goes on from here. */
export function SentBackBanner({ patient, why, units, inCensus }: SentBackBannerProps) {
  const unit = units.find(({ id }) => id === patient.safarLocId);
  const titles = {
    left: `${patient.displayName} is no longer in ${unit?.unit ?? patient.unit}.`,
    differs: `The EHR has changed what it says about ${patient.displayName}.`,
  };
  const ways = {
    left: 'Choose the patient again, where they are now, or enter them yourself.',
    differs: 'Make sure who it is, then choose the patient again, or enter them yourself.',
  };
  return (
    <Banner tone="danger" announce="alert" title={`Nothing was sent. ${titles[why]}`}>
      <p>
        {inCensus ? ways[why] : 'Check the unit and what else is filled in.'} Your answers are kept, but not the
        callback number of another unit.
      </p>
      {unit !== undefined && <BackupProcedure location={unit} />}
    </Banner>
  );
}
