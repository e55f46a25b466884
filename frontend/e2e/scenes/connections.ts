import { expect, type Page } from '@playwright/test';

import type { ConnectionRead } from '../../src/api/generated/types.gen';
import { ago } from './note-content';
import type { Scene } from './scene';

const CONNECTIONS = '**/api/connections';

const setting = (name: string, isSet: boolean, isSecret = false) => ({
  name,
  source: isSecret ? ('secret' as const) : ('value' as const),
  isRequired: true,
  isSet,
});

const ofAll = { part: null, name: null, address: null, untestable: null };

const known: ConnectionRead[] = [
  {
    ...ofAll,
    kind: 'identity',
    state: 'works',
    value: 'Its keys were read. They are read again every hour, and whenever a token has an unknown one.',
    action: null,
    lastSuccessAt: ago(12),
    lastError: null,
    lastErrorAt: null,
    settings: [setting('WARDLINE_OIDC_ISSUER', true)],
    test: 'Reads the discovery document and the keys.',
  },
  {
    kind: 'provisioning',
    part: 'entra',
    name: 'entra, Lakeshore Health System',
    address: null,
    state: 'works',
    value: 'It calls, and its latest request was refused.',
    action: 'See Admin, Provisioning for what was refused and why.',
    lastSuccessAt: ago(40),
    lastError: 'Another person signs in with this name.',
    lastErrorAt: ago(38),
    settings: [setting('WARDLINE_SCIM_SECRETS_FILE', true)],
    test: null,
    untestable: 'The identity provider calls, so nothing can be tested from here. Test the connection there.',
  },
  {
    kind: 'hl7',
    part: '1',
    name: 'Lakeshore Health System',
    address: 'interface.lakeshore.example:2575, with TLS',
    state: 'works',
    value: 'The latest notes were accepted.',
    action: null,
    lastSuccessAt: ago(7),
    lastError: null,
    lastErrorAt: null,
    settings: [setting('WARDLINE_FILING_TIMEOUT', false)],
    test: 'Opens a connection, with TLS if it is set, and closes it. Sends no message.',
    untestable: null,
  },
  {
    ...ofAll,
    kind: 'mail',
    state: 'fails',
    value: 'The latest attempt to send e-mails did not get through. It is repeated automatically.',
    action: 'Check that the mail server runs, and the account in `WARDLINE_MAIL_USER` and `WARDLINE_MAIL_PASSWORD`.',
    lastSuccessAt: ago(26 * 60),
    lastError: 'sign-in refused, code 535',
    lastErrorAt: ago(2),
    settings: [setting('WARDLINE_MAIL_HOST', true), setting('WARDLINE_MAIL_PASSWORD', true, true)],
    test: 'Connects and signs in. Sends no e-mail.',
  },
  {
    ...ofAll,
    kind: 'relay',
    state: 'off',
    value: 'Not set up.',
    action: 'Set `WARDLINE_TURN_URLS`, `WARDLINE_TURN_SECRET`, and restart the nodes one after another.',
    lastSuccessAt: null,
    lastError: null,
    lastErrorAt: null,
    settings: [setting('WARDLINE_TURN_URLS', false), setting('WARDLINE_TURN_SECRET', false, true)],
    test: null,
  },
];

async function serveConnections(page: Page, status: number) {
  await page.unrouteAll();
  await page.route('**/api/undelivered-notes', (route) => route.fulfill({ status: 200, json: [] }));
  await page.route(CONNECTIONS, (route) =>
    route.fulfill({ status, json: status === 200 ? { checkedAt: ago(0), connections: known } : {} }),
  );
  await page.goto('/admin/connections');
}

/** Screens of an administrator who looks after connections. */
export const connectionScenes: readonly Scene[] = [
  {
    name: 'connections-failed',
    soakOnly: true,
    path: '/help',
    show: async (page) => {
      await serveConnections(page, 418);
      await expect(page.getByText('The connections could not be loaded')).toBeVisible();
    },
  },
  {
    name: 'connections-tested',
    path: '/help',
    show: async (page) => {
      await serveConnections(page, 200);
      await page.route(`${CONNECTIONS}/$test`, (route) =>
        route.fulfill({
          status: 200,
          json: {
            kind: 'mail',
            part: null,
            isWorking: false,
            value: 'It could not be used: sign-in refused, code 535.',
            action: 'Check the account in `WARDLINE_MAIL_USER` and `WARDLINE_MAIL_PASSWORD`.',
            testedAt: ago(0),
          },
        }),
      );
      await page.getByRole('button', { name: 'Test now: E-mail' }).click();
      await expect(page.getByText(/It could not be used/)).toBeVisible();
      await page.getByRole('button', { name: /^Settings of E-mail/ }).click();
    },
  },
];
