import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { session } from '@/session/state';
import { switchCallKeys } from '@/shared/lib/call-keys';
import { fakeDevices, fakeStreams, fakeTrack, overrideProperty, setDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { makeMe } from '@/testing/me';
import { about, makeOther, serveMeeting, showCall } from '@/testing/meeting';
import { renderFeature } from '@/testing/render-app';

import { beside } from './beside';
import { endCall, joinCall } from './call';
import { CallOverlay } from './call-overlay';
import { callShare, SHARES } from './call-share';
import { call } from './call-view';
import { expanded } from './expanded';
import { isTalking } from './is-talking';

const overlay = () => screen.getByRole('region', { name: 'Video call' });

/** The overlay, over a page with a field, and beside a note or a dialog with one. */
function show(note?: 'false' | 'true') {
  return renderFeature(
    <>
      <CallOverlay onSettings={() => undefined} toConsult={() => null} />
      <main id="main" tabIndex={-1}>
        <input aria-label="Comment" />
      </main>
      {note !== undefined && (
        <section role="dialog" aria-modal={note} aria-label="Note" tabIndex={-1}>
          <input aria-label="Score" />
        </section>
      )}
    </>,
  );
}

beforeEach(() => {
  fakeStreams();
});

it('[SIGN-09] talking is being connected to someone, and not waiting in an empty call', () => {
  expect(isTalking()).toBe(false);
  showCall();
  expect(isTalking()).toBe(false);
  showCall({ others: [makeOther({ status: 'connecting' })] });
  expect(isTalking()).toBe(false);
  showCall({ others: [makeOther()] });
  expect(isTalking()).toBe(true);
  showCall({ state: 'ended', others: [makeOther()] });
  expect(isTalking()).toBe(false);
});

describe('F6', () => {
  it('moves between the note, the consult and the call, each time to where the user was', async () => {
    showCall();
    show('false');
    act(() => beside.setState('note', true));
    onTestFinished(() => beside.setState(null, true));
    await userEvent.click(screen.getByRole('textbox', { name: 'Score' }));
    await userEvent.keyboard('{F6}');
    expect([document.activeElement?.id, beside.getState()]).toEqual(['main', 'consult']);
    await userEvent.keyboard('{F6}');
    expect(overlay()).toHaveFocus();
    await userEvent.keyboard('{F6}');
    expect(screen.getByRole('textbox', { name: 'Score' })).toHaveFocus();
    expect(beside.getState()).toBe('note');
    await userEvent.keyboard('{Shift>}{F6}{/Shift}');
    expect(overlay()).toHaveFocus();
  });

  it('reaches only the call from a dialog, as Tab then does, and is left to the browser without a call', async () => {
    showCall();
    show('true');
    screen.getByRole('textbox', { name: 'Score' }).focus();
    await userEvent.keyboard('{F6}');
    expect(overlay()).toHaveFocus();
    await userEvent.keyboard('{F6}');
    expect(screen.getByRole('textbox', { name: 'Score' })).toHaveFocus();
    within(overlay()).getByRole('separator').focus();
    await userEvent.tab();
    expect(screen.getByRole('textbox', { name: 'Score' })).toHaveFocus();
    act(() => call.setState(null, true));
    expect(fireEvent.keyDown(document.body, { key: 'F6' })).toBe(true);
  });
});

describe('Ctrl+Alt+M and Ctrl+Alt+V', () => {
  it('turn the microphone and the camera off and on from anywhere, and say so', async () => {
    const { requests } = serveMeeting();
    const { tracks } = fakeDevices();
    fakePeers();
    onTestFinished(() => session.setState(null, true));
    show();
    await act(() => joinCall(about));
    await screen.findByLabelText('You');
    await userEvent.click(screen.getByRole('textbox', { name: 'Comment' }));
    await userEvent.keyboard('{Control>}{Alt>}m{/Alt}{/Control}');
    expect(tracks[0]?.enabled).toBe(false);
    expect(screen.getByText('Microphone off.')).toHaveAttribute('role', 'status');
    await userEvent.keyboard('{Control>}{Alt>}m{/Alt}{/Control}');
    expect(tracks[0]?.enabled).toBe(true);
    expect(screen.getByText('Microphone on.')).toBeInTheDocument();
    await userEvent.keyboard('{Control>}{Alt>}v{/Alt}{/Control}');
    await waitFor(() => expect(tracks[1]?.readyState).toBe('ended'));
    expect(screen.getByText('Camera off.')).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
    act(endCall);
    await waitFor(() => expect(requests.at(-1)).toMatch(/^delete /));
  });

  it('are left to others when they are switched off, and AltGr always is', () => {
    showCall({ tracks: { microphone: fakeTrack('microphone'), camera: null } });
    show();
    const press = (init: KeyboardEventInit = {}) =>
      fireEvent.keyDown(document.body, { key: 'm', code: 'KeyM', ctrlKey: true, altKey: true, ...init });
    expect(press({ modifierAltGraph: true })).toBe(true);
    expect(press()).toBe(false);
    switchCallKeys(makeMe().id, false);
    onTestFinished(() => localStorage.clear());
    expect(press()).toBe(true);
  });
});

it('Escape uncovers the page, unless a menu or a dialog is open, which it closes', async () => {
  setDevices({});
  showCall();
  show('false');
  act(() => expanded.setState(true, true));
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('menu');
  await userEvent.keyboard('{Escape}');
  expect(expanded.getState()).toBe(true);
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  await userEvent.keyboard('{Escape}');
  expect(expanded.getState()).toBe(false);
});

it('the separator resizes the call by keyboard and by dragging, from 30 to 60 percent, and remembers it', () => {
  onTestFinished(() => {
    callShare.setState(SHARES.usual, true);
    localStorage.clear();
  });
  showCall();
  show();
  const separator = within(overlay()).getByRole('separator', { name: 'Width of the video call' });
  const width = () => document.documentElement.style.getPropertyValue('--wl-call-start');
  expect([separator.getAttribute('aria-valuenow'), width()]).toEqual(['40', '40vw']);
  fireEvent.keyDown(separator, { key: 'ArrowRight' });
  expect([separator.getAttribute('aria-valuenow'), width()]).toEqual(['42', '42vw']);
  fireEvent.keyDown(separator, { key: 'End' });
  fireEvent.keyDown(separator, { key: 'ArrowRight' });
  expect([width(), localStorage.getItem('wardline.call-share')]).toEqual(['60vw', '60']);
  separator.setPointerCapture = () => undefined;
  fireEvent.pointerDown(separator, { clientX: 614 });
  fireEvent.pointerMove(separator, { clientX: 512 });
  expect(width()).toBe('50vw');
  fireEvent.pointerMove(separator, { clientX: 10 });
  fireEvent.pointerUp(separator);
  fireEvent.pointerMove(separator, { clientX: 512 });
  expect([width(), localStorage.getItem('wardline.call-share')]).toEqual(['30vw', '30']);
});

it('the picture moves into a window of its own where the browser has one, and back when that closes', async () => {
  const rules: string[] = [];
  const close = vi.fn(() => void page.dispatchEvent(new Event('pagehide')));
  const page = Object.assign(new EventTarget(), {
    document: document.implementation.createHTMLDocument(),
    CSSStyleSheet: class {
      replaceSync = (text: string) => void rules.push(text);
    },
    close,
  });
  overrideProperty(page.document, 'adoptedStyleSheets', []);
  // With the camera off, nothing watches the picture, which jsdom does not play.
  showCall({ others: [makeOther({ media: { microphone: true, camera: false } })] });
  const { unmount } = show();
  expect(screen.queryByRole('button', { name: 'Picture in Picture' })).not.toBeInTheDocument();
  unmount();
  overrideProperty(window, 'documentPictureInPicture', { requestWindow: () => Promise.resolve(page) });
  document.head.append(Object.assign(document.createElement('style'), { textContent: '.call { color: red; }' }));
  show();
  await userEvent.click(screen.getByRole('button', { name: 'Picture in Picture' }));
  await waitFor(() => expect(page.document.querySelector('video[aria-label="Dana Lee"]')).not.toBeNull());
  expect(screen.queryByLabelText('Dana Lee')).not.toBeInTheDocument();
  expect(rules.join('')).toContain('.call');
  expect([...page.document.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'))).toEqual([
    'Mute',
    'Turn Camera Off',
    'End Call',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Back to This Page' }));
  expect(await screen.findByLabelText('Dana Lee')).toBeInTheDocument();
  expect(close).toHaveBeenCalled();
});
