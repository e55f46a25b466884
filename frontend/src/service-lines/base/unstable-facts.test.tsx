import { expect, it } from 'vitest';

import { factsIn } from '@/testing/facts';
import { renderFeature } from '@/testing/render-app';

import { UnstableFacts } from './unstable-facts';

const RESPIRATORY = 'Acute change in respiratory status';
const PRESSURE = 'Acute change in blood pressure';
const ANOTHER = 'Another acute unstable condition';
const unknown = [
  [null, true, false, { [PRESSURE]: 'Yes', [ANOTHER]: 'No' }],
  [true, null, false, { [RESPIRATORY]: 'Yes', [ANOTHER]: 'No' }],
  [true, false, null, { [RESPIRATORY]: 'Yes', [PRESSURE]: 'No' }],
] as const;
it.each(unknown)(
  '[INFO-16] [INFO-17] [INFO-23] hides each that is unknown on its own: %s, %s, %s',
  (breathing, pressure, another, shown) => {
    const conditions = {
      isChangeInRespiratoryStatus: breathing,
      isChangeInBloodPressure: pressure,
      isAnotherUnstableCondition: another,
    };
    renderFeature(<UnstableFacts conditions={conditions} />);
    expect(factsIn()).toEqual(Object.entries(shown));
  },
);
