import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { PatientVerification } from '@/api/generated/types.gen';
import { PrintZone } from '@/shared/hooks/use-times';

import { Verification } from './verification';

const none = { confirmedBy: null, confirmedAt: null, reason: null };
const confirmed: PatientVerification = {
  state: 'confirmed',
  confirmedBy: { id: 9, username: 'admin', firstName: 'Ada', lastName: 'Minor' },
  confirmedAt: '2024-03-05T14:02:00Z',
  reason: 'Married last week',
};

const shown = (of: PatientVerification | null) => render(<Verification of={of} />).container.textContent;

describe('the verification of a patient from the record', () => {
  it('is shown if the patient is not verified or was confirmed by a person', () => {
    expect(shown({ state: 'waiting', ...none })).toBe('Not yet verified against the record');
    expect(shown({ state: 'mismatch', ...none })).toBe('Does not match the record');
    expect(shown(confirmed)).toMatch(/^Identity confirmed by Ada Minor, [0-9:]+[ap]m Mar 5, 2024: Married last week$/);
  });

  it('[DET-48] names the time zone of the confirmation in print', () => {
    const { container } = render(
      <PrintZone value="America/New_York">
        <Verification of={confirmed} />
      </PrintZone>,
    );
    expect(container).toHaveTextContent('Identity confirmed by Ada Minor, 9:02am Mar 5, 2024 EST: Married last week');
  });

  it('is not shown for a verified patient, or for one entered manually', () => {
    expect(shown({ state: 'verified', ...none })).toBe('');
    expect(shown(null)).toBe('');
  });
});
