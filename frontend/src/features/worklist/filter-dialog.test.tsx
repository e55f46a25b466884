import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { makeCard } from '@/testing/make-card';
import { openWorklist, worklistNurse, worklistSpecialist } from '@/testing/worklist';

describe('the filter', () => {
  it('[WL-01] [WL-02] [WL-17] [WL-18] [WL-51] applies what was chosen from the first page on and counts it', async () => {
    const { panel, asked, user } = await openWorklist([makeCard()]);
    await user.click(panel.getByRole('button', { name: 'Filter' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Search by patient name'), '  Mar ');
    await user.click(dialog.getByLabelText('Date: newest first'));
    await user.click(dialog.getByLabelText('Completed'));
    await user.click(dialog.getByLabelText('Tele-Stroke'));
    expect(asked).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Show Results' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toEqual({
      start: 0,
      length: 25,
      sort: 'newestFirst',
      filter: {
        serviceLines: [2],
        locations: [],
        state: 'completed',
        searchString: 'Mar',
        assignedLocationsToggleOn: true,
      },
    });
    expect(panel.getByRole('button', { name: 'Filter, 3 active' })).toBeInTheDocument();
  });

  it('[WL-19] [WL-20] is left as it was by Cancel, and applied by Enter in the search', async () => {
    const { panel, asked, user } = await openWorklist([makeCard()], { ...worklistNurse, id: 71 });
    await user.click(panel.getByRole('button', { name: 'Filter' }));
    await user.type(await screen.findByLabelText('Search by patient name'), 'Marsh');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(asked).toHaveLength(1);
    await user.click(panel.getByRole('button', { name: 'Filter' }));
    const search = await screen.findByLabelText('Search by patient name');
    expect(search).toHaveValue('');
    await user.type(search, 'Quill{Enter}');
    await waitFor(() => expect(asked.at(-1)?.filter.searchString).toBe('Quill'));
    expect(await panel.findByRole('button', { name: 'Filter, 1 active' })).toBeInTheDocument();
  });

  it.each([
    [
      '[WL-13] [WL-29]',
      'virtual',
      { ...worklistSpecialist, id: 72 },
      ['Pending', 'Completed', 'Cancelled', 'All Statuses'],
    ],
    ['[WL-12] [WL-30]', 'bedside', { ...worklistNurse, id: 73 }, ['Pending', 'Completed', 'All']],
  ])('%s offers %s users their states, and lines where there is a choice', async (_rows, _kind, me, states) => {
    const { panel, user } = await openWorklist([], me);
    await user.click(panel.getByRole('button', { name: 'Filter' }));
    const dialog = within(await screen.findByRole('dialog'));
    const group = within(dialog.getByRole('group', { name: 'State' }));
    expect(group.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual(states);
    expect(group.getByLabelText('Pending')).toBeChecked();
    expect(within(dialog.getByRole('group', { name: 'Sort' })).getAllByRole('radio')).toHaveLength(4);
    const lines = dialog.queryByRole('group', { name: 'Service lines' });
    if (me.isVirtual) expect(lines).not.toBeInTheDocument();
    else expect(within(lines!).getAllByRole('checkbox')).toHaveLength(2);
  });
});
