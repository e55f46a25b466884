import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { reloadReason } from '@/shared/lib/build';
import { hasDirtyForms } from '@/drafts/dirty-forms';
import { makeEntry } from '@/testing/make-consult';
import { server } from '@/testing/server';
import { showTimeline, UPDATES } from '@/testing/show-timeline';

const network = vi.hoisted(() => ({ lost: true, requests: 0 }));

// The validation module, behind a network that is down at first.
vi.mock('@/api/generated/zod.gen', async (load) => {
  network.requests += 1;
  if (network.lost) throw new Error('Failed to fetch dynamically imported module');
  return load();
});

beforeEach(() => {
  network.lost = true;
  network.requests = 0;
});
afterEach(() => reloadReason.setState(null, true));

it('[TIME-12] leaves it to the update banner if the page itself is outdated', async () => {
  const page = '<script type="module" src="/assets/index-new.js"></script>';
  server.use(http.get('/', () => HttpResponse.html(page)));
  showTimeline([makeEntry()], ['comment']);
  const box = screen.getByRole('textbox', { name: /Add Comment/ });
  await userEvent.type(box, 'Calmer');
  await userEvent.click(screen.getByRole('button', { name: 'Add Comment' }));
  await waitFor(() => expect(reloadReason.getState()).toBe('updated'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add Comment' })).toBeEnabled());
  expect(screen.queryByText('Contact Help Desk.')).not.toBeInTheDocument();
  expect(box).toHaveValue('Calmer');
});

it('[ERR-05] [TIME-10] [TIME-12] reports a lost connection instead of an invalid form if the validation module cannot be loaded, and preloads it', async () => {
  const sent: unknown[] = [];
  server.use(
    http.get('/', () => HttpResponse.error()),
    http.post(UPDATES, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(makeEntry({ id: 2, taskType: 'update', message: 'Calmer now.' }), { status: 201 });
    }),
  );
  showTimeline([makeEntry()], ['comment']);
  const box = screen.getByRole('textbox', { name: /Add Comment/ });
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Add Comment' }));
  await waitFor(() => expect(network.requests).toBe(1));
  await userEvent.type(box, 'Calmer');
  await send();
  expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
  const requests = network.requests;
  await userEvent.type(box, ' now.');
  expect(screen.queryByText('Resolve form errors to proceed')).not.toBeInTheDocument();
  expect(box).toHaveValue('Calmer now.');
  expect(box).toBeValid();
  expect(hasDirtyForms()).toBe(true);
  expect(network.requests).toBe(requests);
  expect(sent).toEqual([]);
  network.lost = false;
  await send();
  expect(await screen.findByText('Update created')).toBeInTheDocument();
  expect(sent).toEqual([{ message: 'Calmer now.', alert: false }]);
});
