import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { makeMe, permissions } from '@/testing/me';
import { renderApp } from '@/testing/render-app';
import { emptyAnswers, server } from '@/testing/server';
import { onPhone } from '@/testing/show-consult';

const TIP = 'Did you know the product offers in-app video? Want to learn more? Let us know!';
const INVITATION = 'Select a consult from the list to view it.';

const me = makeMe({ rbacPermissions: permissions('List Consult', 'View Consult') });

beforeEach(() => {
  server.use(...emptyAnswers);
});

async function open() {
  renderApp('/consult', { me });
  const heading = await screen.findByRole('heading', { level: 1, name: 'Welcome to Wardline' });
  const paragraphs = [...(heading.parentElement?.querySelectorAll('p') ?? [])];
  /** The visible texts. */
  const shown = () => paragraphs.filter((text) => text.dataset.shown !== undefined).map((text) => text.textContent);
  return { shown, paragraphs };
}

const pass = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1_000));

it('[FEED-05] [FEED-01] [FEED-02] the tip alternates with the welcome every 30 s, and Let us know opens the survey', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { shown } = await open();
  expect(shown()).toEqual([INVITATION]);
  pass(29.9);
  expect(shown()).toEqual([INVITATION]);
  pass(0.1);
  expect(shown()).toEqual([TIP]);
  pass(30);
  expect(shown()).toEqual([INVITATION]);
  pass(30);
  expect(shown()).toEqual([TIP]);
  const link = screen.getByRole('button', { name: 'Let us know!' });
  act(() => link.focus());
  pass(90);
  expect(shown()).toEqual([TIP]);
  fireEvent.click(link);
  const survey = await screen.findByRole('dialog', { name: 'Provide Feedback' }, { timeout: 10_000 });
  expect(within(survey).getAllByRole('radio')).toHaveLength(5);
  pass(90);
  expect(shown()).toEqual([TIP]);
});

it('[FEED-05] with reduced motion, the tip is below the welcome', async () => {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('prefers-reduced-motion') ? Object.assign(matchMedia(query), { matches: true }) : matchMedia(query),
  );
  const { paragraphs } = await open();
  const [invitation, tip] = paragraphs;
  expect([invitation?.textContent, tip?.textContent]).toEqual([INVITATION, TIP]);
  expect(tip?.parentElement).toHaveAttribute('data-still', 'true');
});

it('[ROUTE-21] [FEED-05] [NAV-21] a phone shows only the list', async () => {
  onPhone();
  renderApp('/consult', { me });
  expect(await screen.findByRole('region', { name: 'Consults' })).toBeInTheDocument();
  expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual(['Consults']);
  expect(screen.queryByText(/Did you know/)).not.toBeInTheDocument();
});
