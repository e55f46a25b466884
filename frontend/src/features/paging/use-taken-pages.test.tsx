import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';

import type { PageRead } from '@/api/generated/types.gen';
import { makePage, servePages } from '@/testing/pages';
import { renderFeature } from '@/testing/render-app';

import { useTakenPages } from './use-taken-pages';

const request = makePage();
const comment = makePage({ id: 2, kind: 'urgentComment', commentId: 5 });

/** Shows what waits, until it is changed. */
function show(first: readonly PageRead[], takenBy: string | null, openConsultId: string | null = null) {
  const served = servePages(first);
  served.takenBy = takenBy;
  let change: (pages: readonly PageRead[]) => void = () => undefined;
  function Bar() {
    const [pages, setPages] = useState(first);
    change = setPages;
    useTakenPages(pages, openConsultId);
    return <p>{pages.length} waiting</p>;
  }
  renderFeature(<Bar />);
  return { served, change: (pages: readonly PageRead[]) => act(() => change(pages)) };
}

it('[NOTIF-13] says who has taken a request that no longer waits for the user', async () => {
  const { served, change } = show([request, comment], 'Dana Reyes');
  change([comment]);
  expect(await screen.findByText('Taken by Dana Reyes: Tele-Stroke, Lakeshore General - ED')).toBeInTheDocument();
  expect(served.requests).toEqual(['taker 1']);
});

it.each<[string, readonly PageRead[], string | null, readonly string[]]>([
  ['what nobody else has acknowledged', [request], null, ['taker 1']],
  ['a comment, which nobody acknowledges', [comment], 'Dana Reyes', []],
  ['what vanishes because the user went off call', [1, 2, 3, 4].map((id) => makePage({ id })), 'Dana Reyes', []],
])('says nothing about %s', async (_, pages, takenBy, requests) => {
  const { served, change } = show(pages, takenBy);
  change([]);
  await waitFor(() => expect(served.requests).toEqual(requests));
  await act(async () => Promise.resolve());
  expect(screen.queryByText(/^Taken by/)).not.toBeInTheDocument();
});

it('says nothing about the consult on the page, which says it itself', async () => {
  const other = makePage({ id: 3, consultId: '7d9d2f5e-1111-4f7a-9a52-6f6c2a7d9e10', serviceLineName: 'Tele-ICU' });
  const { served, change } = show([request, other], 'Dana Reyes', request.consultId);
  change([]);
  expect(await screen.findByText('Taken by Dana Reyes: Tele-ICU, Lakeshore General - ED')).toBeInTheDocument();
  expect(served.requests).toEqual(['taker 3']);
});
