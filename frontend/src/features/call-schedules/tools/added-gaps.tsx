import type { HolidaysSaved } from '@/api/generated/types.gen';
import { useMe } from '@/session/me';
import { viewerZone } from '@/shared/lib/dates';
import { pluralize } from '@/shared/lib/pluralize';
import { Banner } from '@/shared/ui/banner';

import { spanInWords } from '../words';

import lists from '@/shared/ui/list.module.css';

/** As many as one can take in; the findings of the schedules name all. */
const SHOWN = 5;

/** What the last change left open. */
export function AddedGaps({ saved }: { saved: HolidaysSaved }) {
  const { serviceLines } = useMe();
  const { gaps, gapTotal, gapTotalElsewhere } = saved;
  if (gapTotal + gapTotalElsewhere === 0)
    return (
      <Banner tone="success" announce="status">
        Holidays saved. This leaves no new gap in a plan.
      </Banner>
    );
  const hidden = gapTotal - Math.min(gaps.length, SHOWN);
  return (
    <Banner
      tone="warning"
      announce="status"
      title={`Holidays saved. This leaves ${pluralize(gapTotal + gapTotalElsewhere, 'new gap')}.`}
    >
      <ul className={lists.bullets}>
        {gaps.slice(0, SHOWN).map((gap) => (
          <li key={`${gap.serviceLineId} ${gap.primary} ${gap.startsAt}`}>
            {serviceLines.find(({ id }) => id === gap.serviceLineId)?.name ?? 'A service line'}
            {gap.primary ? '' : ' (escalations)'}: {spanInWords(gap.startsAt, gap.endsAt, viewerZone())}
          </li>
        ))}
        {hidden > 0 && <li>{hidden} more</li>}
        {gapTotalElsewhere > 0 && <li>{gapTotalElsewhere} on service lines that others plan</li>}
      </ul>
    </Banner>
  );
}
