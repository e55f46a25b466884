import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';

import { renderFeature } from '@/testing/render-app';

import { Form } from './form';
import { SubmitButton } from './submit-button';
import { TextField } from './text-field';

function Request() {
  const form = useForm({ defaultValues: { reason: '' } });
  return (
    <Form form={form} onSubmit={() => form.setError('reason', { message: 'This field is required.' })}>
      <TextField control={form.control} name="reason" label="Reason" />
      <SubmitButton label="Done" busy={false} />
    </Form>
  );
}

it('focuses the summary, which says what is wrong, when no field is known to be', async () => {
  function Unplaced() {
    const form = useForm({ defaultValues: { reason: '' } });
    return (
      <Form form={form} onSubmit={() => form.setError('root', { message: 'Two rows overlap.' })} buttonOnly>
        <TextField control={form.control} name="reason" label="Reason" />
        <SubmitButton label="Done" busy={false} />
      </Form>
    );
  }
  renderFeature(<Unplaced />);
  await userEvent.type(screen.getByLabelText('Reason'), '{Enter}');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Two rows overlap.');
  expect(screen.getByRole('alert').parentElement).toHaveFocus();
});

it.each([
  { place: 'near its field', bottom: 200, scrolled: 'summary' },
  { place: 'far above its field', bottom: 5_000, scrolled: 'field' },
])('scrolls to the $scrolled when the error summary is $place', async ({ bottom, scrolled }) => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rect(this: Element) {
    return new DOMRect(0, 0, 100, this.matches('[data-error-summary]') ? 80 : bottom);
  });
  const scrolledTo: string[] = [];
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function scroll(this: HTMLElement) {
    scrolledTo.push(this.matches('[data-error-summary]') ? 'summary' : 'field');
  });
  renderFeature(<Request />);
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(scrolledTo).toEqual([scrolled]);
  expect(screen.getByLabelText('Reason')).toHaveFocus();
});
