import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { makeContact, PUSH_KEY } from '@/testing/contacts';
import { pasteInto } from '@/testing/paste-into';
import { ENDPOINT, fakePushBrowser, KEYS, removePushBrowser } from '@/testing/push-browser';
import { closePagingSettings, contactRow, press, showPagingSettings } from '@/testing/show-paging-settings';

import { deviceLabel } from './device';

afterEach(() => {
  closePagingSettings();
  removePushBrowser();
});

describe('a phone or a mailbox', () => {
  it('is added with its kind, label and delay', async () => {
    const served = showPagingSettings([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Add a Phone' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a Phone' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Send Code' }));
    expect(await dialog.findByText('Phone Number: This field is required.')).toBeInTheDocument();
    await userEvent.type(dialog.getByRole('textbox', { name: /Phone Number/ }), '5550100142');
    await userEvent.click(dialog.getByRole('radio', { name: 'Phone Call' }));
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: /When to try it/ }), 'After 1 min');
    await userEvent.click(dialog.getByRole('button', { name: 'Send Code' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add a Phone' })).not.toBeInTheDocument());
    const added = {
      kind: 'call',
      label: 'Cell phone',
      delaySeconds: 60,
      phoneNumber: '(555) 010-0142',
      emailAddress: null,
    };
    expect(served.sent).toEqual([['POST', '/contacts', added]]);
  });

  it('that was added already is refused in the dialog', async () => {
    const served = showPagingSettings([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Add an E-mail Address' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add an E-mail Address' }));
    const address = dialog.getByRole('textbox', { name: /E-mail Address/ });
    await pasteInto(address, 'zoe@hospital');
    await userEvent.click(dialog.getByRole('button', { name: 'Send Code' }));
    expect(await dialog.findByText('E-mail Address: Enter a valid e-mail address.')).toBeInTheDocument();
    await pasteInto(address, '.example');
    served.refusal = { status: 409, code: 'contact_exists', message: 'You have already added this contact.' };
    await userEvent.click(dialog.getByRole('button', { name: 'Send Code' }));
    expect(await dialog.findByText('You have already added this contact.')).toBeInTheDocument();
    expect(address).toHaveValue('zoe@hospital.example');
  });
});

describe('this device', () => {
  it('is subscribed with the key of the server after a press, added, and unsubscribed when it is removed', async () => {
    const browser = fakePushBrowser({ permission: 'default', answer: 'granted' });
    const served = showPagingSettings([]);
    const add = await screen.findByRole('button', { name: 'Add This Device' });
    expect(browser.register).not.toHaveBeenCalled();
    served.contacts = [makeContact({ id: 9, kind: 'push', label: 'Chrome on Windows', address: ENDPOINT })];
    await userEvent.click(add);
    expect(await contactRow('Chrome on Windows')).toHaveTextContent('Notification, This device');
    expect(browser.register).toHaveBeenCalledExactlyOnceWith('/service-worker.js');
    expect(browser.subscriptions).toEqual([PUSH_KEY]);
    const added = {
      kind: 'push',
      label: deviceLabel(),
      delaySeconds: 0,
      subscription: { endpoint: ENDPOINT, keys: KEYS },
    };
    expect(served.sent).toEqual([['POST', '/contacts', added]]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add This Device' })).not.toBeInTheDocument());
    await press('Remove Chrome on Windows');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(browser.isSubscribed()).toBe(false));
  });

  it.each([
    ['the user declines', { permission: 'default', answer: 'denied' } as const, /does not allow Wardline to show/],
    ['the push service cannot be reached', { permission: 'granted', unreachable: true } as const, /could not reach/],
  ])('is not added if %s', async (_case, browser, words) => {
    fakePushBrowser(browser);
    const served = showPagingSettings([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Add This Device' }));
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(served.sent).toEqual([]);
  });

  it('that blocks notifications, or that cannot have them, is told what to do', async () => {
    fakePushBrowser({ permission: 'denied' });
    showPagingSettings([]);
    expect(await screen.findByText(/^This browser blocks notifications from Wardline/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add This Device' })).not.toBeInTheDocument();
  });

  it('must be on the Home Screen of an iPhone', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
    showPagingSettings([]);
    expect(await screen.findByText(/first add Wardline to the Home Screen/)).toBeInTheDocument();
  });

  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iPhone'],
    ['Mozilla/5.0 (Linux; Android 16) Chrome/156.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['something else', 'Browser'],
  ])('is called by its browser and its system', (userAgent, label) => {
    expect(deviceLabel(userAgent)).toBe(label);
  });
});
