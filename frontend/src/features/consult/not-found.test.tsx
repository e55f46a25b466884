import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { refreshStale } from '@/api/live';
import { CONSULT_ID, makePsychConsult } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT, makePage, onPhone } from '@/testing/show-consult';

import { ConsultDetail } from './consult-detail';
import { ConsultPageProvider } from './page-context';
import { RawConsult } from './raw-consult';

const show = (consultId: string) =>
  renderFeature(
    <ConsultPageProvider value={makePage()}>
      <ConsultDetail
        consultId={consultId}
        pages={null}
        timeline={null}
        signOff={() => null}
        printedTimeline={() => null}
      />
    </ConsultPageProvider>,
  );

it('[DET-45] [DET-46] [ERR-06] shows that a consult could not be loaded, without a toast', async () => {
  server.use(http.get(CONSULT, () => HttpResponse.json({ code: 'consult_not_found' }, { status: 404 })));
  show(CONSULT_ID);
  expect(await screen.findByText('Failed to load consult')).toBeInTheDocument();
  expect(screen.getByText('This consult does not exist, or you do not have access to it.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(screen.queryByText('Contact Help Desk.')).not.toBeInTheDocument();
});

it('[DET-46] does not send a request for an invalid id', async () => {
  show('no-such-thing');
  expect(await screen.findByText('Failed to load consult')).toBeInTheDocument();
});

it('[DET-46] offers the link back to the list on a phone', async () => {
  onPhone();
  show('no-such-thing');
  expect(await screen.findByRole('link', { name: 'Back to consults' })).toBeInTheDocument();
});

it.each([
  ['[DET-45] [DET-46]', 'the consult', 404, () => show(CONSULT_ID)],
  ['[DET-45] [DET-46]', 'the consult', 403, () => show(CONSULT_ID)],
  ['[DET-45] [DET-47]', 'the raw consult', 404, () => renderFeature(<RawConsult consultId={CONSULT_ID} />)],
])('%s removes %s once the server responds with %i', async (_rows, _what, status, open) => {
  server.use(http.get(CONSULT, () => HttpResponse.json(makePsychConsult())));
  const { queryClient } = open();
  await screen.findAllByText(/Marsh/);
  server.use(http.get(CONSULT, () => HttpResponse.json({ code: 'refused', message: 'Refused.' }, { status })));
  await refreshStale(queryClient, new Set([`consult/${CONSULT_ID}`]));
  expect(await screen.findByText('Failed to load consult')).toBeInTheDocument();
  expect(screen.queryByText(/Marsh/)).not.toBeInTheDocument();
});

it.each([
  ['responds with 500', () => new HttpResponse(null, { status: 500 })],
  ['is unreachable', () => HttpResponse.error()],
])('[DET-45] [DET-47] shows that the raw consult could not be loaded if the server %s', async (_what, answer) => {
  server.use(http.get(CONSULT, answer));
  renderFeature(<RawConsult consultId={CONSULT_ID} />);
  expect(await screen.findByText('Failed to load consult')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});
