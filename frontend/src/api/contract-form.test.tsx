import { notificationsStore } from '@mantine/notifications';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { ModuleLoadError } from '@/shared/lib/lazy-module';

import {
  type Check,
  checkByContract,
  type ContractFormOptions,
  reportCheckFailure,
  useCheckedForm,
  useContractForm,
} from './contract-form';
import { messages } from './contract/messages.gen';
import type { Fields } from './rules';

interface Texts {
  first: string;
  second: string;
}

/** Requires two texts to be equal; its data is their first letters. */
const checkPair: Check<Texts> = ({ first, second }) =>
  Promise.resolve({
    data: { first: first.slice(0, 1), second: second.slice(0, 1) },
    errors: new Map(first === second ? [] : [['second', 'Not the same.']]),
  });

interface PairProps {
  check: Check<Texts>;
  draft?: Fields | null | undefined;
  onSubmit: (body: Texts) => void;
}

function Pair({ check, draft, onSubmit }: PairProps) {
  const { register, handleSubmit, reset, formState } = useCheckedForm<Texts>(check, { first: '', second: 'B' }, draft);
  return (
    <form onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <input aria-label="First" {...register('first')} />
      <input aria-label="Second" {...register('second')} />
      <p>{formState.isDirty ? 'Typed' : 'Untouched'}</p>
      <p role="alert">{Object.values(formState.errors).map(({ message }) => message)}</p>
      <button>Send</button>
      <button type="button" onClick={() => reset(undefined, { keepErrors: true })}>
        Start over
      </button>
    </form>
  );
}

function showPair(validate = checkPair, draft?: Fields | null) {
  const check = vi.fn(validate);
  const onSubmit = vi.fn();
  render(<Pair check={check} draft={draft} onSubmit={(body) => void onSubmit(body)} />);
  return { check, onSubmit };
}

const press = (name: string) => act(async () => Promise.resolve(fireEvent.click(screen.getByRole('button', { name }))));
const type = (name: string, value: string) =>
  act(async () => Promise.resolve(fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })));
const toasts = () => notificationsStore.getState().notifications.map(({ message }) => message);

it('preloads the validation module before a form is submitted', async () => {
  const { check } = showPair();
  await press('Send');
  expect(check).toHaveBeenCalledTimes(1);
  // Changes do not load the module, so they revalidate the form only once it is loaded.
  await waitFor(async () => {
    await type('First', `${screen.getByRole<HTMLInputElement>('textbox', { name: 'First' }).value}C`);
    expect(check.mock.calls.length).toBeGreaterThan(1);
  });
});

it('passes the validated data to the submit handler', async () => {
  const { onSubmit } = showPair();
  await type('First', 'Bess');
  await type('Second', 'Bess');
  await press('Send');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ first: 'B', second: 'B' });
});

it('validates the whole form once per change while there are errors, and then not until submit', async () => {
  await checkByContract('AddComment', {});
  const { check, onSubmit } = showPair();
  await type('First', 'A');
  expect(check).not.toHaveBeenCalled();
  await press('Send');
  expect(screen.getByRole('alert')).toHaveTextContent('Not the same.');
  expect(document.body).toHaveFocus();
  await type('First', 'C');
  expect(check).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('alert')).toHaveTextContent('Not the same.');
  await type('First', 'B');
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  await type('First', 'C');
  expect([check.mock.calls.length, onSubmit.mock.calls.length]).toEqual([3, 0]);
});

it('does not validate a form that is reset', async () => {
  await checkByContract('AddComment', {});
  const { check } = showPair();
  await press('Send');
  await press('Start over');
  expect(check).toHaveBeenCalledTimes(1);
});

it('restores a draft, which makes the form dirty', () => {
  showPair(checkPair, { first: 'A' });
  expect(screen.getByRole('textbox', { name: 'First' })).toHaveValue('A');
  expect(screen.getByRole('textbox', { name: 'Second' })).toHaveValue('B');
  expect(screen.getByText('Typed')).toBeInTheDocument();
});

it.each([null, undefined])('starts clean without a draft: %s', (draft) => {
  showPair(checkPair, draft);
  expect(screen.getByRole('textbox', { name: 'Second' })).toHaveValue('B');
  expect(screen.getByText('Untouched')).toBeInTheDocument();
});

it.each([
  { about: 'because the network is down', outdated: false, expectedToasts: [messages.HELP_DESK] },
  { about: 'and shows no toast on an outdated page', outdated: true, expectedToasts: [] },
])('[ERR-05] does not submit a form that could not be validated, $about', async ({ outdated, expectedToasts }) => {
  const { onSubmit } = showPair(() => Promise.reject(new ModuleLoadError(outdated)));
  await press('Send');
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  expect(toasts()).toEqual(expectedToasts);
});

it('does not report an error in the validation as a failure to load it', () => {
  expect(() => reportCheckFailure(new Error('A fault.'))).toThrow('A fault.');
  expect(toasts()).toEqual([]);
});

interface AnyFormProps extends ContractFormOptions<Record<string, string>> {
  name: Parameters<typeof useContractForm>[0];
  onSubmit: (body: unknown) => void;
}

function AnyForm({ name, onSubmit, ...options }: AnyFormProps) {
  const { handleSubmit, formState } = useContractForm<Record<string, string>>(name, options);
  return (
    <form onSubmit={(event) => void handleSubmit(onSubmit)(event)}>
      <p role="alert">{Object.entries(formState.errors).map(([field, error]) => `${field}: ${error?.message}`)}</p>
      <button>Send</button>
    </form>
  );
}

it.each<Pick<AnyFormProps, 'name' | 'defaultValues' | 'rules'> & { sent?: object; expectedError?: string }>([
  { name: 'AddComment', defaultValues: { message: ' Calmer ' }, sent: { message: 'Calmer' } },
  { name: 'AddComment', defaultValues: { message: ' ' }, expectedError: `message: ${messages.REQUIRED}` },
  { name: 'FaxNote', defaultValues: { faxNumber: '555' }, expectedError: `faxNumber: ${messages.PHONE}` },
  {
    name: 'AddComment',
    defaultValues: { message: 'Calmer' },
    rules: [{ kind: 'required', field: 'unit', message: 'Which unit?' }],
    expectedError: 'unit: Which unit?',
  },
])('is validated by $name: $defaultValues', async ({ sent, expectedError = '', ...form }) => {
  const onSubmit = vi.fn<AnyFormProps['onSubmit']>();
  render(<AnyForm {...form} onSubmit={(body) => onSubmit(body)} />);
  await press('Send');
  const outcome = () => [screen.getByRole('alert').textContent, ...onSubmit.mock.calls.flat()];
  await waitFor(() => expect(outcome()).toEqual(sent === undefined ? [expectedError] : [expectedError, sent]));
});
