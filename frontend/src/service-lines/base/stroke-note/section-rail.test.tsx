import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { checkByContract } from '@/api/contract-form';
import { onPhone } from '@/testing/show-consult';
import { showNoteForm } from '@/testing/show-note-form';
import { emptyNote } from '@/testing/empty-note';
import { completeNote } from '@/testing/stroke-note';

import { sections, belongsTo } from './sections';

const rail = () => screen.getByRole('navigation', { name: 'Sections' });
const marks = () =>
  within(rail())
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));

it('has a section for every field that can prevent signing', async () => {
  const { errors } = await checkByContract('StrokeNote', emptyNote);
  expect(errors.size).toBeGreaterThan(15);
  for (const path of errors.keys()) expect(sections.filter((section) => belongsTo(section, path))).toHaveLength(1);
});

it('[NOTE-20] shows the progress of each section, and the total of the scale', async () => {
  showNoteForm({ ...completeNote, hpi: null });
  expect(await within(rail()).findByRole('button', { name: 'Call, complete' })).toBeInTheDocument();
  expect(marks()).toEqual([
    'Call, complete',
    'History and Examination, incomplete',
    'NIH Stroke Scale Total 3, complete',
    'Labs and Imaging, complete',
    'Thrombolysis, complete',
    'Intra-Arterial Therapy, complete',
    'Assessment and Plan, complete',
    'Time and Severity, complete',
  ]);
  const length = screen.getByLabelText(/^Call Length/);
  await userEvent.clear(length);
  expect(await within(rail()).findByRole('button', { name: 'Call, incomplete' })).toBeInTheDocument();
  await userEvent.type(length, '12');
  expect(await within(rail()).findByRole('button', { name: 'Call, complete' })).toBeInTheDocument();
  await userEvent.click(screen.getAllByRole('radio', { name: /^UN Amputation/ })[0] ?? rail());
  expect(marks()[2]).toMatch(/^NIH Stroke Scale Total \d+ \(1 untestable\), /);
});

it('marks sections with errors once the errors are shown', async () => {
  showNoteForm({ ...completeNote, callLength: null });
  expect(await within(rail()).findByRole('button', { name: 'Call, incomplete' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Sign Off' }));
  expect(await within(rail()).findByRole('button', { name: 'Call, has errors' })).toBeInTheDocument();
  expect(await within(rail()).findByRole('button', { name: 'Thrombolysis, complete' })).toBeInTheDocument();
});

it('jumps to a section', async () => {
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView');
  showNoteForm();
  await userEvent.click(within(rail()).getByRole('button', { name: /^Labs and Imaging/ }));
  const heading = screen.getByRole('heading', { name: 'Labs and Imaging' });
  expect(heading).toHaveFocus();
  expect(scroll.mock.contexts).toEqual([heading]);
});

it('[NOTE-20] moves to the header of the dialog on a narrow screen', async () => {
  onPhone();
  showNoteForm({ ...completeNote, hpi: null });
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  expect(await screen.findByText(/^NIHSS \d+/)).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: 'Sections 7/8' }));
  expect(await screen.findByRole('menuitem', { name: 'History and Examination, incomplete' })).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  expect(screen.getByRole('button', { name: 'Sections 7/8' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Time and Severity, complete' }));
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { name: 'Time and Severity' })).toHaveFocus();
});
