import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { serverNow } from '@/shared/lib/server-clock';
import { fakeStreams, overrideProperty, resetDevices, setDevices } from '@/testing/fake-devices';
import { makeOther, otherWindow, showCall } from '@/testing/meeting';
import { renderFeature } from '@/testing/render-app';

import { CallOverlay } from './call-overlay';
import { formatLength } from './call-line';
import { startInCall } from './in-call';
import { inCall, type InCallView, NOTHING } from './in-call-view';
import { OwnDevices } from './own-devices';
import { callQuality, type CallQuality } from './quality-monitor';
import { spotlight } from './spotlight';

const show = () => renderFeature(<CallOverlay onSettings={() => undefined} toConsult={() => null} />);
const overlay = () => within(screen.getByRole('region', { name: 'Video call' }));

const sam = {
  attendeeId: 'd-sam',
  user: { id: 93, firstName: 'Sam', lastName: 'Poe' },
  guest: null,
  unattended: false,
  givesConsults: false,
  publisherId: null,
};
const kim = { ...sam, attendeeId: 'e-kim', user: { id: 94, firstName: 'Kim', lastName: 'Ash' }, unattended: true };

function change(view: Partial<InCallView>) {
  act(() => inCall.setState({ ...inCall.getState(), ...view }, true));
}

function setQuality(quality: Partial<CallQuality>) {
  act(() => callQuality.setState({ sending: null, receiving: {}, ...quality }, true));
}

beforeEach(() => {
  fakeStreams();
  resetDevices();
  setDevices({});
  const reset = () => {
    act(() => inCall.setState(NOTHING, true));
    setQuality({});
    act(() => spotlight.setState(null, true));
  };
  reset();
  onTestFinished(reset);
});

describe('the line of the call', () => {
  it('shows how long it has lasted, and announces it only to those who ask', () => {
    showCall({ others: [makeOther()] });
    show();
    expect(screen.queryByRole('timer')).not.toBeInTheDocument();
    change({ since: serverNow() - 65_000 });
    const clock = overlay().getByRole('timer', { name: 'Call time' });
    expect(clock).toHaveTextContent(/^1:0[56]$/);
    expect(clock).toHaveAttribute('aria-live', 'off');
    expect([9, 600, 3_599, 3_600, 45_296].map(formatLength)).toEqual(['0:09', '10:00', '59:59', '1:00:00', '12:34:56']);
  });

  it('names one or two others, and lists more of them with what matters about each', async () => {
    showCall({ others: [makeOther(), makeOther({ attendee: sam })] });
    show();
    expect(overlay().getByText('Dana Lee, Sam Poe')).toBeInTheDocument();
    const muted = makeOther({ attendee: sam, media: { microphone: false } });
    const gone = makeOther({ attendee: kim, status: 'interrupted' });
    showCall({ others: [makeOther(), muted, gone] });
    setQuality({ receiving: { [otherWindow.attendeeId]: { level: 'poor', reason: 'delay' } } });
    await userEvent.click(overlay().getByRole('button', { name: '4 people' }));
    const people = await overlay().findAllByRole('listitem');
    expect(people.map(({ textContent }) => textContent)).toEqual([
      'You',
      'Dana Lee (poor connection: they arrive late)',
      'Sam Poe (muted)',
      'Kim Ash (unattended device, not connected)',
    ]);
  });
});

describe('the quality of the connection', () => {
  it('is shown by bars with words for each direction, and says in sight when it is poor, once', () => {
    showCall({ others: [makeOther()] });
    show();
    setQuality({
      sending: { level: 'good', reason: null },
      receiving: { [otherWindow.attendeeId]: { level: 'fair', reason: 'loss' } },
    });
    expect(overlay().getByRole('img', { name: 'Your connection: Good connection' })).toBeInTheDocument();
    const tile = within(overlay().getByRole('figure'));
    expect(tile.getByRole('img', { name: /^Fair connection/ }).querySelectorAll('[data-filled=true]')).toHaveLength(2);
    expect(overlay().queryByText('Poor connection')).not.toBeInTheDocument();
    setQuality({
      sending: { level: 'poor', reason: 'bandwidth' },
      receiving: { [otherWindow.attendeeId]: { level: 'poor', reason: 'loss' } },
    });
    const [own, theirs] = overlay().getAllByText('Poor connection');
    expect([own?.getAttribute('role'), theirs?.getAttribute('role')]).toEqual(['status', 'status']);
    expect(
      tile.getByRole('img', { name: /^Poor connection: sound/ }).querySelectorAll('[data-filled=true]'),
    ).toHaveLength(1);
  });

  it('gives way to the state of a connection that is down', () => {
    showCall({ others: [makeOther({ status: 'interrupted' })] });
    show();
    setQuality({ receiving: { [otherWindow.attendeeId]: { level: 'poor', reason: 'loss' } } });
    expect(overlay().getByRole('figure')).toHaveTextContent('Dana LeeReconnecting…');
  });
});

describe('sharing', () => {
  const large = () =>
    [...document.querySelectorAll('[data-large=true]')].map((tile) =>
      tile.querySelector('video')?.getAttribute('aria-label'),
    );

  it('is shown large to the others, fitted and with its name, and ends with it', () => {
    const sharing = makeOther({ media: { screen: 1 } });
    showCall({ others: [makeOther({ attendee: sam }), sharing] });
    show();
    const video = overlay().getByLabelText<HTMLVideoElement>('Shared by Dana Lee');
    expect(video.srcObject).toBe(sharing.shared);
    expect(overlay().getByText('Dana Lee is sharing')).toBeInTheDocument();
    expect(large()).toEqual(['Shared by Dana Lee']);
    showCall({ others: [makeOther({ attendee: sam }), makeOther()] });
    expect([overlay().queryByLabelText('Shared by Dana Lee'), large()]).toEqual([null, []]);
  });

  it('says what is shared, to whom it cannot be shown, and how to stop', () => {
    showCall({ others: [makeOther()] });
    show();
    change({ sharing: 'screen', unseenBy: [otherWindow] });
    expect(overlay().getByText(/You are sharing your screen\. Dana Lee cannot see it/)).toBeInTheDocument();
    expect(overlay().getByRole('button', { name: 'Stop Sharing' })).toBeInTheDocument();
    change({ sharing: null, replacedBy: otherWindow });
    expect(overlay().getByText('Dana Lee is sharing now. Yours has ended.')).toBeInTheDocument();
  });

  it('begins in the menu, and a file that is no picture says so', async () => {
    overrideProperty(globalThis, 'createImageBitmap', () => Promise.reject(new DOMException('', 'InvalidStateError')));
    const started = startInCall(new OwnDevices({ microphone: true, camera: true }, () => undefined));
    onTestFinished(() => started.release());
    showCall({ others: [makeOther()] });
    show();
    await userEvent.click(overlay().getByRole('button', { name: 'More' }));
    expect(await overlay().findByRole('menuitem', { name: 'Share Image' })).toBeInTheDocument();
    await userEvent.upload(screen.getByLabelText('Image to share'), new File(['x'], 'x.png', { type: 'image/png' }));
    expect(await screen.findByText('This file is not a picture that can be shown.')).toBeInTheDocument();
  });

  it('leaves the large place to whoever the user pins, and the pin by keyboard', async () => {
    const [dana, other] = [makeOther(), makeOther({ attendee: sam })];
    showCall({ others: [dana, other] });
    show();
    expect(large()).toEqual([]);
    const pin = () => overlay().getByRole('button', { name: 'Spotlight Sam Poe' });
    const [video] = document.querySelectorAll('video');
    pin().focus();
    await userEvent.keyboard('{Enter}');
    expect([large(), pin().getAttribute('aria-pressed')]).toEqual([['Sam Poe'], 'true']);
    expect(document.querySelectorAll('video')[0]).toBe(video);
    await userEvent.keyboard('{Enter}');
    expect(large()).toEqual([]);
    await userEvent.keyboard('{Enter}');
    // What is shared takes the place, until the user chooses again.
    showCall({ others: [makeOther({ media: { screen: 1 } }), other] });
    expect(large()).toEqual(['Shared by Dana Lee']);
    await userEvent.click(pin());
    expect(large()).toEqual(['Sam Poe']);
    showCall({ others: [makeOther({ media: { screen: 2 } }), other] });
    expect(large()).toEqual(['Shared by Dana Lee']);
  });
});
