import { act, fireEvent, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { server } from '@/testing/server';
import { onPhone } from '@/testing/show-consult';

const TIP = 'Did you know the product offers in-app video? Want to learn more? Let us know!';
const INVITATION = 'Pick a consult from the list to see it here.';

const me = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });

beforeEach(() => {
  server.use(http.all('*/api/*', () => HttpResponse.json({ consults: [], transfers: [], hasMore: false })));
});

async function open() {
  renderApp('/consult', { me });
  const heading = await screen.findByRole('heading', { level: 1, name: 'Welcome to Wardline' });
  const words = [...(heading.parentElement?.querySelectorAll('p') ?? [])];
  /** What stands there for the eye. */
  const shown = () => words.filter((text) => text.dataset.shown !== undefined).map((text) => text.textContent);
  return { shown, words };
}

const turnsIn = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1_000));

it('[FEED-05] [FEED-01] [FEED-02] the tip takes turns with the welcome every 30 s, and Let us know opens the survey', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { shown } = await open();
  expect(shown()).toEqual([INVITATION]);
  turnsIn(29.9);
  expect(shown()).toEqual([INVITATION]);
  turnsIn(0.1);
  expect(shown()).toEqual([TIP]);
  turnsIn(30);
  expect(shown()).toEqual([INVITATION]);
  turnsIn(30);
  expect(shown()).toEqual([TIP]);
  const ask = screen.getByRole('button', { name: 'Let us know!' });
  act(() => ask.focus());
  turnsIn(90);
  expect(shown()).toEqual([TIP]);
  fireEvent.click(ask);
  const survey = await screen.findByRole('dialog', { name: 'Provide Feedback' }, { timeout: 10_000 });
  expect(within(survey).getAllByRole('radio')).toHaveLength(5);
  turnsIn(90);
  expect(shown()).toEqual([TIP]);
});

it('[FEED-05] where nothing is to move the tip stands below the welcome', async () => {
  const usual = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('prefers-reduced-motion') ? Object.assign(usual(query), { matches: true }) : usual(query),
  );
  const { words } = await open();
  const [invitation, tip] = words;
  expect([invitation?.textContent, tip?.textContent]).toEqual([INVITATION, TIP]);
  expect(tip?.parentElement).toHaveAttribute('data-rests', 'true');
});

it('[ROUTE-21] [FEED-05] [NAV-21] a phone shows the list alone', async () => {
  onPhone();
  renderApp('/consult', { me });
  expect(await screen.findByRole('region', { name: 'Consults' })).toBeInTheDocument();
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual(['Consults']);
  expect(screen.queryByText(/Did you know/)).not.toBeInTheDocument();
});
