import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { dana, makeEncounter, makePatient, makePsychConsult, psych } from '@/testing/make-consult';
import { makeMe } from '@/testing/me';
import { showConsult } from '@/testing/show-consult';

const LOCKED = 'Consult is completed or cancelled. Start a new consult to continue patient care.';

const name = () => screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' });

/** The value of a label in the header. */
const fact = (label: string) => screen.getByText(label).nextElementSibling;

describe('the header', () => {
  it('[DET-01] [DET-02] [DET-10] [INFO-06] [DET-03] shows the patient, their age and location', async () => {
    vi.setSystemTime('2024-03-05T12:00:00Z');
    showConsult(
      makePsychConsult({
        Patient: makePatient({ additionalData: { enumber: 'E-77', patientNumber: '0042' } }),
      }),
    );
    await name();
    expect(fact('Sex')).toHaveTextContent('Female');
    expect(fact('Date of Birth')).toHaveTextContent('03/05/1950 (74 years)');
    expect(fact('ID Number')).toHaveTextContent('E-77');
    expect(fact('Patient Number')).toHaveTextContent('0042');
    expect(fact('Location')).toHaveTextContent('Harbor General 4 West');
    expect(screen.getByText('Tele-Psych')).toBeInTheDocument();
    vi.useRealTimers();
  });

  it("[DET-03] uses the user's custom label for the ID number", async () => {
    showConsult(
      makePsychConsult({ Patient: makePatient({ additionalData: { enumber: 'E-77', patientNumber: null } }) }),
      { me: makeMe({ stringDictionary: { ENUMBER_LABEL: 'MRN' } }) },
    );
    await name();
    expect(fact('MRN')).toHaveTextContent('E-77');
  });

  it.each([null, ''])('[DET-04] leaves out missing numbers: %j', async (nothing) => {
    const additionalData = { enumber: nothing, patientNumber: nothing };
    showConsult(makePsychConsult({ Patient: makePatient({ additionalData }) }));
    await name();
    expect(screen.queryByText('ID Number')).not.toBeInTheDocument();
    expect(screen.queryByText('Patient Number')).not.toBeInTheDocument();
  });

  it.each([
    [null, '40021'],
    ['E-77', 'E-77'],
  ])(
    "[DET-01] [DET-03] shows the number from the hospital's record unless the unit collected one: %s",
    async (enumber, shown) => {
      const additionalData = { enumber, patientNumber: null };
      showConsult(makePsychConsult({ Patient: makePatient({ identifierValue: '40021', additionalData }) }));
      await name();
      expect(fact('ID Number')).toHaveTextContent(shown);
    },
  );

  it.each([true, false])('[DET-01] [DET-09] says when the data comes from the EMR: %s', async (isEmr) => {
    showConsult(makePsychConsult({ Patient: makePatient({ isEmr }) }));
    await name();
    expect(screen.queryAllByText(/comes from the EMR and cannot be edited here\.$/)).toHaveLength(isEmr ? 1 : 0);
    expect(fact('Sex')).toHaveTextContent('Female');
    expect(fact('Location')).toHaveTextContent('Harbor General 4 West');
  });
});

describe('the state', () => {
  const acknowledged = {
    acknowledgedAt: '2024-03-05T14:02:00Z',
    acknowledgedBy: dana.id,
    acknowledgedByUser: dana,
  };
  const states = [
    [{ state: 'new' }, 'Pending', 'accent'],
    [{ state: 'pending' }, 'Pending', 'accent'],
    [{ state: 'completed', completeType: 'video' }, 'Completed', 'success'],
    [{ state: 'completed', completeType: 'cancelled' }, 'Cancelled', 'neutral'],
    [{ state: 'cancelled' }, 'Cancelled', 'neutral'],
    [{ state: 'discharged' }, 'Discharged', 'neutral'],
  ] as const;
  it.each(states)(
    '[DET-05] [DET-12] [DET-13] [DET-14] [DONE-37] shows %j as %s, and nothing else',
    async (about, words, tone) => {
      showConsult(makePsychConsult(about));
      await name();
      const said = ['Pending', 'Completed', 'Cancelled', 'Discharged', /^Acknowledged/];
      expect(said.flatMap((each) => screen.queryAllByText(each)).map(({ textContent }) => textContent)).toEqual([
        words,
      ]);
      expect(screen.getByText(words).closest('[data-tone]')).toHaveAttribute('data-tone', tone);
    },
  );

  it('[DET-05] [DET-14] [TIME-06] [INFO-49] [DONE-41] shows that it was acknowledged and that the patient was discharged', async () => {
    showConsult(
      makePsychConsult({
        Encounter: { ...makeEncounter(psych), status: 'finished' },
        ...acknowledged,
      }),
    );
    await name();
    expect(screen.getByText('Discharged')).toBeInTheDocument();
    const by = screen.getByText('by Dana Lee');
    expect(by).not.toHaveClass('wl-visually-hidden');
    expect(by.parentElement).toHaveTextContent('Acknowledged by Dana Lee, 2:02pm Mar 5, 2024');
  });

  it.each(['discharged', 'new'] as const)(
    '[DET-05] [DET-12] [ENT-49] shows the Discharged badge once for a %s consult of a discharged patient',
    async (state) => {
      const Encounter = { ...makeEncounter(psych), status: 'finished' as const };
      showConsult(makePsychConsult({ Encounter, state }));
      await name();
      expect(screen.getAllByText('Discharged')).toHaveLength(1);
    },
  );

  it('[DET-05] [DET-10] [DET-12] [DET-14] [INFO-49] also shows Acknowledged and Discharged for a completed consult', async () => {
    const Encounter = { ...makeEncounter(psych), status: 'finished' as const };
    showConsult(makePsychConsult({ Encounter, state: 'completed', completeType: 'video', ...acknowledged }));
    await name();
    for (const badge of ['Tele-Psych', 'Completed', 'Acknowledged', 'Discharged'])
      expect(screen.getByText(badge)).toBeInTheDocument();
  });

  it('[ENT-49] [DET-22] offers every action that the server allows on a discharged consult, and does not call it closed', async () => {
    const Encounter = { ...makeEncounter(psych), status: 'finished' as const };
    showConsult(makePsychConsult({ Encounter, state: 'discharged', allowedActions: ['acknowledge', 'complete'] }));
    const actions = within(await screen.findByRole('group', { name: 'Actions' }));
    expect(actions.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Acknowledge', 'Complete']);
    expect(screen.queryByText(LOCKED)).not.toBeInTheDocument();
  });

  it.each([true, false])(
    '[DET-10] [DET-14] shows that it is an emergency and why answers may be missing: %s',
    async (isEmergency) => {
      showConsult(makePsychConsult({ isEmergency, ...acknowledged }));
      await name();
      for (const badge of ['Tele-Psych', 'Acknowledged']) expect(screen.getByText(badge)).toBeInTheDocument();
      const times = isEmergency ? 1 : 0;
      expect(screen.queryAllByText('Emergency')).toHaveLength(times);
      expect(screen.queryAllByText(/^Emergency request: clinical questions may have been skipped/)).toHaveLength(times);
    },
  );

  it.each([
    ['completed', 1],
    ['cancelled', 1],
    ['pending', 0],
  ] as const)('[DET-22] says that a %s consult is closed and a new one is needed: %i', async (state, times) => {
    showConsult(makePsychConsult({ state }));
    await name();
    expect(screen.queryAllByText(LOCKED)).toHaveLength(times);
  });
});
