import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { pasteInto } from '@/testing/paste-into';
import { makeUnit, serveFacility, servePlaces, serveUnit } from '@/testing/places';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { Facility } from './facility';
import { PlacesList } from './places-list';
import { Unit } from './unit';

const press = (name: string) => userEvent.click(screen.getByText(name));

async function show(unit = makeUnit()) {
  const served = serveUnit(unit);
  renderFeature(<Unit id={10} />, { isLinked: true });
  await screen.findByRole('heading', { name: unit.displayName });
  return served;
}

it('lists units below their facilities and organizations, and searches once typing pauses', async () => {
  const asked = servePlaces();
  const onText = vi.fn();
  renderFeature(<PlacesList text="" onText={onText} />, { isLinked: true });
  const lakeshore = within(await screen.findByRole('region', { name: 'Lakeshore Health' }));
  expect(lakeshore.getByText('Community Hospital, 28 of 30 units')).toBeInTheDocument();
  expect(lakeshore.getByRole('link', { name: /ICU/ })).toHaveTextContent('Switched off');
  expect(lakeshore.getByText(/26 more units/)).toBeInTheDocument();
  const cove = within(screen.getByRole('region', { name: 'Cove Health' }));
  expect(cove.getByText('This organization has no facilities yet.')).toBeInTheDocument();
  await pasteInto(screen.getByLabelText('Find a place'), ' icu ');
  await waitFor(() => expect(onText).toHaveBeenCalledWith('icu'));
  expect(asked).toEqual(['']);
});

it('lists all units of a facility, page by page', async () => {
  const served = serveFacility();
  served.isDown = true;
  renderFeature(<Facility id={3} />, { isLinked: true });
  expect(await screen.findByText('1 of 3 units are listed.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText(/More could not be loaded/)).toBeInTheDocument();
  served.isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('link', { name: /Ward 3/ })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /Ward 1/ })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  expect(served.asked.at(-1)).toBe('?after=1');
});

it('asks before a change with consequences, and confirms the number that was shown', async () => {
  const served = await show();
  await userEvent.click(screen.getByLabelText('Tele-Neuro'));
  const effects = ['2 Tele-Neuro consults of this unit are open.'];
  const asking = () =>
    HttpResponse.json(
      { code: 'unconfirmed', message: '', errors: [], effects, codes: ['lineRemoved:tele-psych'] },
      { status: 409 },
    );
  served.respond = asking;
  await press('Save');
  await userEvent.click(await screen.findByText('Go Back'));
  expect(screen.getByText('1 change')).toBeInTheDocument();
  served.respond = asking;
  await press('Save');
  expect(await screen.findByText(effects[0] ?? '')).toBeInTheDocument();
  await press('Save Anyway');
  expect(await screen.findByText('No changes')).toBeInTheDocument();
  expect(served.sent.map(({ body }) => body)).toEqual([
    expect.objectContaining({ confirmed: [] }),
    expect.objectContaining({ confirmed: [] }),
    expect.objectContaining({
      confirmed: ['lineRemoved:tele-psych'],
      serviceLineIds: [6],
      active: true,
      emrCode: 'ED',
    }),
  ]);
});

it('tries a patient number as a request checks it, and says what is wrong with the settings', async () => {
  const served = await show();
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/places/patient-number', async ({ request }) => {
      const number = await request.json();
      asked.push(number);
      if (JSON.stringify(number).includes(')+')) {
        const errors = [{ field: 'regexString', message: 'the expression can be very slow' }];
        return HttpResponse.json({ code: 'validation', message: '', errors }, { status: 400 });
      }
      const field = 'Patient.additionalData.patientNumber';
      return HttpResponse.json({ rules: [{ kind: 'matches', field, pattern: '[0-9]{2}', message: 'Two digits.' }] });
    }),
  );
  await userEvent.click(screen.getByLabelText('A patient number of this unit'));
  await pasteInto(await screen.findByLabelText(/^Try an Example/), '123');
  expect(await screen.findByText('This number is refused')).toBeInTheDocument();
  expect(screen.getByText(/Staff read: Two digits\./)).toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText(/^Try an Example/));
  await pasteInto(screen.getByLabelText(/^Try an Example/), '12');
  expect(await screen.findByText('This number fits')).toBeInTheDocument();
  await pasteInto(screen.getByLabelText(/^Pattern/), '([0-9]+)+');
  expect(await screen.findByText('the expression can be very slow')).toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText(/^Pattern/));
  await userEvent.selectOptions(screen.getByLabelText(/^Typed With/), 'A length');
  await pasteInto(screen.getByLabelText(/^At Least/), '2');
  await pasteInto(screen.getByLabelText(/^At Most/), '4');
  await press('Save');
  await waitFor(() => expect(served.sent).toHaveLength(1));
  expect(served.sent[0]?.body).toMatchObject({
    FeaturesByLocations: { configurablePatientNumber: { collect: true, mask: { min: 2, max: 4, token: '#' } } },
  });
});

it('reads the census of the code that is typed, and shows a number or what is wrong', async () => {
  await show();
  const answers = [
    { at: '2026-03-04T15:00:00Z', patients: 1, isMore: false, problem: null },
    { at: '2026-03-04T15:00:00Z', patients: null, isMore: false, problem: 'It does not know this code.' },
  ];
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/places/units/10/census', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(answers.shift());
    }),
  );
  await press('Read the Census Now');
  expect(await screen.findByText('1 patient in this unit now')).toBeInTheDocument();
  await pasteInto(screen.getByLabelText(/^EMR Code/), '-2');
  expect(screen.queryByText('1 patient in this unit now')).not.toBeInTheDocument();
  await press('Read the Census Now');
  expect(await screen.findByText(/It does not know this code\./)).toBeInTheDocument();
  expect(asked).toEqual([{ emrCode: 'ED' }, { emrCode: 'ED-2' }]);
});

it('drafts what is changed, and then also switching the unit off', async () => {
  const served = await show();
  await userEvent.click(screen.getByLabelText('Tele-Neuro'));
  await press('Save as a draft');
  await press('Save');
  expect(await screen.findByText('Publish Now')).toBeInTheDocument();
  expect(screen.getByText(/^The draft of General - ED is saved\./)).toBeInTheDocument();
  await waitFor(() => expect(screen.getByText('Switch Off')).toBeEnabled());
  await press('Switch Off');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/It happens once the draft is published/)).toBeInTheDocument();
  await userEvent.click(dialog.getByText('Switch Off'));
  await waitFor(() => expect(served.sent).toHaveLength(2));
  expect(served.sent.map(({ version }) => version)).toEqual(['v1', 'd1']);
  expect(served.sent.map(({ body }) => body)).toEqual([
    expect.objectContaining({ serviceLineIds: [6], active: true, onLive: false }),
    expect.objectContaining({ serviceLineIds: [6], active: false, onLive: false }),
  ]);
  expect(served.sent[0]?.body).not.toHaveProperty('confirmed');
  expect(await screen.findByText('Switch On')).toBeInTheDocument();
});

it('changes nothing of a unit that a file manages', async () => {
  await show(makeUnit({ managedBy: 'network.yaml' }));
  expect(screen.getByText('The file network.yaml manages this unit.')).toBeInTheDocument();
  expect(screen.getByText('LVO in Tele-Stroke: Summit Medical, 12.5 miles')).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
