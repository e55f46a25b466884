import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { CONSULT_ID } from '@/testing/make-consult';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { CONSULT, onPhone } from '@/testing/show-consult';

import { ConsultDetail } from './consult-detail';

const show = (consultId: string) =>
  renderFeature(
    <ConsultDetail
      consultId={consultId}
      view="consult"
      onView={() => undefined}
      back={<a href="/consult">Back to consults</a>}
      timeline={() => null}
      printedTimeline={() => null}
    />,
  );

it('[DET-45] [DET-46] says in its place that a consult could not be loaded, without a toast', async () => {
  server.use(http.get(CONSULT, () => HttpResponse.json({ code: 'consult_not_found' }, { status: 404 })));
  show(CONSULT_ID);
  expect(await screen.findByText('Failed to load consult')).toBeInTheDocument();
  expect(screen.getByText('There is no such consult, or it is not yours to see.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  expect(screen.queryByText('Contact Help Desk.')).not.toBeInTheDocument();
});

it('[DET-46] asks the server nothing about what is not an id', async () => {
  show('no-such-thing');
  expect(await screen.findByText('Failed to load consult')).toBeInTheDocument();
});

it('offers the way back to the list on a phone', async () => {
  onPhone();
  show('no-such-thing');
  expect(await screen.findByRole('link', { name: 'Back to consults' })).toBeInTheDocument();
});
