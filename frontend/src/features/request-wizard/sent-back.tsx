import type { LocationRead } from '@/api/generated/types.gen';
import { fullName } from '@/shared/lib/full-name';
import { Banner } from '@/shared/ui/banner';

import { BackupProcedure } from './backup-procedure';
import type { SentBack } from './wizard-data';

export interface SentBackBannerProps extends SentBack {
  units: readonly LocationRead[];
  /** Whether the census is shown, and not the form. */
  inCensus: boolean;
}

/** Says why the server sent the request back, and what to do now. */
export function SentBackBanner({ patient, why, units, inCensus }: SentBackBannerProps) {
  const unit = units.find(({ id }) => id === patient.safarLocId);
  // The hospital may not know the first name.
  const name = fullName(patient).trim();
  const titles = {
    left: `${name} is no longer in ${unit?.unit ?? patient.unit}.`,
    differs: `The EHR now has different information about ${name}.`,
  };
  const advice = {
    left: 'Choose the patient again in their current unit, or enter the patient manually.',
    differs: "Verify the patient's identity, then choose the patient again or enter the patient manually.",
  };
  return (
    <Banner tone="danger" announce="alert" title={`Nothing was sent. ${titles[why]}`}>
      <p>
        {inCensus ? advice[why] : 'Check the unit and your other answers.'} Your answers are saved, except a callback
        number that you entered for another unit.
      </p>
      {unit !== undefined && <BackupProcedure location={unit} />}
    </Banner>
  );
}
