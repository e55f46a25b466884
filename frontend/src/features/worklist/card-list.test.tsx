import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { ConsultCard } from '@/api/generated/types.gen';
import { listed, makeCards } from '@/testing/make-card';
import { server } from '@/testing/server';
import { openWorklist, serveList, worklistSpecialist } from '@/testing/worklist';

import { compactRows } from './density';
import type { Pages } from './place-card';

const WINDOW = 640;
const CARD = 138;
const ROW = CARD + 8;

/** The scroll container of the list. */
function scrollerOf(list: HTMLElement): HTMLElement {
  if (list.parentElement === null) throw new Error('The list has no parent element.');
  return list.parentElement;
}

async function openLong(count: number) {
  compactRows.write(worklistSpecialist.id, false);
  const cards = makeCards(count);
  const worklist = await openWorklist([], worklistSpecialist);
  serveList(cards);
  const [query] = worklist.queryClient.getQueryCache().findAll({ queryKey: ['worklist'] });
  const show = (shown: readonly ConsultCard[]) =>
    act(() => {
      const pages: Pages = { pages: [{ consults: shown.map(listed), hasMore: false, next: null }], pageParams: [0] };
      query?.setData(pages);
    });
  show(cards);
  const list = await worklist.panel.findByRole('list', { name: 'Consults' });
  const scroller = scrollerOf(list);
  const scrollTo = (top: number) => {
    scroller.scrollTop = top;
    fireEvent.scroll(scroller);
  };
  const rows = () => worklist.panel.getAllByRole('listitem').map((item) => Number(item.getAttribute('aria-posinset')));
  return { ...worklist, cards, show, scroller, scrollTo, rows };
}

describe('a long list', () => {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(WINDOW);
    vi.spyOn(HTMLLIElement.prototype, 'offsetHeight', 'get').mockReturnValue(CARD);
  });

  it('renders only the cards near the viewport, with their positions in the full list', async () => {
    const { panel, rows, scrollTo } = await openLong(400);
    expect(rows().length).toBeLessThan(20);
    expect(panel.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '400');
    scrollTo(200 * ROW);
    await waitFor(() => expect(rows()).toContain(203));
    expect(rows().length).toBeLessThan(30);
    expect(rows()).not.toContain(2);
  });

  it('keeps focus on a card that is scrolled out of view, and arrow keys continue from there', async () => {
    const { panel, rows, scrollTo, user } = await openLong(400);
    const card = panel.getByRole('link', { name: /Family003/ });
    card.focus();
    scrollTo(300 * ROW);
    await waitFor(() => expect(rows()).toContain(303));
    expect(card).toHaveFocus();
    expect(card).toBeInTheDocument();
    await user.keyboard('{ArrowDown}');
    expect(panel.getByRole('link', { name: /Family004/ })).toHaveFocus();
    await user.keyboard('{End}');
    expect(panel.getByRole('link', { name: /Family400/ })).toHaveFocus();
    await user.keyboard('{Home}');
    expect(panel.getByRole('link', { name: /Family001/ })).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(panel.getByRole('link', { name: /Family001/ })).toHaveFocus();
  });

  it('keeps the reading position when cards above change, and shows new ones if scrolled to the top', async () => {
    const { panel, cards, show, scroller, scrollTo, rows } = await openLong(100);
    scrollTo(50 * ROW + 30);
    await waitFor(() => expect(rows()).toContain(52));
    const others = cards.slice(1);
    show(others);
    await waitFor(() => expect(scroller.scrollTop).toBe(49 * ROW + 30));
    fireEvent.scroll(scroller);
    show(cards);
    await waitFor(() => expect(scroller.scrollTop).toBe(50 * ROW + 30));
    scrollTo(0);
    show(others);
    await waitFor(() => expect(rows()[0]).toBe(1));
    await waitFor(() => expect(panel.queryByRole('link', { name: /Family001/ })).not.toBeInTheDocument());
    show(cards);
    expect(await panel.findByRole('link', { name: /Family001/ })).toBeInTheDocument();
    expect(scroller.scrollTop).toBe(0);
  });

  it('keeps the reading position when a card above leaves and returns at once', async () => {
    const { cards, show, scroller, scrollTo, rows } = await openLong(100);
    scrollTo(50 * ROW + 30);
    await waitFor(() => expect(rows()).toContain(52));
    show(cards.slice(1));
    await waitFor(() => expect(scroller.scrollTop).toBe(49 * ROW + 30));
    show(cards);
    await waitFor(() => expect(scroller.scrollTop).toBe(50 * ROW + 30));
  });

  it('is not scrolled when more cards are added at its end, which would stop a swipe', async () => {
    const { panel, cards, show, scroller, scrollTo, rows } = await openLong(100);
    scrollTo(50 * ROW + 30);
    await waitFor(() => expect(rows()).toContain(52));
    const scrolling = vi.spyOn(scroller, 'scrollTo');
    show([...cards, { ...cards[0]!, id: 'f3a1c1de-0000-4000-8000-000000000101' }]);
    await waitFor(() => expect(panel.getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '101'));
    expect(scrolling).not.toHaveBeenCalled();
  });

  it('is shown immediately when the user returns to it, and keeps the reading position after that', async () => {
    const { cards, show, router } = await openLong(100);
    server.use(http.post('*/api/consults/$search', () => new Promise<never>(() => undefined)));
    await act(() => router.navigate({ to: '/help' }));
    await act(() => router.navigate({ to: '/consult' }));
    const list = await screen.findByRole('list', { name: 'Consults' });
    const rows = () => within(list).queryAllByRole('listitem').length;
    expect(rows()).toBeGreaterThan(0);
    const scroller = scrollerOf(list);
    scroller.scrollTop = 50 * ROW + 30;
    fireEvent.scroll(scroller);
    await within(list).findByRole('link', { name: /Family052/ });
    show(cards.slice(1));
    await waitFor(() => expect(scroller.scrollTop).toBe(49 * ROW + 30));
  });

  it('returns to the card where it was left, or to the top if it was there', async () => {
    const { cards, show, scrollTo, rows, router } = await openLong(100);
    const leaveAndReturn = async () => {
      await act(() => router.navigate({ to: '/help' }));
      await act(() => router.navigate({ to: '/consult' }));
      const list = await screen.findByRole('list', { name: 'Consults' });
      return { list, scroller: scrollerOf(list) };
    };
    scrollTo(50 * ROW + 30);
    await waitFor(() => expect(rows()).toContain(52));
    const { list, scroller } = await leaveAndReturn();
    expect(scroller.scrollTop).toBe(50 * ROW + 30);
    expect(within(list).getByRole('link', { name: /Family052/ })).toBeInTheDocument();
    show(cards.slice(1));
    await waitFor(() => expect(scroller.scrollTop).toBe(49 * ROW + 30));
    scroller.scrollTop = 0;
    fireEvent.scroll(scroller);
    const returned = await leaveAndReturn();
    expect(returned.scroller.scrollTop).toBe(0);
  });

  it('moves focus from a removed card to the next one, or to the last', async () => {
    const { panel, cards, show, scrollTo, rows } = await openLong(100);
    panel.getByRole('link', { name: /Family003/ }).focus();
    const rest = cards.filter((_card, index) => index !== 2);
    show(rest);
    await waitFor(() => expect(panel.getByRole('link', { name: /Family004/ })).toHaveFocus());
    // Even from a card that is scrolled out of view.
    scrollTo(80 * ROW);
    await waitFor(() => expect(rows()).toContain(82));
    show(rest.filter((_card, index) => index !== 2));
    await waitFor(() => expect(panel.getByRole('link', { name: /Family005/ })).toHaveFocus());
    show(cards.slice(0, 2));
    await waitFor(() => expect(panel.getByRole('link', { name: /Family002/ })).toHaveFocus());
    // A focus elsewhere is not moved.
    panel.getByRole('button', { name: 'Filter' }).focus();
    show(cards.slice(0, 1));
    await waitFor(() => expect(rows()).toEqual([1]));
    expect(panel.getByRole('button', { name: 'Filter' })).toHaveFocus();
  });
});
