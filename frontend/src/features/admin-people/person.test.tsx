import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import { offerDraft } from '@/drafts/saved-drafts';
import { makePersonRead, makeVersion, servePerson } from '@/testing/people';
import { pasteInto } from '@/testing/paste-into';
import { renderFeature } from '@/testing/render-app';

import { NewPerson } from './new-person';
import { Person } from './person';
import { valuesOf } from './person-values';

const press = (name: string) => userEvent.click(screen.getByText(name));

async function show(person = makePersonRead(), versions = [makeVersion()]) {
  const served = servePerson(person, versions);
  renderFeature(<Person id={7} />, { isLinked: true });
  await screen.findByRole('heading', { name: 'Maya Lark' });
  return served;
}

async function retype(label: RegExp, text: string) {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await pasteInto(field, text);
}

it('counts what changed, and saves it for the version that was shown', async () => {
  const served = await show();
  expect(screen.getByText('No changes')).toBeInTheDocument();
  expect(screen.getByText('Save').closest('button')).toBeDisabled();
  await retype(/^Last Name/, 'Larkin');
  await userEvent.click(screen.getByLabelText('Neurologist'));
  await userEvent.click(screen.getByLabelText('Tele-Stroke: May go on call'));
  expect(screen.getByText('3 changes')).toBeInTheDocument();
  expect(screen.getByText('Deactivate').closest('button')).toBeDisabled();
  await pasteInto(screen.getByLabelText(/^Reason/), 'Married');
  await press('Save');
  expect(await screen.findByText('No changes')).toBeInTheDocument();
  expect(await screen.findByRole('heading', { name: 'Maya Larkin' })).toBeInTheDocument();
  expect(served.sent).toEqual([
    expect.objectContaining({
      method: 'PUT',
      path: '/api/people/7',
      version: 'v1',
      body: {
        firstName: 'Maya',
        lastName: 'Larkin',
        subject: null,
        phoneNumber: '(555) 010-0101',
        medipacId: null,
        active: true,
        roleIds: [1, 2],
        organizationIds: [1],
        locationIds: [10],
        serviceLines: { memberIds: [], activeIds: [6], requestableIds: [5] },
        licenses: [],
        reason: 'Married',
        confirmed: [],
      },
    }),
  ]);
  expect(screen.getByLabelText(/^Reason/)).toHaveValue('');
});

it('does not send units of an organization that was taken away, and has them again with it', async () => {
  const served = await show(makePersonRead({ organizationIds: [1, 2], locationIds: [10, 12] }));
  const pinewood = screen.getByLabelText('Pinewood Health');
  await userEvent.click(pinewood);
  expect(screen.getByText('2 changes')).toBeInTheDocument();
  await userEvent.click(pinewood);
  expect(screen.getByText('No changes')).toBeInTheDocument();
  await userEvent.click(pinewood);
  await press('Save');
  await waitFor(() => expect(served.sent).toHaveLength(1));
  expect(served.sent[0]?.body).toMatchObject({ organizationIds: [1], locationIds: [10] });
});

it('chooses all units of a facility at once', async () => {
  const served = await show();
  await userEvent.click(screen.getByText('Lakeshore General'));
  await userEvent.click(await screen.findByLabelText('All of Lakeshore General'));
  expect(screen.getByText('all 2 units')).toBeInTheDocument();
  await press('Save');
  await waitFor(() => expect(served.sent).toHaveLength(1));
  expect(served.sent[0]?.body).toMatchObject({ locationIds: [10, 11] });
});

it('shows what someone else changed meanwhile beside what was typed, and lets the administrator decide field by field', async () => {
  const served = await show();
  await retype(/^First Name/, 'May');
  await retype(/^Last Name/, 'Larkin');
  served.person = makePersonRead({ version: 'v2', lastName: 'Larch', medipacId: 'M-1' });
  served.versions = [makeVersion({ number: 2, reason: 'Moved' }), makeVersion()];
  const by = { id: 9, username: 'ruth', firstName: 'Ruth', lastName: 'Hornbeam' };
  served.respond = () =>
    HttpResponse.json(
      { code: 'changed_meanwhile', message: 'Changed.', errors: [], current: served.person, changedBy: by },
      { status: 412 },
    );
  await press('Save');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Ruth Hornbeam changed this person while you were editing.');
  const group = (name: string) => within(within(alert).getByText(name).closest('fieldset') ?? alert);
  expect(await screen.findByText('Reason: Moved')).toBeInTheDocument();
  // Only the administrator has changed the first name, and only Ruth the ID.
  expect(within(alert).queryByText('First Name')).not.toBeInTheDocument();
  expect(screen.getByLabelText(/^First Name/)).toHaveValue('May');
  expect(group('Medipac ID').getByLabelText('Take theirs')).toBeChecked();
  expect(screen.getByLabelText(/^Medipac ID/)).toHaveValue('M-1');
  expect(group('Last Name').getByText('Theirs: Larch')).toBeInTheDocument();
  expect(group('Last Name').getByText('Yours: Larkin')).toBeInTheDocument();
  served.respond = null;
  await press('Save');
  expect(alert).toHaveTextContent('Choose in each field below whose answer counts');
  expect(served.sent).toHaveLength(1);
  await userEvent.click(group('Last Name').getByLabelText('Take theirs'));
  await press('Save');
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(served.sent).toHaveLength(2);
  expect(served.sent[1]).toMatchObject({
    version: 'v2',
    body: { firstName: 'May', lastName: 'Larch', medipacId: 'M-1' },
  });
});

it('has what was typed before a sign-out, for the version that was shown then', async () => {
  const lastName = 'Larkin';
  const until = Date.now() + 60_000;
  const values = { ...valuesOf(makePersonRead()), lastName };
  offerDraft({ key: 'person/7', values, until, onRestored: () => undefined });
  const served = await show(makePersonRead({ version: 'v2', medipacId: 'M-2' }));
  await waitFor(() => expect(screen.getByLabelText(/^Last Name/)).toHaveValue(lastName));
  await press('Save');
  await waitFor(() => expect(served.sent).toHaveLength(1));
  expect(served.sent[0]).toMatchObject({ version: 'v1', body: { lastName } });
});

it('shows a refusal of the server at its field, and any other one above the button', async () => {
  const served = await show();
  await retype(/^Identifier/, 'someone');
  const message = 'Someone else already has this identifier at the identity provider.';
  served.respond = () =>
    HttpResponse.json({ code: 'subject_taken', message, errors: [{ field: 'subject', message }] }, { status: 409 });
  await press('Save');
  await waitFor(() => expect(screen.getByLabelText(/^Identifier/)).toHaveAccessibleDescription(new RegExp(message)));
  const own = 'You cannot take away your own rights as an administrator. Ask another administrator.';
  served.respond = () => HttpResponse.json({ code: 'own_rights', message: own, errors: [] }, { status: 409 });
  await retype(/^Identifier/, 'me');
  await press('Save');
  expect(await screen.findByText(own)).toBeInTheDocument();
  expect(screen.getByLabelText(/^Identifier/)).toHaveValue('me');
});

it('changes nothing of a person whom a file manages, and says what to do instead', async () => {
  await show(makePersonRead({ managedBy: 'network.yaml' }), [makeVersion({ number: 2 }), makeVersion()]);
  expect(screen.getByText('The file network.yaml manages this person.')).toBeInTheDocument();
  expect(screen.getByText('Tele-Neuro (may request)')).toBeInTheDocument();
  await screen.findAllByText('Ruth Hornbeam');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('changes only where somebody works who also works elsewhere', async () => {
  await show(makePersonRead({ worksElsewhere: true }));
  expect(screen.getByText(/also works for an organization that you do not administer/)).toBeInTheDocument();
  expect(screen.getByLabelText('Lakeshore Health')).toBeChecked();
  expect(screen.queryByLabelText(/^First Name/)).not.toBeInTheDocument();
  expect(screen.queryByText('Deactivate')).not.toBeInTheDocument();
});

it('deactivates after a question that says what happens', async () => {
  const served = await show();
  await press('Deactivate');
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Maya Lark?' }));
  expect(dialog.getByText(/signed out everywhere at once/)).toBeInTheDocument();
  const last = 'This is the last active administrator of an organization. Make someone else an administrator first.';
  served.respond = () => HttpResponse.json({ code: 'last_administrator', message: last, errors: [] }, { status: 409 });
  await userEvent.click(dialog.getByText('Deactivate'));
  expect(await dialog.findByText(last)).toBeInTheDocument();
  const effects = ['Nobody else can go on call for Tele-Stroke.'];
  served.respond = () =>
    HttpResponse.json(
      { code: 'unconfirmed', message: '', errors: [], effects, codes: ['lastOnCall'] },
      { status: 409 },
    );
  await userEvent.click(dialog.getByText('Deactivate'));
  expect(await screen.findByText('Nobody else can go on call for Tele-Stroke.')).toBeInTheDocument();
  served.respond = null;
  await press('Deactivate Anyway');
  expect(await screen.findByText('Maya Lark is deactivated.')).toBeInTheDocument();
  const body = { active: false, lastName: 'Lark', confirmed: ['lastOnCall'] };
  expect(served.sent.at(-1)).toMatchObject({ version: 'v1', body });
  expect(await screen.findByText('Reactivate')).toBeInTheDocument();
});

it('says in words what was changed, and restores an earlier version after a question', async () => {
  const roles = { place: 'roles', before: ['Bedside Nurse'], after: ['Bedside Nurse', 'Neurologist'] };
  const license = { place: 'licenses', before: null, after: [{ state: 'OH', until: '2027-03-05' }] };
  const served = await show(makePersonRead(), [
    makeVersion({ number: 3, by: null, differences: [roles, license] }),
    makeVersion({
      number: 2,
      file: 'network.yaml',
      by: null,
      differences: [{ place: 'phone', before: null, after: '1' }],
    }),
  ]);
  expect(await screen.findByText('Roles: added Neurologist')).toBeInTheDocument();
  expect(screen.getByText('Licenses: added Ohio until 03/05/2027')).toBeInTheDocument();
  expect(screen.getByText('Someone from another organization')).toBeInTheDocument();
  expect(screen.getByText('From the file network.yaml')).toBeInTheDocument();
  await press('Restore this version');
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore This Version?' }));
  await userEvent.click(dialog.getByText('Restore'));
  expect(await screen.findByText('The version is restored.')).toBeInTheDocument();
  expect(served.sent).toEqual([
    { method: 'POST', path: '/api/people/7/versions/2/restore', version: 'v1', body: { confirmed: [] } },
  ]);
});

it('adds a person, whose name for signing in is required', async () => {
  const served = servePerson(makePersonRead());
  const added = vi.fn();
  renderFeature(<NewPerson onAdded={added} />);
  const add = () => userEvent.click(screen.getAllByText('Add Person').at(-1) ?? document.body);
  await pasteInto(await screen.findByLabelText(/^First Name/), 'Nora');
  await pasteInto(screen.getByLabelText(/^Last Name/), 'Night');
  await userEvent.click(screen.getByLabelText('Pinewood Health'));
  await add();
  expect(await screen.findByText('Username: This field is required.')).toBeInTheDocument();
  await pasteInto(screen.getByLabelText(/^Username/), 'nora');
  await add();
  await waitFor(() => expect(added).toHaveBeenCalledWith(7));
  expect(served.sent).toHaveLength(1);
  expect(served.sent[0]?.body).toMatchObject({ username: 'nora', organizationIds: [2], active: true, reason: null });
});
