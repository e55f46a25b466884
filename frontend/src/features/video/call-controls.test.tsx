import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { configureClient } from '@/api/client';
import { connectQueries, onStale } from '@/api/live';
import { session } from '@/session/state';
import { fakeDevices } from '@/testing/fake-devices';
import { fakePeers } from '@/testing/fake-peers';
import { about, serveMeeting, showCall } from '@/testing/meeting';
import { renderFeature } from '@/testing/render-app';
import { onPhone } from '@/testing/show-consult';

import { call } from './call-view';
import { useCallControls } from './call-controls';
import { expanded } from './expanded';

const other = { consultId: 'another', title: 'Quill, Ada' };

/** Stands in for a consult's page with its call controls. */
function Page() {
  const { consultId, joining, join, show, question } = useCallControls();
  return (
    <>
      <p>{`In the call of ${consultId ?? 'no one'}${joining ? ', joining' : ''}`}</p>
      <button type="button" onClick={() => join(other)}>
        Join
      </button>
      <button type="button" onClick={() => join(other, { isElsewhere: true })}>
        Join Twice
      </button>
      <button type="button" onClick={show}>
        Show
      </button>
      {question}
    </>
  );
}

function open() {
  const served = serveMeeting();
  fakeDevices();
  fakePeers();
  const view = renderFeature(<Page />);
  const disconnect = connectQueries(view.queryClient);
  onTestFinished(() => {
    disconnect();
    session.setState(null, true);
    expanded.setState(false, true);
  });
  return { ...served, ...view };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const dialog = { name: 'Leave the Other Call?' };
const question = () => screen.queryByRole('dialog', dialog);
const asked = () => screen.findByRole('dialog', dialog);
const joinOf = ({ consultId }: typeof other) => `join ${JSON.stringify({ consultId })}`;

describe('joining', () => {
  it('in a second window of the user asks first, and is muted', async () => {
    const { requests } = open();
    await press('Join Twice');
    const second = within(await screen.findByRole('dialog', { name: 'Join in This Window, Too?' }));
    expect(requests).toEqual([]);
    await userEvent.click(second.getByRole('button', { name: 'Join Muted' }));
    await waitFor(() => expect(requests).toEqual([joinOf(other)]));
    expect(call.getState()?.on).toEqual({ microphone: false, camera: true });
  });

  it('in a second window, out of another call, asks about both', async () => {
    open();
    await press('Join');
    await screen.findByText(`In the call of ${other.consultId}`);
    await press('Join Twice');
    await userEvent.click(within(await asked()).getByRole('button', { name: 'Leave and Join' }));
    expect(await screen.findByRole('dialog', { name: 'Join in This Window, Too?' })).toBeInTheDocument();
  });

  it('with sound, if the other window is closed', async () => {
    const { requests } = open();
    await press('Join Twice');
    await userEvent.click(await screen.findByRole('button', { name: /Join With Sound/ }));
    await waitFor(() => expect(requests).toEqual([joinOf(other)]));
    expect(call.getState()?.on).toEqual({ microphone: true, camera: true });
  });

  it('[DET-19] starts immediately, docked beside the page, if there is no other call', async () => {
    const { requests } = open();
    expect(screen.getByText('In the call of no one')).toBeInTheDocument();
    await press('Join');
    expect(await screen.findByText('In the call of another')).toBeInTheDocument();
    expect([requests, expanded.getState(), question()]).toEqual([[joinOf(other)], false, null]);
    await press('Show');
    expect(expanded.getState()).toBe(true);
  });

  it('[DET-19] expands the call on a phone', async () => {
    onPhone();
    open();
    await press('Join');
    expect(expanded.getState()).toBe(true);
    await waitFor(() => expect(call.getState()?.state).toBe('connected'));
  });

  it("asks before leaving another consult's call", async () => {
    const { requests } = open();
    showCall({ about });
    await press('Join');
    expect(await asked()).toHaveTextContent('You are in a video call about Marsh, Rosa.');
    expect(requests).toEqual([]);
    await press('Cancel');
    await waitFor(() => expect(question()).not.toBeInTheDocument());
    expect([requests, call.getState()?.about]).toEqual([[], about]);
    await press('Join');
    await asked();
    await press('Leave and Join');
    await waitFor(() => expect(requests).toEqual([joinOf(other)]));
    expect(call.getState()?.about).toEqual(other);
    await waitFor(() => expect(question()).not.toBeInTheDocument());
  });

  it('does not ask if the other call has ended', async () => {
    const { requests } = open();
    showCall({ about, state: 'ended' });
    expect(screen.getByText('In the call of no one')).toBeInTheDocument();
    await press('Join');
    expect(question()).not.toBeInTheDocument();
    await waitFor(() => expect(requests).toEqual([joinOf(other)]));
  });

  it('[ERR-06] says that the call is full, without referring to the help desk', async () => {
    const { responses } = open();
    const message = 'This call is full.';
    responses.join = () => HttpResponse.json({ code: 'meeting_full', message }, { status: 409 });
    await press('Join');
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(screen.queryByText('Contact Help Desk.')).not.toBeInTheDocument();
    expect(call.getState()).toBeNull();
  });

  it('is not attempted in a browser without support for video calls', async () => {
    const { requests } = open();
    Reflect.deleteProperty(globalThis, 'RTCPeerConnection');
    await press('Join');
    expect(await screen.findByText('This browser does not support video calls.')).toBeInTheDocument();
    expect([requests, call.getState()]).toEqual([[], null]);
  });

  const refusals = [
    [404, 'This consult does not exist.'],
    [403, 'You may not join this call.'],
  ] as const;
  it.each(refusals)(
    "[ERR-03] [ERR-05] shows the server's message if it is refused with %d",
    async (status, message) => {
      const { responses } = open();
      // The application must not leave the page.
      const onForbidden = vi.fn();
      configureClient({ onSignedOut: onForbidden, onStepUp: () => undefined, onForbidden });
      responses.join = () => HttpResponse.json({ code: 'refused', message }, { status });
      await press('Join');
      expect((await screen.findByText(message)).closest('[role=alert]')).toHaveTextContent('Contact Help Desk.');
      expect(screen.getByText('In the call of no one')).toBeInTheDocument();
      expect(onForbidden).not.toHaveBeenCalled();
    },
  );

  it('refetches the consult if it is refused', async () => {
    const { responses } = open();
    responses.join = () => HttpResponse.json({ code: 'refused', message: 'This consult is closed.' }, { status: 409 });
    const stale: string[][] = [];
    onTestFinished(onStale((topics) => void stale.push([...topics])));
    await press('Join');
    await waitFor(() => expect(stale).toContainEqual(['me', 'consult/another']));
  });

  it('[ERR-05] shows only the general toast if it fails', async () => {
    const { responses } = open();
    responses.join = () => HttpResponse.json({ code: 'bad', message: 'It is broken.' }, { status: 400 });
    await press('Join');
    expect(await screen.findByText('Contact Help Desk.')).toBeInTheDocument();
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(screen.queryByText('It is broken.')).not.toBeInTheDocument();
    expect(call.getState()).toBeNull();
  });

  it('[VID-18] is in progress until the server returns the attendees', async () => {
    const { responses } = open();
    let begin: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (begin = resolve));
    const join = responses.join;
    responses.join = () => held.then(join);
    await press('Join');
    expect(screen.getByText('In the call of another, joining')).toBeInTheDocument();
    act(begin);
    expect(await screen.findByText('In the call of another')).toBeInTheDocument();
  });
});
