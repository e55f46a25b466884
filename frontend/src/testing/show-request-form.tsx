import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { expect, vi } from 'vitest';

import { lines, type LineSlug } from '@/api/contract/lines.gen';
import { messages } from '@/api/contract/messages.gen';
import type { LocationRead } from '@/api/generated/types.gen';
import type { RequestDraft, RequestFormProps } from '@/service-lines/request-form';
import type { Me } from '@/session/me';

import { renderFeature } from './render-app';
import { makeUnit } from './wizard-network';

interface RequestFormOptions {
  draft?: RequestDraft | null;
  unit?: LocationRead;
  me?: Me;
  /** The server's response. */
  onSubmit?: (request: RequestDraft) => Promise<void>;
}

/** Renders a line's form as in the wizard's last step; returns what it sends and saves. */
export function showRequestForm(
  slug: LineSlug,
  RequestForm: ComponentType<RequestFormProps>,
  { draft = null, unit = makeUnit({ id: 11 }), me, ...options }: RequestFormOptions = {},
) {
  const onSubmit = vi.fn(options.onSubmit ?? (() => Promise.resolve()));
  const onDraft = vi.fn<(typed: RequestDraft) => void>();
  const view = renderFeature(
    <RequestForm
      contract={lines.find((line) => line.slug === slug)!}
      unit={unit}
      draft={draft}
      onDraft={onDraft}
      onSubmit={onSubmit}
    />,
    me === undefined ? {} : { me },
  );
  return { ...view, onSubmit, onDraft };
}

export const group = (name: RegExp) => within(screen.getByRole('group', { name }));
export const choose = (question: RegExp, answer: string) =>
  userEvent.click(group(question).getByRole('radio', { name: answer }));
export const check = (question: RegExp, answer: string) =>
  userEvent.click(group(question).getByRole('checkbox', { name: answer }));
/** Appends text in one step. */
export const fillIn = async (question: RegExp, text: string) => {
  await userEvent.click(screen.getByLabelText(question));
  await userEvent.paste(text);
};
export const done = () => userEvent.click(screen.getByRole('button', { name: 'Done' }));

/** The lines of the error summary after a rejected submission. Checks that each error is also at its field, and that missing fields are marked as required. */
export const errorSummary = async () => {
  const title = await screen.findByText(messages.FORM_BANNER);
  const banner = title.closest<HTMLElement>('[role=alert]')!;
  const links = within(banner).getAllByRole<HTMLAnchorElement>('link');
  for (const { hash, textContent } of links) {
    const field = document.getElementById(decodeURIComponent(hash.slice(1)))!;
    const message = textContent.split(/[:?] /).at(-1)!;
    expect(field.closest('fieldset') ?? field.closest('.mantine-InputWrapper-root')).toHaveTextContent(message);
  }
  const lines = links.map((link) => link.textContent);
  const labels = [...document.querySelectorAll('label, legend, .mantine-InputWrapper-label')].map(
    (label) => label.textContent,
  );
  for (const line of lines) {
    const message = MISSING.find((text) => line.endsWith(text));
    if (message === undefined) continue;
    const label = line.slice(0, -message.length).replace(/:? $/, '');
    expect(labels).toContainEqual(expect.stringMatching(requiredLabel(label)));
  }
  return lines;
};

const MISSING = [messages.REQUIRED, messages.SELECT_ONE];
/** The label with the asterisk of a required field. */
const requiredLabel = (label: string) =>
  new RegExp(`^${label.replaceAll(/[?()*.+]/g, String.raw`\$&`)} ?(\\*|\\* ?\\(required\\))$`);
