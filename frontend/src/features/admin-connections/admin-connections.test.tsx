import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { makeConnection, makeTested, serveConnections } from '@/testing/connections';
import { renderFeature } from '@/testing/render-app';

import { Connections } from './connections';
import { connectionsQuery } from './queries';

const failing = makeConnection({
  kind: 'fax',
  state: 'fails',
  value: 'The latest attempt to send faxes did not get through.',
  action: 'Check `WARDLINE_FAX_API_KEY`.',
  lastError: 'no connection',
  lastErrorAt: '2026-03-04T11:59:00Z',
});
const off = makeConnection({ kind: 'relay', state: 'off', value: 'Not set up.', lastSuccessAt: null, test: null });

const part = (name: string) => screen.findByRole('region', { name });

it('says how each does and what to do, and names settings without their values', async () => {
  serveConnections([makeConnection(), failing, off]);
  renderFeature(<Connections />);
  expect(await screen.findByText('1 connection does not work. 1 is not set up.')).toBeInTheDocument();
  const fax = await part('Fax');
  expect(within(fax).getByText('Does not work')).toBeInTheDocument();
  expect(within(fax).getByText('WARDLINE_FAX_API_KEY').tagName).toBe('CODE');
  expect(within(fax).getByText(/: no connection$/)).toBeInTheDocument();
  const relay = await part('Relay for Calls');
  expect(within(relay).queryByRole('button', { name: /^Test now/ })).not.toBeInTheDocument();
  expect(within(relay).queryByText('Last success')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Settings of E-mail, 2 of 3 set' }));
  const settings = within(screen.getByRole('list', { name: 'Settings of E-mail' })).getAllByRole('listitem');
  expect(settings.map(({ textContent }) => textContent)).toEqual([
    'WARDLINE_MAIL_HOSTSet',
    'WARDLINE_MAIL_PASSWORDSet; its value is secret',
    'WARDLINE_MAIL_PORTNot set',
  ]);
});

it('tests one connection, and says what came of it or why it was not tested', async () => {
  const served = serveConnections([makeConnection(), failing]);
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  renderFeature(<Connections />);
  const mail = await part('E-mail');
  const test = within(mail).getByRole('button', { name: 'Test now: E-mail' });
  await userEvent.click(test);
  expect(await within(mail).findByText(/It accepted the connection and the sign-in\./)).toBeInTheDocument();
  // The second of a double click, when the first has been answered.
  await userEvent.click(test);
  expect(served.asked).toEqual([{ kind: 'mail', part: null }]);
  now = 2_000;
  served.tested = makeTested({ isWorking: false, value: 'No sign-in.', action: 'Check `WARDLINE_MAIL_USER`.' });
  await userEvent.click(test);
  expect(await within(mail).findByText(/No sign-in\./)).toBeInTheDocument();
  expect(within(mail).getByText('WARDLINE_MAIL_USER')).toBeInTheDocument();
  now = 4_000;
  served.refusal = 429;
  await userEvent.click(test);
  expect(await within(mail).findByText(/could not be made\. Too many requests/)).toBeInTheDocument();
});

it('tells those of organizations apart, and says why one that calls cannot be tested', async () => {
  const client = makeConnection({
    kind: 'provisioning',
    part: 'entra',
    name: 'entra, Lakeshore',
    lastError: 'It has the name of another one.',
    lastErrorAt: '2026-03-04T11:59:00Z',
    test: null,
    untestable: 'The identity provider calls.',
  });
  const interfaces = ['Lakeshore', 'Summit'].map((name) =>
    makeConnection({ kind: 'hl7', part: name, name, address: `${name}.example:2575, with TLS` }),
  );
  const served = serveConnections([client, ...interfaces]);
  renderFeature(<Connections />);
  const entra = await part('SCIM Client: entra, Lakeshore');
  expect(within(entra).getByText('Last refusal')).toBeInTheDocument();
  expect(within(entra).getByText('The identity provider calls.')).toBeInTheDocument();
  expect(within(entra).queryByRole('button', { name: /^Test now/ })).not.toBeInTheDocument();
  const summit = await part('HL7 Interface: Summit');
  expect(within(summit).getByText('Summit.example:2575, with TLS')).toBeInTheDocument();
  await userEvent.click(within(summit).getByRole('button', { name: 'Test now: HL7 Interface: Summit' }));
  expect(await within(summit).findByText(/It accepted/)).toBeInTheDocument();
  expect(served.asked).toEqual([{ kind: 'hl7', part: 'Summit' }]);
});

it('says since when it is outdated, that nothing could be loaded, and that rights have ended', async () => {
  const served = serveConnections([makeConnection()]);
  served.failure = 418;
  const { queryClient } = renderFeature(<Connections />);
  expect(await screen.findByText('The connections could not be loaded')).toBeInTheDocument();
  served.failure = 0;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await part('E-mail')).toBeInTheDocument();
  const refetch = () => act(() => queryClient.refetchQueries({ queryKey: connectionsQuery.queryKey }));
  served.failure = 418;
  await refetch();
  expect(await screen.findByText(/Not up to date\. This is how it was at/)).toBeInTheDocument();
  served.failure = 403;
  await refetch();
  expect(await screen.findByText('You do not have access to this page')).toBeInTheDocument();
});
