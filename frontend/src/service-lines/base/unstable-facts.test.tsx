import { expect, it } from 'vitest';

import { factsIn } from '@/testing/facts';
import { renderFeature } from '@/testing/render-app';

import { UnstableFacts } from './unstable-facts';

const unknown = [
  [null, true, false, 'Acute change in respiratory status'],
  [true, null, false, 'Acute change in blood pressure'],
  [true, false, null, 'Another acute unstable condition'],
] as const;
it.each(unknown)(
  '[INFO-17] [INFO-23] hides each that is unknown on its own: %s, %s, %s',
  (breathing, pressure, another, hidden) => {
    const conditions = {
      isChangeInRespiratoryStatus: breathing,
      isChangeInBloodPressure: pressure,
      isAnotherUnstableCondition: another,
    };
    renderFeature(<UnstableFacts conditions={conditions} />);
    const labels = factsIn().map(([label]) => label);
    expect(labels).toHaveLength(2);
    expect(labels).not.toContain(hidden);
  },
);
