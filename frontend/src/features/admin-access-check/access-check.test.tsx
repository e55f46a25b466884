import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';

import type { PageSearch } from '@/shared/lib/search-params';
import { acknowledging, makeAccessAnswer, serveAccessChecks } from '@/testing/access-checks';
import { renderFeature } from '@/testing/render-app';

import { AccessCheck } from './access-check';

const CONSULT = '0b9f8a52-9a3d-4f6f-8a3b-0d4a4d2f6a11';
const addresses: PageSearch[] = [];

/** The page, whose address is the state. */
function Page({ address }: { address: PageSearch }) {
  const [search, setSearch] = useState(address);
  addresses.push(search);
  return <AccessCheck search={search} onAsk={setSearch} />;
}

function show(answer: Parameters<typeof serveAccessChecks>[0], address: PageSearch = {}) {
  const questions = serveAccessChecks(answer);
  renderFeature(<Page address={address} />);
  return questions;
}

const person = () => screen.findByRole('combobox', { name: /^Person/ });
const check = async () => userEvent.click(screen.getByRole('button', { name: 'Check Access' }));
const title = () => screen.findByRole('heading', { level: 2 });
const rows = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('asks about a person who is searched for, with the ids of what the action is about', async () => {
  const refused = makeAccessAnswer({
    action: 'acknowledgeConsult',
    about: {
      consultId: CONSULT,
      line: { id: 2, name: 'Tele-Stroke' },
      location: { id: 7, name: 'Alder Creek - Intensive Care' },
      organization: { id: 1, name: 'Lakeshore Health Network' },
    },
    allowed: false,
    refusal: { status: 403, code: 'not_checked_in', message: "Go on call for this consult's service line first." },
    reason: 'They are not on call for Tele-Stroke.',
    permissions: [
      acknowledging,
      {
        ...acknowledging,
        label: 'Open consults',
        held: false,
        roles: [{ id: 4, name: 'Reporting', source: null, groups: [] }],
      },
    ],
    facts: [{ kind: 'onCall', holds: false, text: 'They are not on call for Tele-Stroke.' }],
  });
  const questions = show(refused);
  expect(await screen.findByText('Nothing checked yet')).toBeInTheDocument();
  await userEvent.click(await person());
  await userEvent.paste('ada');
  await userEvent.click(await screen.findByRole('option', { name: 'Ada Lovelace ada' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Action/ }), 'Acknowledge the consult');
  await userEvent.click(screen.getByRole('textbox', { name: /^Consult/ }));
  await userEvent.paste(`https://wardline.example/consult/${CONSULT}?view=timeline`);
  await check();
  expect(await title()).toHaveTextContent('No, Ada Lovelace cannot acknowledge the consult.');
  expect(await title()).toHaveFocus();
  expect(questions).toEqual([{ personId: 5, action: 'acknowledgeConsult', consultId: CONSULT }]);
  expect(addresses.at(-1)).toEqual({ person: '5', action: 'acknowledgeConsult', consult: CONSULT });
  expect(screen.getByText("Wardline tells them: “Go on call for this consult's service line first.”")).toBeVisible();
  expect(rows('Permissions')).toEqual([
    expect.stringMatching(/^Acknowledge consults.*Comes with the role Virtual Provider \(from the network file\)\.$/),
    expect.stringMatching(/^Open consults.*None of their roles has it\. It comes with Reporting\.$/),
  ]);
  expect(rows('What else counts')).toEqual(['On callThey are not on call for Tele-Stroke.']);
  await userEvent.click(screen.getByRole('button', { name: 'Ask about someone else' }));
  expect(addresses.at(-1)).toEqual({ action: 'acknowledgeConsult', consult: CONSULT });
  expect(await person()).toHaveFocus();
  expect(await person()).toHaveValue('');
  expect(screen.getByRole('textbox', { name: /^Consult/ })).toHaveValue(CONSULT);
});

it('answers the question in the address, and says that a closed line is not offered', async () => {
  const closed = 'Tele-Stroke is closed now, so the form for requests does not offer it.';
  const questions = show(
    makeAccessAnswer({ action: 'requestConsult', facts: [{ kind: 'hours', holds: false, text: closed }] }),
    { person: '5', action: 'requestConsult', location: '7', line: '2', at: '2026-03-05T15:00:00.000Z' },
  );
  expect(await title()).toHaveTextContent('Ada Lovelace can request a consult, but not while Tele-Stroke is closed.');
  expect(await person()).toHaveValue('Ada Lovelace');
  expect(screen.getByRole('combobox', { name: /^Location/ })).toHaveValue('Alder Creek - Intensive Care');
  expect(screen.getByRole('radio', { name: 'Another time' })).toBeChecked();
  expect(questions).toEqual([
    { personId: 5, action: 'requestConsult', locationId: 7, serviceLineId: 2, at: '2026-03-05T15:00:00.000Z' },
  ]);
});

it('says at each field what is missing', async () => {
  const questions = show(makeAccessAnswer(), { action: 'acknowledgeConsult', consult: 'Amara Feldspar' });
  expect(await person()).toHaveValue('');
  await check();
  expect(await person()).toHaveAccessibleDescription('This field is required.');
  expect(screen.getByRole('textbox', { name: /^Consult/ })).toHaveAccessibleDescription(
    expect.stringContaining("Paste the consult's link, or the ID in it."),
  );
  expect(questions).toEqual([]);
});

it('shows no error at a field that appears, and no answer to an earlier question', async () => {
  show(makeAccessAnswer(), { person: '5', action: 'checkIn', line: '2' });
  expect(await title()).toBeVisible();
  const action = screen.getByRole('combobox', { name: /^Action/ });
  await userEvent.selectOptions(action, '');
  expect(await screen.findByText('Not checked yet')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: /Ada Lovelace/ })).not.toBeInTheDocument();
  await check();
  expect(action).toBeInvalid();
  await userEvent.selectOptions(action, 'Acknowledge the consult');
  await act(async () => Promise.resolve());
  expect(screen.getByRole('textbox', { name: /^Consult/ })).not.toHaveAccessibleDescription(/required/);
  await userEvent.selectOptions(action, 'checkIn');
  expect(await title()).toBeVisible();
});

it('says so when the person or the object is not in the organizations of the user', async () => {
  show(
    { status: 404, body: { code: 'not_found', message: 'No', errors: [] } },
    { person: '6', action: 'checkIn', line: '2' },
  );
  expect(await screen.findByText('Not in your organizations')).toBeInTheDocument();
  expect(await person()).toHaveValue('Grace Hopper');
});
