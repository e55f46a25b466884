import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { type Control, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import { vi } from 'vitest';

import { Form } from '@/shared/forms/form';
import { ThemeProvider } from '@/shared/ui/theme/theme-provider';

/** Shows fields in a form; returns a function that presses Send and returns what was sent. `submit` is the response to that. */
export function showForm(
  fields: (control: Control) => ReactNode,
  defaultValues: FieldValues = {},
  resolver?: Resolver,
  submit: () => Promise<void> = () => Promise.resolve(),
) {
  const sent = vi.fn<(values: FieldValues) => void>();
  function Sample() {
    const form = useForm({ defaultValues, ...(resolver !== undefined && { resolver }) });
    return (
      <ThemeProvider>
        <Form
          form={form}
          onSubmit={(values) => {
            sent(values);
            return submit();
          }}
        >
          {fields(form.control)}
          <button type="submit">Send</button>
        </Form>
      </ThemeProvider>
    );
  }
  render(<Sample />);
  return async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    return sent.mock.lastCall?.[0];
  };
}
