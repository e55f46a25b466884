import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { lines, type LineSlug } from '@/api/contract/lines.gen';
import { messages } from '@/api/contract/messages.gen';
import { pasteInto } from '@/testing/paste-into';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { choose, done, errorSummary } from '@/testing/show-request-form';
import { speedUpTimers } from '@/testing/speed-up-timers';
import { wizardNetwork } from '@/testing/wizard-network';
import { requester as me, storeWizard } from '@/testing/wizard-tab';

const idOf = (slug: LineSlug): number => lines.find((line) => line.slug === slug)!.ids[0];

interface OpenLineOptions {
  readonly number?: string | null;
  readonly id?: number;
}

/** Opens the last step for one line and enters the callback number, unless it is null. */
async function openLine(slug: LineSlug, { number = '5550100111', id = idOf(slug) }: OpenLineOptions = {}) {
  const { created } = wizardNetwork();
  storeWizard({ serviceLineId: id });
  const app = renderApp(`/request/${slug}`, { me });
  await screen.findByRole('button', { name: 'Done' }, { timeout: 5_000 });
  if (number !== null) await pasteInto(screen.getByLabelText(/^Callback Number/), number);
  return { ...app, created };
}

const slugs = lines.map(({ slug }) => slug);
it.each(slugs)(
  '[INFO-01] [INFO-10] [INFO-11] [INFO-44] [WIZ-35] %s asks for the callback number last, and confirms before leaving the form',
  async (slug) => {
    const { router } = await openLine(slug);
    const number = screen.getByLabelText(/^Callback Number/);
    const fieldsAfter = [...document.querySelectorAll('input, textarea:not([aria-hidden])')].filter(
      (field) => (number.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    );
    expect(fieldsAfter).toEqual([]);
    const button = screen.getByRole('button', { name: 'Done' });
    expect(number.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    void router.navigate({ to: '/help' });
    const dialog = await screen.findByRole('dialog', { name: 'Discard Changes?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(number).toHaveValue('(555) 010-0111'));
    expect(router.state.location.pathname).toBe(`/request/${slug}`);
  },
);

it.each(slugs)(
  '[FSTROKE-41] [FSTROKE-42] [FPSYCH-01] [VAL-42] [WIZ-34] %s marks the fields that Done requires and rejects text that is too long',
  async (slug) => {
    const { created } = await openLine(slug, { number: null });
    await done();
    const banner = (await screen.findByText(messages.FORM_BANNER)).closest<HTMLElement>('[role=alert]')!;
    for (const link of within(banner).getAllByRole('link')) {
      const field = document.getElementById(link.getAttribute('href')!.slice(1)) as HTMLInputElement;
      const required = field.required || (field.closest('fieldset')?.textContent ?? '').includes('(required)');
      expect(required, link.textContent).toBe(true);
    }
    const texts = [
      ...document.querySelectorAll<HTMLInputElement>(
        'input[name]:not([inputmode], [type=radio], [type=checkbox]), textarea[name]',
      ),
    ];
    for (const text of texts) {
      await userEvent.click(text);
      await userEvent.paste('x'.repeat(256));
    }
    await done();
    await waitFor(() => expect(document.activeElement).toHaveAttribute('aria-invalid', 'true'));
    expect(banner).toBeInTheDocument();
    const shown = within(banner).queryAllByText(/Must be at most 255 characters long\.$/);
    expect(shown).toHaveLength(texts.length);
    expect(texts.map(({ value }) => value.length)).toEqual(texts.map(() => 256));
    const counters = screen.queryAllByText('256 of 255 characters', { selector: '[data-figures]' });
    expect(counters).toHaveLength(texts.length);
    expect(created).toEqual([]);
  },
);

const emergencies = [
  ['tele-toxicology', 4],
  ['tele-icu', 6],
  ['tele-stroke', 2],
  ['acute-stroke', 5],
] as const;
// The regional stroke line has the same form.
it.each([...emergencies, ['tele-stroke', 10] as const])(
  '[FTOX-06] [FICU-06] [FSTROKE-28] [WIZ-33] [WIZ-37] %s sends its own service line and the emergency flag',
  async (slug, id) => {
    const { created } = await openLine(slug, { id });
    await userEvent.click(screen.getAllByRole('button', { name: 'Emergency' })[0]!);
    await waitFor(() => expect(created).toHaveLength(1));
    expect(created[0]?.body).toMatchObject({ serviceLineId: id, isEmergency: true });
  },
);

it('[ERR-08] says after three seconds that it is still sending, on the one of the Emergency buttons that was pressed', async () => {
  await openLine('tele-stroke');
  server.use(
    http.post('*/api/consults', async () => {
      await delay(3_800);
      return HttpResponse.json({ id: '7d1f0a52-0000-4000-8000-000000000001' }, { status: 201 });
    }),
  );
  const button = screen.getAllByRole('button', { name: 'Emergency' })[1]!;
  speedUpTimers();
  await userEvent.click(button);
  const said = await screen.findByText(/Still sending/, {}, { timeout: 3_600 });
  expect(button.nextElementSibling).toBe(said);
}, 10_000);

it.each(emergencies)(
  '[FICU-07] [VAL-02] [WIZ-33] [WIZ-34] %s does not send an emergency request with an incomplete callback number',
  async (slug) => {
    const { created } = await openLine(slug, { number: '555010' });
    for (const index of [0, 1]) {
      await userEvent.click(screen.getAllByRole('button', { name: 'Emergency' })[index]!);
      expect(await errorSummary()).toEqual(['Callback Number: Enter a valid phone number.']);
    }
    expect(created).toEqual([]);
  },
);

it('[FCOVID-04] [NAV-23] [WIZ-13] [WIZ-32] tele-covid sends its own service line, with the patient and the location', async () => {
  const { created } = await openLine('tele-covid');
  for (const question of [/respiratory/, /pressure/, /^Another/]) await choose(question, 'Unknown');
  await pasteInto(screen.getByLabelText(/^Call Reason/), 'Increasing oxygen requirement');
  await done();
  await waitFor(() => expect(created).toHaveLength(1));
  expect(created[0]?.body).toMatchObject({
    serviceLineId: 7,
    isEmergency: false,
    Encounter: { locationId: 11 },
    Patient: {
      nameGiven: 'Rosalind',
      nameFamily: 'Franklin',
      birthDate: '1950-07-25',
      gender: 'female',
      isEmr: true,
      emrId: 'enc-1',
      identifiers: [{ system: 'https://wardline.example/identifiers/patient', value: '40021' }],
    },
  });
});
