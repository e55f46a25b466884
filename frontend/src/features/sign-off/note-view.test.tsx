import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { speedUpTimers } from '@/testing/speed-up-timers';
import { makeStrokeConsult } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT, refusal } from '@/testing/show-consult';
import { note, press, signer } from '@/testing/sign-offs';

import { NoteMenu } from './note-menu';

function showMenu() {
  const consult = makeStrokeConsult({ state: 'completed', allowedActions: ['exportSignoffNote'], signOffNote: note });
  renderFeature(<NoteMenu consult={consult} />, { me: signer });
}

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

it('[SIGN-49] View opens the document in a new window', async () => {
  const page = { location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(page as unknown as Window);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:document');
  const file = new HttpResponse('%PDF-', { headers: { 'Content-Type': 'application/pdf' } });
  server.use(http.get(`${CONSULT}/export-sign-off-note`, () => file));
  showMenu();
  await press('View');
  await waitFor(() => expect(page.location.replace).toHaveBeenCalledWith('blob:document'));
  expect(page.close).not.toHaveBeenCalled();
});

it.each([
  ['no permission', () => refusal(403)],
  ['a missing document', () => refusal(404)],
  ['a document that cannot be created', () => refusal(503)],
  ['no response', () => HttpResponse.error()],
])('[BERR-23] [SIGN-49] View leaves no window open and says so: %s', async (_, answer) => {
  speedUpTimers();
  const page = { location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(page as unknown as Window);
  server.use(http.get(`${CONSULT}/export-sign-off-note`, answer));
  showMenu();
  await press('View');
  await waitFor(() => expect(page.close).toHaveBeenCalledOnce());
  expect((await screen.findByText('Contact Help Desk.')).closest('[role="alert"]')).toBeInTheDocument();
  expect(page.location.replace).not.toHaveBeenCalled();
});

it('View says how to allow pop-ups if the browser blocks its window, and can be pressed again', async () => {
  const page = { location: { replace: vi.fn() }, close: vi.fn() };
  vi.spyOn(window, 'open')
    .mockReturnValueOnce(null)
    .mockReturnValue(page as unknown as Window);
  const address = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:document');
  const file = vi.fn(() => new HttpResponse('%PDF-', { headers: { 'Content-Type': 'application/pdf' } }));
  server.use(http.get(`${CONSULT}/export-sign-off-note`, file));
  showMenu();
  await press('View');
  const how = await screen.findByText('Allow pop-ups for this site in your browser, then view the note again.');
  expect(within(how.closest<HTMLElement>('[role="alert"]')!).getByText('The note could not be opened.')).toBeVisible();
  expect(file).not.toHaveBeenCalled();
  expect(address).not.toHaveBeenCalled();
  await press('View');
  await waitFor(() => expect(page.location.replace).toHaveBeenCalledWith('blob:document'));
});
