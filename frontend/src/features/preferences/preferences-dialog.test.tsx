import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { favoriteLocationsQuery } from '@/session/locations';
import { userStorage } from '@/drafts/user-storage';
import { areCallKeysOn } from '@/shared/lib/call-keys';
import { fakeAudio } from '@/testing/fake-audio';
import { fakeDevices } from '@/testing/fake-devices';
import { makeMe } from '@/testing/me';
import { renderFeature } from '@/testing/render-app';
import { server } from '@/testing/server';
import { makeUnit } from '@/testing/wizard-network';

import { PreferencesDialog } from './preferences-dialog';

const role = { id: 1, name: 'Virtual Provider', label: 'Virtual' } as const;

/** A server with three locations; the last is a favorite. */
function serveLocations() {
  const favorites = new Set([31]);
  const sent: string[] = [];
  let refusing = false;
  const answer = () => HttpResponse.json([...favorites].map((locationId) => ({ locationId })));
  const change = (text: string, apply: () => void) => {
    sent.push(text);
    if (refusing) return HttpResponse.json({ code: 'bad' }, { status: 400 });
    apply();
    return null;
  };
  server.use(
    http.get('*/api/locations/me', () =>
      HttpResponse.json([
        makeUnit({ id: 11 }),
        makeUnit({ id: 12, unit: 'ED' }),
        makeUnit({ id: 31, facilityName: 'South Clinic', unit: 'Ward 1' }),
      ]),
    ),
    http.get('*/api/locations/me/favorites', answer),
    http.post('*/api/locations/me/favorites', async ({ request }) => {
      const body = (await request.json()) as { locationIds: number[] };
      return (
        change(`POST ${JSON.stringify(body)}`, () => body.locationIds.forEach((id) => favorites.add(id))) ?? answer()
      );
    }),
    http.delete('*/api/locations/me/favorites', async ({ request }) => {
      const body = (await request.json()) as { locationId: number };
      const refused = change(`DELETE ${JSON.stringify(body)}`, () => favorites.delete(body.locationId));
      return refused ?? new HttpResponse(null, { status: 204 });
    }),
  );
  return {
    sent,
    favorites,
    refuse: () => {
      refusing = true;
    },
  };
}

function open(me = makeMe(), tab?: 'Audio' | 'Video') {
  const onChosen = vi.fn();
  const dialog = <PreferencesDialog tab={tab} onClose={() => undefined} onChosen={onChosen} />;
  return { onChosen, ...renderFeature(dialog, { me }) };
}

const stars = () => within(screen.getByRole('list', { name: 'Your locations' })).getAllByRole('button');
const star = (name: string) => screen.findByRole('button', { name: `Favorite: ${name}` });

beforeEach(() => {
  fakeAudio();
  fakeDevices();
});

describe('the tabs', () => {
  const people = [
    ['off call', makeMe({ roles: [role] }), ['General', 'Audio', 'Video']],
    ['on call in the only role', makeMe({ roles: [role], checkedInLineIds: [3] }), ['Audio', 'Video']],
    [
      'on call, with another role',
      makeMe({ roles: [role, { id: 2, name: 'Bedside Provider', label: 'Bedside' }], checkedInLineIds: [3] }),
      ['General', 'Audio', 'Video'],
    ],
  ] as const;
  it.each(people)('[PREF-01] [PREF-03] are those needed by a user who is %s', async (_who, me, names) => {
    serveLocations();
    open(me);
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(names);
    await waitFor(() => expect(tabs[0]).toHaveFocus());
    expect(screen.getByRole('radio', { name: 'Dark' })).toBeInTheDocument();
    if (names[0] === 'General') await star('North Campus ICU');
  });

  it('[PREF-01] [PREF-09] [PREF-10] show whether a call can use the microphone and the camera, and follow changes of the permissions', async () => {
    serveLocations();
    const browser = fakeDevices({ permissions: { microphone: 'granted', camera: 'prompt' } });
    open();
    await userEvent.click(await screen.findByRole('tab', { name: 'Audio' }));
    expect(await screen.findByText('Your browser allows Wardline to use your microphone.')).toBeInTheDocument();
    browser.change('microphone', 'denied');
    expect(screen.getByText(/^Your browser is blocking it/)).toBeInTheDocument();
    expect(screen.queryByText(/allows Wardline to use/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('tab', { name: 'Video' }));
    expect(await screen.findByText(/^Pending: your browser will ask for access to your camera/)).toBeInTheDocument();
  });

  it('[PREF-10] [VID-13] treat a browser that does not report permissions as one that will prompt', async () => {
    fakeDevices({ permissions: null });
    open(makeMe(), 'Video');
    expect(await screen.findByText(/^Pending: your browser will ask for access to your camera/)).toBeInTheDocument();
  });

  it.each(['Audio', 'Video'] as const)('[PREF-01] open with the requested one (%s) focused', async (tab) => {
    open(makeMe(), tab);
    const shown = await screen.findByRole('tab', { name: tab });
    expect(shown).toHaveAttribute('aria-selected', 'true');
    await waitFor(() => expect(shown).toHaveFocus());
  });

  it.each([
    ['Audio', 'Microphone', 'microphone', 'audioinput'],
    ['Video', 'Camera', 'camera', 'videoinput'],
  ] as const)(
    '[PREF-05] [PREF-08] release the devices of the %s tab when the dialog closes, and report the choice',
    async (tab, label, kind, inList) => {
      const { tracks } = fakeDevices({ permissions: { [kind]: 'granted' }, list: [[inList, 'Headset']] });
      const { onChosen, unmount } = open(makeMe(), tab);
      await screen.findByRole('option', { name: 'Headset' });
      await userEvent.selectOptions(screen.getByRole('combobox', { name: label }), 'Headset');
      expect(onChosen).toHaveBeenCalledExactlyOnceWith(kind);
      await waitFor(() => expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live']));
      unmount();
      expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
    },
  );
});

describe('favorite locations', () => {
  it('[PREF-02] [PREF-04] are starred and unstarred optimistically, on every screen, and sent one by one', async () => {
    const { sent, favorites } = serveLocations();
    const { queryClient } = open();
    await star('North Campus ICU');
    const names = ['Favorite: South Clinic Ward 1', 'Favorite: North Campus ED', 'Favorite: North Campus ICU'];
    expect(stars().map((button) => button.getAttribute('aria-label'))).toEqual(names);
    await userEvent.click(await star('North Campus ICU'));
    expect(await star('North Campus ICU')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(await star('South Clinic Ward 1'));
    expect(queryClient.getQueryData(favoriteLocationsQuery.queryKey)).toEqual([11]);
    await waitFor(() => expect(sent).toEqual(['POST {"locationIds":[11]}', 'DELETE {"locationId":31}']));
    await waitFor(() => expect(userStorage.read('favorite-locations')).toContain('"value":[11]'));
    expect([...favorites]).toEqual([11]);
    expect(stars().map((button) => button.getAttribute('aria-label'))).toEqual(names);
  });

  it('[PREF-02] roll back if the server rejects the change, with the general toast', async () => {
    const { refuse } = serveLocations();
    open();
    refuse();
    await userEvent.click(await star('North Campus ED'));
    expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
    await waitFor(async () => expect(await star('North Campus ED')).toHaveAttribute('aria-pressed', 'false'));
  });

  it('[VAL-28] [PREF-02] are found by any words in their names', async () => {
    serveLocations();
    open();
    await star('North Campus ICU');
    const search = screen.getByRole('searchbox', { name: 'Favorite locations' });
    await userEvent.type(search, '  campus  ED');
    expect(stars().map((button) => button.getAttribute('aria-label'))).toEqual(['Favorite: North Campus ED']);
    await userEvent.type(search, 'x');
    expect(screen.getByText('No Locations Found')).toBeInTheDocument();
    expect(screen.getByText('0 of 3 locations')).toBeInTheDocument();
  });

  it('[PREF-02] can be reloaded after a failure', async () => {
    server.use(
      http.get('*/api/locations/me', () => HttpResponse.json([])),
      http.get('*/api/locations/me/favorites', () => HttpResponse.json({ code: 'bad' }, { status: 400 })),
    );
    open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    serveLocations();
    await userEvent.click(again);
    expect(await screen.findByText('No Locations')).toBeInTheDocument();
  });

  const leftovers = [
    ['broken', '{"broken'],
    ['of another version', '[11]'],
  ] as const;
  it.each(leftovers)('[PREF-02] the entry stored in the tab is dropped when it is %s', async (_how, left) => {
    userStorage.write('favorite-locations', left);
    serveLocations();
    open();
    expect(await star('South Clinic Ward 1')).toHaveAttribute('aria-pressed', 'true');
    expect(await star('North Campus ICU')).toHaveAttribute('aria-pressed', 'false');
  });

  it("[PREF-02] are shown immediately after a reload, from the tab's storage", async () => {
    userStorage.write('favorite-locations', '{"build":"","value":[12]}');
    serveLocations();
    server.use(http.get('*/api/locations/me/favorites', () => new Promise(() => undefined)));
    open();
    expect(await star('North Campus ED')).toHaveAttribute('aria-pressed', 'true');
  });
});

it('switches the keys of video calls off and on again, in this browser', async () => {
  serveLocations();
  onTestFinished(() => localStorage.clear());
  const { unmount } = open();
  await userEvent.click(screen.getByRole('switch', { name: /^Use keyboard shortcuts in video calls/ }));
  expect(areCallKeysOn(makeMe().id)).toBe(false);
  unmount();
  open();
  await userEvent.click(screen.getByRole('switch', { name: /^Use keyboard shortcuts in video calls/, checked: false }));
  expect(areCallKeysOn(makeMe().id)).toBe(true);
});
