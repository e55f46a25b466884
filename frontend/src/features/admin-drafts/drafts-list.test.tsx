import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { DraftRow } from '@/api/generated/types.gen';
import { makeDraft } from '@/testing/lines';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';

import { DraftsList } from './drafts-list';

function makeRow(about: Partial<DraftRow> = {}): DraftRow {
  return { ...makeDraft(), name: 'Tele-Psych', objectId: 3, organization: null, ...about };
}

function show(drafts: readonly DraftRow[]) {
  server.use(http.get('*/api/drafts', () => HttpResponse.json({ drafts })));
  renderFeature(<DraftsList link={({ objectId }, text) => <a href={`#${objectId}`}>{text}</a>} />);
}

it('lists what is drafted, of one kind if that is chosen, and how far each draft is', async () => {
  show([
    makeRow({ id: 1, status: 'waiting', needsApproval: true, isOutdated: true, reason: 'Fewer people' }),
    makeRow({ id: 2, kind: 'escalation', organization: { id: 2, name: 'Summit Medical' } }),
    makeRow({ id: 3, kind: 'role', name: 'Scribe', status: 'failed', failure: 'You cannot take your own rights.' }),
  ]);
  const rows = await screen.findAllByRole('listitem');
  expect(rows).toHaveLength(3);
  expect(rows[0]).toHaveTextContent(/Waiting for approval.*Out of date.*Service line, 1 change\..*Fewer people/);
  expect(rows[1]).toHaveTextContent('Ruth Hornbeam saved it at 3:00pm Mar 4, 2026.');
  expect(within(screen.getByRole('list')).getByText('Tele-Psych, Summit Medical').closest('a')).toHaveAttribute(
    'href',
    '#3',
  );
  expect(screen.queryByText('Units')).not.toBeInTheDocument();
  await userEvent.click(screen.getByText('Roles'));
  expect(screen.getByRole('listitem')).toHaveTextContent(/Scribe.*Not published: You cannot take your own rights\./);
});

it('says how a draft comes about where there is none', async () => {
  show([]);
  expect(await screen.findByText('No drafts')).toBeInTheDocument();
});
