import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { PatientVerification } from '@/api/generated/types.gen';
import { PaperZone } from '@/shared/hooks/use-times';

import { Verification } from './verification';

const none = { confirmedBy: null, confirmedAt: null, reason: null };
const confirmed: PatientVerification = {
  state: 'confirmed',
  confirmedBy: { id: 9, username: 'admin', firstName: 'Ada', lastName: 'Minor' },
  confirmedAt: '2024-03-05T14:02:00Z',
  reason: 'Married last week',
};

const shown = (of: PatientVerification | null) => render(<Verification of={of} />).container.textContent;

describe('whether a patient of the record is verified', () => {
  it('is said where they are not, and where a person decided', () => {
    expect(shown({ state: 'waiting', ...none })).toBe('Not verified with the record yet');
    expect(shown({ state: 'mismatch', ...none })).toBe('Does not match the record');
    expect(shown(confirmed)).toMatch(/^Identity confirmed by Ada Minor, [0-9:]+[ap]m Mar 5, 2024: Married last week$/);
  });

  it('[DET-48] names on paper the zone in which a person decided', () => {
    const { container } = render(
      <PaperZone value="America/New_York">
        <Verification of={confirmed} />
      </PaperZone>,
    );
    expect(container).toHaveTextContent('Identity confirmed by Ada Minor, 9:02am Mar 5, 2024 EST: Married last week');
  });

  it('is not said of who is verified, or was described by hand', () => {
    expect(shown({ state: 'verified', ...none })).toBe('');
    expect(shown(null)).toBe('');
  });
});
