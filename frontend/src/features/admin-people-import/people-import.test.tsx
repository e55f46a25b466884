import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';

import type { ImportCheck, ImportedRow, ImportGuide } from '@/api/generated/types.gen';
import * as saving from '@/shared/lib/save-file';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { PastImports } from './past-imports';
import { PeopleImport } from './people-import';
import { readFile } from './read-file';

const guide: ImportGuide = {
  columns: [{ name: 'Username', example: 'mlark', meaning: 'Required.' }],
  template: 'Username\r\nmlark\r\n',
  maxRows: 10_000,
  maxCharacters: 1_000,
  invitations: { mail: true, linkKind: 'policy', days: 7 },
};

const row: ImportedRow = {
  number: 2,
  username: 'maya',
  name: 'Maya Lark',
  state: 'changed',
  errors: [],
  differences: [],
};

function makeCheck(about: Partial<ImportCheck> = {}): ImportCheck {
  const states = { new: 24, changed: 1, unchanged: 0, malformed: 1, duplicate: 0, refused: 0 } as const;
  const counts = Object.entries(states).map(([state, count]) => ({ state: state as keyof typeof states, count }));
  return {
    digest: 'd1',
    counts,
    rows: [
      {
        ...row,
        differences: [
          { place: 'last_name', before: 'Lark', after: 'Larkin' },
          { place: 'roles', before: ['Nurse', 'Planner'], after: ['Nurse', 'Analyst'] },
          { place: 'active', before: null, after: false },
        ],
      },
      { ...row, number: 9, state: 'malformed', errors: [{ column: 'Phone', message: 'Enter a valid phone number.' }] },
    ],
    errorFile: 'Username,Errors\r\nx,wrong\r\n',
    // One of them is in both organizations.
    massChange: {
      affected: 4,
      percent: 5,
      losses: [
        { organization: 'Lakeshore', active: 40, affected: 3 },
        { organization: 'Summit', active: 20, affected: 2 },
      ],
    },
    newWithEmail: 7,
    ...about,
  };
}

/** A server that checks with these results, one after the other, and refuses imports with these errors first. */
function serve(checks: ImportCheck[], refusals: { status: number; code: string }[] = []) {
  const sent: unknown[] = [];
  server.use(
    http.get('*/api/people/imports/guide', () => HttpResponse.json(guide)),
    http.post('*/api/people/imports/check', () => HttpResponse.json(checks.length > 1 ? checks.shift() : checks[0])),
    http.post('*/api/people/imports', async ({ request }) => {
      sent.push(await request.json());
      const refusal = refusals.shift();
      if (refusal !== undefined) return HttpResponse.json({ code: refusal.code }, { status: refusal.status });
      return HttpResponse.json({ id: 1, counts: makeCheck().counts, invited: 7 }, { status: 201 });
    }),
  );
  return sent;
}

async function choose(name = 'people.csv', content: BlobPart = 'Username\nmaya') {
  renderFeature(<PeopleImport onLeave={() => undefined} />);
  await screen.findByText('Choose File');
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input !== null) await userEvent.upload(input, new File([content], name, { type: 'text/csv' }));
}

it('shows what a file would do, asks about a mass change, and imports with what the administrator decides', async () => {
  const sent = serve([makeCheck()]);
  const save = vi.spyOn(saving, 'saveFile').mockReturnValue();
  await choose();
  expect(await screen.findByText('Row 9')).toBeVisible();
  expect(screen.getByRole('list', { name: 'Rows' })).toHaveTextContent('24 New1 Changed0 Unchanged1 Not understood');
  expect(screen.getByText('Phone: Enter a valid phone number.')).toBeVisible();
  expect(screen.getByText(/1 of these deactivated$/)).toBeInTheDocument();
  expect(screen.getByText('Last Name: Lark → Larkin')).toBeVisible();
  expect(screen.getByText('Roles: − Planner, + Analyst')).toBeInTheDocument();
  expect(screen.getByText('Active: yes → no')).toBeInTheDocument();
  await userEvent.click(screen.getByText('Download Rows with Errors'));
  expect(save).toHaveBeenCalledWith(expect.any(Blob), 'errors-people.csv');
  const button = screen.getByRole('button', { name: 'Import 25 People' });
  expect(button).toBeDisabled();
  expect(screen.getByText('Lakeshore: 3 of 40 people')).toBeInTheDocument();
  await userEvent.click(screen.getByLabelText('Yes, 4 people should lose this'));
  await userEvent.click(screen.getByLabelText('Invite the 7 new people with an e-mail address'));
  await userEvent.click(button);
  expect(await screen.findByRole('heading', { name: 'The file was imported' })).toHaveFocus();
  expect(screen.getByText('24 people added')).toBeInTheDocument();
  expect(screen.getByText('7 people invited by e-mail')).toBeInTheDocument();
  expect(sent).toEqual([
    {
      text: 'Username\nmaya',
      digest: 'd1',
      fileName: 'people.csv',
      confirmedCount: 4,
      invite: true,
      reason: null,
    },
  ]);
});

it('checks again if people have changed meanwhile, and says so', async () => {
  const counts = makeCheck().counts.map((each) => ({ ...each, count: each.state === 'new' ? 1 : 0 }));
  const next = makeCheck({ digest: 'd2', counts, rows: [], massChange: null, newWithEmail: 0, errorFile: null });
  const sent = serve([makeCheck({ massChange: null }), next], [{ status: 412, code: 'import_changed' }]);
  await choose();
  await userEvent.click(await screen.findByRole('button', { name: 'Import 25 People' }));
  expect(await screen.findByText('People were changed after this file was checked.')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 Person' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ digest: 'd2', confirmedCount: null });
});

it('says what is wrong with a file before anything is sent', async () => {
  const file = (content: BlobPart) => readFile(new File([content], 'a.csv'), 10);
  expect(await file('Username;x\nÄ')).toEqual({ name: 'a.csv', text: 'Username;x\nÄ' });
  expect(await file('x'.repeat(21))).toMatch(/too large/);
  expect(await file(new Uint8Array([0xc4, 0x0a]))).toMatch(/not in UTF-8/);
  expect(await file('PK\0\0')).toMatch(/not a CSV file/);
  expect(await file(' \n')).toBe('The file is empty.');
});

it('lists past imports with what they did', async () => {
  const by = { id: 9, username: 'ruth', firstName: 'Ruth', lastName: 'Hornbeam' };
  const { counts } = makeCheck();
  const made = { id: 1, at: '2026-03-04T15:00:00Z', by, fileName: 'march.csv', counts, invited: 7 };
  server.use(http.get('*/api/people/imports', () => HttpResponse.json({ imports: [made] })));
  renderFeature(<PastImports />);
  expect(await screen.findByRole('listitem')).toHaveTextContent(
    'march.csvRuth Hornbeam, 3:00pm Mar 4, 2026: 24 people added, 1 person changed, 1 row with errors left out, 7 people invited',
  );
});
