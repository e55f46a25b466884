import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { makeCard, makeCards } from '@/testing/make-card';
import { openWorklist, worklistNurse, worklistSpecialist } from '@/testing/worklist';

import { changeFilter, defaultFilter, withState } from './filter';

describe('a name', () => {
  it('[WL-50] [WL-51] can be searched in the field above the list, which shares its text with the filter', async () => {
    const { panel, requests, user } = await openWorklist(makeCards(2), worklistSpecialist);
    const field = panel.getByRole('searchbox', { name: 'Find a patient by name' });
    await user.type(field, 'mar ');
    await waitFor(() => expect(requests.at(-1)?.filter).toMatchObject({ searchString: 'mar' }));
    expect(field).toHaveValue('mar ');
    await user.click(panel.getByRole('button', { name: /Filter 1/ }));
    expect(await screen.findByLabelText('Search by patient name')).toHaveValue('mar');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.clear(field);
    await waitFor(() => expect(requests.at(-1)?.filter).toMatchObject({ searchString: '' }));
  });
});

describe('the keyboard', () => {
  it('moves through the list with J and K from anywhere, and focuses the search with the slash', async () => {
    const { panel, user } = await openWorklist(makeCards(3), worklistSpecialist);
    const card = (name: string) => panel.getByRole('link', { name: new RegExp(name) });
    await user.keyboard('j');
    expect(card('Family001')).toHaveFocus();
    await user.keyboard('jj');
    expect(card('Family003')).toHaveFocus();
    await user.keyboard('k');
    expect(card('Family002')).toHaveFocus();
    await user.keyboard('/');
    expect(panel.getByRole('searchbox')).toHaveFocus();
    await user.keyboard('jk');
    expect(panel.getByRole('searchbox')).toHaveValue('jk');
  });
});

describe('the rows', () => {
  it('[WL-46] are compact by default and can be spaced out, with the same content', async () => {
    const { panel, user } = await openWorklist([makeCard({ hasTransfer: true, commentCount: 2 })], worklistSpecialist);
    const content = ['Tele-Psych', 'Harbor General 4 West', 'Mar 5, 2024', '2 comments', 'Transfer'];
    const toggle = panel.getByRole('switch', { name: 'Compact rows' });
    expect(toggle).toBeChecked();
    expect(panel.getByRole('link')).toHaveAttribute('data-compact');
    for (const text of content) expect(panel.getByRole('link')).toHaveTextContent(text);
    await user.click(toggle);
    expect(toggle).not.toBeChecked();
    expect(panel.getByRole('link')).not.toHaveAttribute('data-compact');
    for (const text of content) expect(panel.getByRole('link')).toHaveTextContent(text);
  });

  it('show initials and service line in the rail', async () => {
    const { panel, user } = await openWorklist([makeCard()], worklistSpecialist);
    await user.click(panel.getByRole('button', { name: 'Full list' }));
    const card = within(panel.getByRole('list', { name: 'Consults' })).getByRole('link');
    expect(card).toHaveTextContent(/RM/);
    expect(card).toHaveTextContent('Tele-Psych');
  });
});

describe('the sort', () => {
  it.each(['completed', 'cancelled', 'all'] as const)('[WL-27] [WL-28] of %s is newest first by default', (state) => {
    for (const mode of ['consult', 'transfer'] as const) {
      const usual = defaultFilter(worklistNurse, mode);
      const over = withState(usual, state, mode);
      expect(over.sort).toBe('newestFirst');
      expect(withState(over, usual.state, mode).sort).toBe(usual.sort);
    }
  });

  it("[WL-23] keeps the user's choice", () => {
    const chosen = changeFilter(defaultFilter(worklistNurse), { sort: 'oldestFirst' }, worklistNurse);
    expect(withState(chosen, 'all', 'consult').sort).toBe('oldestFirst');
  });
});
