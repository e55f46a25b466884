import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';

import type { DutyNoticeRead } from '@/api/generated/types.gen';
import { connectQueries } from '@/api/live';
import { serveDutyNotices } from '@/testing/duty-notices';
import { makeDutyNews, makeDutyNotice } from '@/testing/make-duty-notice';
import { connectLive } from '@/testing/live-server';
import { makeMe } from '@/testing/me';
import { renderFeature } from '@/testing/render-app';
import { refusal } from '@/testing/show-consult';
import { speedUpTimers } from '@/testing/speed-up-timers';

import { DutyBar } from './duty-bar';
import { dutyNoticesQuery } from './queries';

const me = makeMe({ id: 7 });
const begun = makeDutyNotice();
const assigned = makeDutyNews();
const asked = makeDutyNews({
  id: 3,
  kind: 'coverAsked',
  text: 'Amara Feldspar asks for cover on Tele-Stroke (Fri Mar 6, 7:00pm to 7:00am EST).',
  actionName: 'Answer',
  needsAnswer: true,
});
const onOpen = vi.fn();
const onGoOnCall = vi.fn();

function Fetched({ isLine = false }) {
  const { data } = useQuery(dutyNoticesQuery(me.id));
  return <DutyBar notices={data ?? []} onOpen={onOpen} onGoOnCall={onGoOnCall} isGoing={false} isLine={isLine} />;
}

/** The bar with what the server has, and a function that tells of a change. */
async function show(...list: DutyNoticeRead[]) {
  onOpen.mockClear();
  onGoOnCall.mockClear();
  const live = await connectLive();
  const served = serveDutyNotices(list);
  const { queryClient } = renderFeature(<Fetched />, { me });
  const disconnect = connectQueries(queryClient);
  onTestFinished(() => {
    disconnect();
    live.close();
  });
  const send = (...next: DutyNoticeRead[]) => {
    served.list = next;
    return live.send('duty-notice:changed', {});
  };
  return { served, send };
}

const bar = () => screen.findByRole('region', { name: 'Your duty' });
const texts = async () =>
  within(await bar())
    .getAllByRole('listitem')
    .map((row) => row.querySelector('p')?.textContent);
const dismiss = ({ text }: DutyNoticeRead) => screen.getByRole('button', { name: `Dismiss: ${text}` });
const gone = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Your duty' })).not.toBeInTheDocument());

it('shows what is urgent, then the newest, and the others on request', async () => {
  await show(asked, assigned, begun);
  expect(await texts()).toEqual([begun.text]);
  await userEvent.click(screen.getByRole('button', { name: '2 more' }));
  expect(await texts()).toEqual([begun.text, asked.text, assigned.text]);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Answer', 'My Shifts']);
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer' }));
  expect(await texts()).toEqual([begun.text]);
});

it('is one line beside a note in a call, with the number of notices, and shows them on request', async () => {
  serveDutyNotices([asked, begun]);
  renderFeature(<Fetched isLine />, { me });
  const line = within(await bar()).getByRole('button', { name: `Your duty: ${begun.text} (2)` });
  await userEvent.click(line);
  expect(await bar()).not.toHaveAttribute('data-slim');
  expect(await texts()).toEqual([begun.text, asked.text]);
  await userEvent.click(screen.getByRole('link', { name: 'Answer' }));
  expect(await bar()).toHaveAttribute('data-slim');
});

it('goes on call for a shift that has begun, whose notice stays until that is done', async () => {
  const { served } = await show(begun);
  await bar();
  await userEvent.click(screen.getByRole('button', { name: 'Go on Call' }));
  expect(onGoOnCall).toHaveBeenCalledExactlyOnceWith(begun);
  expect(served.seen).toEqual([]);
  expect(dismiss(begun)).toBeEnabled();
});

it('says what is new to screen readers, at once if it is urgent, and shows it without a reload', async () => {
  const { send } = await show();
  expect(screen.queryByRole('region', { name: 'Your duty' })).not.toBeInTheDocument();
  await send(assigned);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(assigned.text));
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  await send(begun, assigned);
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(begun.text));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(await texts()).toEqual([begun.text]);
});

it('keeps a dismissed notice in its place for a moment, so that a second press hits nothing else', async () => {
  speedUpTimers();
  const { served } = await show(begun, assigned);
  await bar();
  await userEvent.click(dismiss(begun));
  await waitFor(() => expect(served.seen).toEqual(['1']));
  expect(await texts()).toEqual([begun.text]);
  expect(dismiss(begun)).toBeDisabled();
  expect(await bar()).toHaveFocus();
  await waitFor(async () => expect(await texts()).toEqual([assigned.text]));
  await userEvent.click(dismiss(assigned));
  await gone();
  expect(served.seen).toEqual(['1', '2']);
});

it('opens the page of a notice, after which only what needs an answer stays', async () => {
  speedUpTimers();
  const { served } = await show(asked, assigned);
  await bar();
  await userEvent.click(screen.getByRole('link', { name: 'Answer' }));
  expect(onOpen).toHaveBeenLastCalledWith('/my-shifts');
  await userEvent.click(screen.getByRole('button', { name: '1 more' }));
  const myShifts = screen.getByRole('link', { name: 'My Shifts' });
  await userEvent.click(myShifts);
  expect(onOpen).toHaveBeenCalledTimes(2);
  await userEvent.unhover(myShifts);
  await waitFor(async () => expect(await texts()).toEqual([asked.text]));
  expect(served.seen).toEqual([String(assigned.id)]);
});

it('marks a dismissed notice at once, and shows it again if that failed, with an error', async () => {
  const { served } = await show(begun);
  let answer: (response: Response) => void = () => undefined;
  served.see = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  await bar();
  await userEvent.click(dismiss(begun));
  await waitFor(() => expect(served.seen).toEqual(['1']));
  expect(dismiss(begun)).toBeDisabled();
  answer(refusal(400));
  expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
  await waitFor(() => expect(dismiss(begun)).toBeEnabled());
});

it('does not come under a finger: it waits until nobody has pressed anything for a moment', async () => {
  const { send } = await show();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  fireEvent.pointerDown(document.body);
  await send(begun);
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(begun.text));
  expect(screen.queryByRole('region', { name: 'Your duty' })).not.toBeInTheDocument();
  vi.advanceTimersByTime(1_500);
  expect(await texts()).toEqual([begun.text]);
});
