import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';

import { chosenDevice } from '@/shared/media/devices';
import { fakeDevices } from '@/testing/fake-devices';
import { renderFeature } from '@/testing/render-app';

import { VideoTab } from './video-tab';

const list = [
  ['videoinput', 'Webcam'],
  ['audioinput', 'Headset'],
  ['videoinput', 'Cart camera'],
] as const;

const camera = () => screen.getByRole('combobox', { name: 'Camera' });
const preview = () => screen.findByLabelText<HTMLVideoElement>('Preview');
const shown = async () => {
  const video = await preview();
  await waitFor(() => expect(video.srcObject).not.toBeNull());
  return (video.srcObject as MediaStream).getTracks();
};

function show() {
  const onChosen = vi.fn();
  return { onChosen, ...renderFeature(<VideoTab onChosen={onChosen} />) };
}

describe('the camera', () => {
  it('[PREF-08] is chosen from the connected devices, previewed, and remembered for calls', async () => {
    const { constraints, tracks } = fakeDevices({ permissions: { camera: 'granted' }, list });
    const { onChosen } = show();
    expect(await shown()).toEqual([tracks[0]]);
    await waitFor(() =>
      expect(within(camera()).getAllByRole('option')).toMatchObject(
        ['System default', 'Webcam', 'Cart camera'].map((textContent) => ({ textContent })),
      ),
    );
    await userEvent.selectOptions(camera(), 'Cart camera');
    expect([chosenDevice('camera'), onChosen.mock.calls]).toEqual(['id of Cart camera', [['camera']]]);
    await waitFor(async () => expect(await shown()).toEqual([tracks[1]]));
    expect(constraints[1]).toMatchObject({ video: { deviceId: { ideal: 'id of Cart camera' } } });
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'live']);
    expect(camera()).toHaveDisplayValue('Cart camera');
  });

  it('[PREF-08] [PREF-10] stays off until a preview is requested if the browser would prompt, and is released when its tab closes', async () => {
    const { constraints, tracks } = fakeDevices();
    const { unmount } = show();
    await screen.findByText('Pending: your browser will ask for access to your camera when a call needs it.');
    expect(constraints).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Show Preview' }));
    expect(await shown()).toEqual([tracks[0]]);
    expect((await preview()).muted).toBe(true);
    unmount();
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
  });

  it.each([
    ['NotAllowedError', "Allow it in your browser's settings."],
    ['NotReadableError', 'Another program may be using it.'],
    ['NotFoundError', 'No device was found.'],
  ])(
    '[PREF-09] [VID-17] shows a message with help if it is not available, and can be retried (%s)',
    async (name, text) => {
      const { fail } = fakeDevices();
      fail('camera', name);
      const { onChosen } = show();
      await userEvent.click(screen.getByRole('button', { name: 'Show Preview' }));
      const title = await screen.findByText('Oops, we can’t use your camera');
      const message = title.closest<HTMLElement>('[role=status]')!;
      expect(message).toHaveTextContent(text);
      expect(within(message).getByRole('link', { name: 'Help' })).toHaveAttribute('href', '/help');
      fail('camera', null);
      await userEvent.click(screen.getByRole('button', { name: 'Try the Camera Again' }));
      expect(await preview()).toBeInTheDocument();
      expect(onChosen.mock.calls).toEqual([['camera'], ['camera']]);
      expect(screen.queryByText(/Oops/)).not.toBeInTheDocument();
    },
  );
});
