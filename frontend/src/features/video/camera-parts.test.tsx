import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import type { AttendeeRead } from '@/api/generated/types.gen';
import { session } from '@/session/state';
import { fakeDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { about, attendance, joined, otherWindow, serveMeeting } from '@/testing/meeting';
import { renderFeature } from '@/testing/render-app';

import { joinCall } from './call';
import { CallOverlay } from './call-overlay';
import { answerQuestion } from './in-call';
import { UnattendedCall } from './unattended/unattended-call';

const overlay = () => within(screen.getByRole('region', { name: 'Video call' }));
const NOTHING_AIMED = { axes: [], allowed: [], refused: [], busy: [] };
const media = { microphone: true, camera: true, screen: 0, control: NOTHING_AIMED };

beforeEach(() => onTestFinished(() => act(() => session.setState(null, true))));

/** A call with one other, on the screen. */
async function meet({
  own = {},
  other = {},
  element = overlayOf(),
}: { own?: object; other?: object; element?: JSX } = {}) {
  const { responses } = serveMeeting();
  const { tracks } = fakeDevices();
  const peers = fakePeers();
  const [ownWindow] = attendance().attendees;
  const all = [
    { ...ownWindow!, ...own },
    { ...otherWindow, ...other },
  ] satisfies AttendeeRead[];
  responses.attend = () => HttpResponse.json({ ...attendance(), attendees: all });
  renderFeature(element);
  await act(() => joinCall(about));
  await expect.poll(() => peers.length).toBe(1);
  const [peer] = peers;
  const receive = (message: object) => act(() => peer?.receive({ ...media, ...message }));
  act(() => peer?.changeState('connected'));
  receive({});
  return { peer: peer!, receive, tracks, told: () => peer?.sentMessages.at(-1) };
}

type JSX = ReturnType<typeof overlayOf>;
const overlayOf = () => <CallOverlay onSettings={() => undefined} toConsult={() => null} />;
const items = async () => {
  await userEvent.click(overlay().getByRole('button', { name: 'More' }));
  const found = await screen.findAllByRole('menuitem');
  return found.map(({ textContent }) => textContent);
};

describe('at the specialist', () => {
  const own = { givesConsults: true };
  const aimed = { ...NOTHING_AIMED, axes: ['pan', 'zoom'] };

  it('the menu asks for a camera that can be aimed, and for one that is off', async () => {
    const { receive, told } = await meet({ own });
    expect(await items()).toEqual(['Invite Guest', 'Share Image', 'Settings', 'Unattended Patient Mode']);
    receive({ control: aimed });
    await userEvent.click(screen.getByRole('menuitem', { name: 'Ask Dana Lee to Move Their Camera' }));
    expect(told()).toMatchObject({ ask: 'control' });
    receive({ control: { ...aimed, refused: [joined.attendee.attendeeId] } });
    expect(await screen.findByText('Dana Lee did not allow it.')).toBeInTheDocument();
    receive({ camera: false });
    await items();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Ask Dana Lee to Turn the Camera On' }));
    expect(told()).toMatchObject({ ask: 'camera' });
  });

  it('who asks while someone else does is told so, each time', async () => {
    const { receive } = await meet({ own });
    const busy = { ...aimed, busy: [joined.attendee.attendeeId] };
    receive({ control: aimed });
    const told = () => screen.queryAllByText('Dana Lee is being asked by someone else. Ask again in a moment.').length;
    for (const times of [1, 2]) {
      await items();
      await userEvent.click(screen.getByRole('menuitem', { name: 'Ask Dana Lee to Move Their Camera' }));
      receive({ control: busy });
      receive({ control: busy });
      await waitFor(() => expect(told()).toBe(times));
    }
  });

  it('the buttons and the arrow keys aim it in the directions it has, once that is allowed', async () => {
    const { receive, told } = await meet({ own });
    receive({ control: { ...aimed, allowed: ['someone else'] } });
    expect(screen.queryByRole('group', { name: 'Camera of Dana Lee' })).not.toBeInTheDocument();
    receive({ control: { ...aimed, allowed: [joined.attendee.attendeeId] } });
    const pad = within(screen.getByRole('group', { name: 'Camera of Dana Lee' }));
    const buttons = pad.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(buttons).toEqual(['Left', 'Right', 'Zoom out', 'Zoom in']);
    await userEvent.click(pad.getByRole('button', { name: 'Right' }));
    expect(told()).toMatchObject({ move: { pan: 1 } });
    await userEvent.keyboard('{ArrowLeft}');
    expect(told()).toMatchObject({ move: { pan: -1 } });
    await userEvent.keyboard('+');
    expect(told()).toMatchObject({ move: { zoom: 1 } });
  });

  it('an unattended device is not asked, and is named as one', async () => {
    const { receive, told } = await meet({ own, other: { unattended: true } });
    receive({ camera: false });
    await items();
    await userEvent.click(
      screen.getByRole('menuitem', { name: 'Turn On the Camera of the unattended device of Dana Lee' }),
    );
    expect(told()).toMatchObject({ ask: 'camera' });
  });
});

it('whoever gives no consults is offered none of it', async () => {
  const { receive } = await meet();
  receive({ camera: false });
  expect(await items()).toEqual(['Invite Guest', 'Share Image', 'Settings', 'Unattended Patient Mode']);
});

describe('at the bedside', () => {
  const ptz = {
    capabilities: { zoom: { min: 100, max: 500 } },
    settings: { width: 1_920, height: 1_080, zoom: 100 },
  };

  it('a question says who asks for what, and whoever was allowed is named until it is taken back', async () => {
    const { receive, tracks, told } = await meet({ other: { givesConsults: true } });
    Object.assign(tracks[1]!, ptz);
    receive({ ask: 'control' });
    expect(overlay().getByRole('alert')).toHaveTextContent('Dana Lee asks to move and zoom your camera in this call.');
    await userEvent.click(overlay().getByRole('button', { name: 'Allow' }));
    expect(overlay().queryByRole('alert')).not.toBeInTheDocument();
    expect(overlay().getByText('Dana Lee can move this camera.')).toBeInTheDocument();
    await userEvent.click(overlay().getByRole('button', { name: 'Stop' }));
    expect(overlay().queryByText('Dana Lee can move this camera.')).not.toBeInTheDocument();
    expect(told()).toMatchObject({ control: { allowed: [] } });
    receive({ ask: 'control' });
    await userEvent.click(overlay().getByRole('button', { name: 'Don’t Allow' }));
    expect(told()).toMatchObject({ control: { allowed: [], refused: [otherWindow.attendeeId] } });
    answerQuestion(true);
    expect(told()).toMatchObject({ control: { allowed: [] } });
  });

  it('zooms with the own menu', async () => {
    const { tracks } = await meet();
    Object.assign(tracks[1]!, ptz);
    await items();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Zoom In' }));
    await expect.poll(() => tracks[1]?.settings.zoom).toBe(120);
  });

  it('an unattended device says who has turned its camera on', async () => {
    const element = <UnattendedCall onRestored={() => undefined} />;
    const { receive } = await meet({ own: { unattended: true }, other: { givesConsults: true }, element });
    await userEvent.click(overlay().getByRole('button', { name: 'Turn Camera Off' }));
    receive({ ask: 'camera' });
    expect(await overlay().findByText('Dana Lee has turned the camera on.')).toBeInTheDocument();
  });
});
