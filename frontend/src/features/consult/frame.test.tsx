import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { lines } from '@/api/contract/lines.gen';
import { serviceLines } from '@/service-lines/registry';
import { factsIn } from '@/testing/facts';
import { speedUpTimers } from '@/testing/speed-up-timers';
import {
  dana,
  makeEncounter,
  makePatient,
  makePsychConsult,
  makeStrokeConsult,
  psych,
  stroke,
} from '@/testing/make-consult';
import { makeMe, permissions } from '@/testing/me';
import { mockEndpoint, onPhone, refusal, showConsult } from '@/testing/show-consult';
import { capitalized, transcribed } from '@/testing/transcribed';

const name = () => screen.findByRole('heading', { level: 1, name: 'Marsh, Rosa' });

const protocol = (
  transferFor: 'LVO' | 'Thrombolytic',
  serviceLineId: number,
  transferTo: string,
  transferDistanceMiles: number,
) => ({ transferFor, serviceLineId, transferTo, transferDistanceMiles });

const everything = {
  phoneNumberAtLocation: '(555) 010-0140',
  faxNumber: '(555) 010-0141',
  hospitalName: 'Harbor General Hospital',
  VidyoRooms: ['Harbor 4 West cart', 'Harbor wall'].map((room) => ({ name: room, phoneNumber: null })),
  TransferProtocols: [
    protocol('LVO', 10, 'Elsewhere', 5),
    protocol('LVO', 2, 'University Hospital', 42),
    protocol('Thrombolytic', 2, 'Mercy', 17),
  ],
};

/** Opens the location's dialog and returns its labels and values. */
async function openLocation(consult: Parameters<typeof showConsult>[0], ...pairs: Parameters<typeof permissions>) {
  showConsult(consult, { me: makeMe({ rbacPermissions: permissions(...pairs) }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Harbor General 4 West, location details' }));
  const dialog = await screen.findByRole('dialog', { name: 'Location Details' });
  const facts = factsIn(dialog);
  return { dialog: within(dialog), facts };
}

it('[DET-29] [DET-30] opens the location details from its name', async () => {
  const { dialog, facts } = await openLocation(
    makeStrokeConsult({ Encounter: makeEncounter(stroke, everything) }),
    'ViewVidyo Consult',
  );
  expect(facts).toEqual([
    ['Location', 'Harbor General 4 West'],
    ['Hospital Name', 'Harbor General Hospital'],
    ['Phone', '(555) 010-0140'],
    ['Fax Number', '(555) 010-0141'],
    ['Video Room', 'Harbor 4 West cart\nHarbor wall'],
    ['LVO', 'University Hospital, 42 miles'],
    ['Thrombolytic', 'Mercy, 17 miles'],
  ]);
  const protocols = within(dialog.getByRole('region', { name: 'Transfer Protocols' }));
  for (const name of ['LVO', 'Thrombolytic'])
    expect(protocols.getByText(name).parentElement).toHaveAttribute('data-wide');
  await userEvent.click(dialog.getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it("[DET-30] [DET-31] falls back to another line's transfer protocol, and leaves out what is empty", async () => {
  const empty = { phoneNumberAtLocation: null, faxNumber: null, hospitalName: '', VidyoRooms: [] };
  const Encounter = makeEncounter(stroke, { ...empty, TransferProtocols: [protocol('LVO', 10, 'Elsewhere', 5.5)] });
  const { facts } = await openLocation(makeStrokeConsult({ Encounter }), 'ViewVidyo Consult');
  expect(facts).toEqual([
    ['Location', 'Harbor General 4 West'],
    ['LVO', 'Elsewhere, 5.5 miles'],
  ]);
});

it("[DET-29] prefers the request's hospital and fax number to the location's", async () => {
  const additionalData = { faxNumber: '(555) 010-0199', hospitalName: 'Fernwood' };
  const { facts } = await openLocation(
    makeStrokeConsult({ Encounter: makeEncounter(stroke, everything), additionalData }),
    'JoinVidyoMeeting Consult',
  );
  expect(facts).toContainEqual(['Hospital Name', 'Fernwood']);
  expect(facts).toContainEqual(['Fax Number', '(555) 010-0199']);
  expect(facts.map(([label]) => label)).toContain('Video Room');
  expect(facts.filter(([label]) => ['Hospital Name', 'Fax Number'].includes(label))).toHaveLength(2);
});

it("[PERM-28] [DET-29] [BPERM-22] hides a location's video room from users who may neither view nor join it", async () => {
  const { facts } = await openLocation(makeStrokeConsult({ Encounter: makeEncounter(stroke, everything) }));
  expect(facts.map(([label]) => label)).not.toContain('Video Room');
});

it('[DET-31] [DET-29] leaves out what the location does not have, and prefers what was entered for this patient', async () => {
  const additionalData = { faxNumber: '(555) 010-0199', hospitalName: null };
  const Encounter = makeEncounter(psych, { faxNumber: '(555) 010-0141' });
  const { facts } = await openLocation(makePsychConsult({ Encounter, additionalData }));
  expect(facts).toEqual([
    ['Location', 'Harbor General 4 West'],
    ['Fax Number', '(555) 010-0199'],
  ]);
});

it('[ENT-11] lists who else has it open, without the user themselves', async () => {
  const me = makeMe();
  const consultView = [dana, me].map(({ id, firstName, lastName }) => ({ id, firstName, lastName }));
  showConsult(makePsychConsult({ consultView }), { me });
  await name();
  const [viewers] = screen.getAllByText('Also viewing:');
  expect(viewers?.parentElement).toHaveTextContent(/^Also viewing:Dana Lee$/);
  expect(viewers?.parentElement?.querySelector('[data-initials="DL"]')).toBeInTheDocument();
});

it('shows no viewers while there is no one else, but keeps their line', async () => {
  const { id, firstName, lastName } = makeMe();
  showConsult(makePsychConsult({ consultView: [{ id, firstName, lastName }] }));
  await name();
  expect(screen.queryByText('Also viewing:')).not.toBeInTheDocument();
  expect(document.querySelector('.line')).toBeEmptyDOMElement();
});

it("[DET-21] [INFO-06] shows the line's own facts below the header", async () => {
  const { unmount } = showConsult(makeStrokeConsult());
  expect(await screen.findByText('NIHSS Score')).toBeInTheDocument();
  unmount();
  showConsult(makePsychConsult());
  expect(await screen.findByText('Callback Phone')).toBeInTheDocument();
  expect(screen.queryByText('NIHSS Score')).not.toBeInTheDocument();
});

const transcribedTypes = [
  ['[CHOICE-12] [DET-51] [DONE-01]', 'tele-stroke', 'StrokeCompletionType'],
  ['[CHOICE-12] [DET-51] [DONE-08]', 'acute-stroke', 'AcuteStrokeCompletionType'],
  ['[CHOICE-12] [DET-51] [DONE-14]', 'tele-neuro', 'CommonCompletionType'],
  ['[CHOICE-12] [DET-51] [DONE-24]', 'tele-psych', 'PsychCompletionType'],
  ['[CHOICE-12] [DET-51] [DONE-28]', 'tele-toxicology', 'ToxicologyCompletionType'],
] as const;

it.each(transcribedTypes)('%s offers the specified completion types of %s', async (_rows, slug, list) => {
  showConsult({ ...makePsychConsult({ allowedActions: ['complete'] }), serviceLineSlug: slug });
  await userEvent.click(await screen.findByRole('button', { name: 'Complete' }));
  const items = await screen.findAllByRole('menuitem');
  const wanted = transcribed('choices')[list].map(capitalized);
  expect(items.map((item) => item.textContent)).toEqual(wanted);
});

const slugs = serviceLines.map(({ slug }) => slug);

it.each(slugs)('[DET-51] [DET-17] [INFO-06] offers every completion type of %s below the patient', async (slug) => {
  showConsult({ ...makePsychConsult({ allowedActions: ['complete'] }), serviceLineSlug: slug });
  await userEvent.click(await screen.findByRole('button', { name: 'Complete' }));
  const items = await screen.findAllByRole('menuitem');
  const types = lines.find((line) => line.slug === slug)?.completionTypes ?? [];
  expect(items.map((item) => item.textContent)).toEqual(types.map(({ label }) => label));
  expect(items.at(-1)).toHaveTextContent('Cancelled');
  expect(await name()).toBeInTheDocument();
  for (const label of ['Sex', 'Date of Birth', 'Location']) expect(screen.getByText(label)).toBeInTheDocument();
  expect(screen.getByText('Its timeline')).toBeInTheDocument();
});

it.each(slugs)('[DONE-36] [INFO-06] offers no actions on a completed consult of %s', async (slug) => {
  showConsult({ ...makePsychConsult({ state: 'completed', completeType: 'video' }), serviceLineSlug: slug });
  expect(await screen.findByText(/^Consult is completed or cancelled\./)).toBeInTheDocument();
  for (const label of ['Sex', 'Date of Birth', 'Location']) expect(screen.getByText(label)).toBeInTheDocument();
  expect(screen.getByText('Its timeline')).toBeInTheDocument();
  expect(screen.queryByRole('group', { name: 'Actions' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^(Edit|Acknowledge|Complete|Cancel)/ })).not.toBeInTheDocument();
});

it.each(slugs)('[DET-50] [PERM-12] offers Edit only for tele-neuro, which has a form for it: %s', async (slug) => {
  showConsult({ ...makePsychConsult({ allowedActions: ['edit', 'cancel'] }), serviceLineSlug: slug });
  const buttons = within(await screen.findByRole('group', { name: 'Actions' })).getAllByRole('button');
  const offered = slug === 'tele-neuro' ? ['Edit', 'Cancel Consult'] : ['Cancel Consult'];
  expect(buttons.map((button) => button.textContent)).toEqual(offered);
});

/** Demographics, header, info row and timeline, and no buttons. */
function expectWholeConsultOnPaper() {
  const paper = document.querySelector<HTMLElement>('.paper');
  const facts = paper === null ? [] : factsIn(paper);
  expect(facts.map(([label]) => label)).toEqual(['Sex', 'Date of Birth', 'Location', 'Call Reason', 'Callback Phone']);
  expect(facts).toContainEqual(['Location', 'Harbor General 4 West']);
  for (const text of ['Tele-Psych', 'Pending', 'Its printed timeline']) expect(paper).toHaveTextContent(text);
  expect(paper).toHaveTextContent(/Printed \d+:\d\d[ap]m \w+ \d+, \d{4} E[SD]T by Nora Quinn/);
  expect(paper?.querySelectorAll('button, nav')).toHaveLength(0);
}

it.each([true, false])(
  '[DET-07] [DET-08] [DET-48] [BAPI-19] [BERR-23] prints only if that was recorded: %s',
  async (recorded) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    speedUpTimers();
    const keys = () => new Set(requests.map(({ key }) => key)).size;
    const answer = () => (recorded ? new HttpResponse(null, { status: 204 }) : refusal(keys() > 1 ? 403 : 500));
    const requests = mockEndpoint('post', '/export', answer);
    const allowedActions = ['editPatient', 'editBedsidePhone', 'complete', 'cancel'] as const;
    showConsult(makePsychConsult({ Patient: makePatient({ isEmr: true }), allowedActions: [...allowedActions] }));
    const button = await screen.findByRole('button', { name: 'Print Consult Request' });
    // The second click of a double click comes before the button rerenders.
    act(() => [1, 2].forEach(() => button.click()));
    if (recorded) await waitFor(() => expect(printed).toHaveBeenCalledOnce());
    else expect(await screen.findByText('Contact Help Desk.', {}, { timeout: 60_000 })).toBeInTheDocument();
    expect(keys()).toBe(1);
    expect(document.querySelectorAll('.paper')).toHaveLength(recorded ? 1 : 0);
    // Bidirectional control characters in a name must not affect the text around it.
    expect(document.querySelector('.paper .head bdi')?.textContent).toBe(recorded ? 'Marsh, Rosa' : undefined);
    if (recorded) expectWholeConsultOnPaper();
    window.dispatchEvent(new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('.paper')).toBeNull());
    expect(printed).toHaveBeenCalledTimes(recorded ? 1 : 0);
    await waitFor(() => expect(button).toBeEnabled());
    button.click();
    await waitFor(() => expect(keys()).toBe(2));
    if (!recorded) expect(await screen.findByText('Refused.')).toBeInTheDocument();
  },
);

it('[DET-06] offers printing a closed consult', async () => {
  const Patient = makePatient({ isEmr: true });
  showConsult(makePsychConsult({ Patient, state: 'completed', completeType: 'video' }));
  expect(await screen.findByRole('button', { name: 'Print Consult Request' })).toBeInTheDocument();
});

it('[DET-06] [DET-32] [PERM-22] also offers correcting and printing on a phone', async () => {
  onPhone();
  showConsult(makePsychConsult({ allowedActions: ['editPatient'] }));
  expect(await screen.findByRole('button', { name: 'Edit patient' })).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Print Consult Request' })).toHaveLength(1);
});
