import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { fakeStreams, overrideProperty } from '@/testing/fake-devices';
import { makeOther } from '@/testing/meeting';
import { renderFeature } from '@/testing/render-app';

import { inCall, NOTHING } from './in-call-view';
import { OtherTile } from './other-tile';

let frames = 0;

beforeEach(() => {
  fakeStreams();
  frames = 10;
  overrideProperty(HTMLVideoElement.prototype, 'getVideoPlaybackQuality', () => ({ totalVideoFrames: frames }));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
});

const pass = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1_000));
const frozen = () => screen.queryByText('Picture frozen') !== null;

function show(camera = true) {
  renderFeature(<OtherTile other={makeOther({ media: { camera } })} />);
}

it('a picture without new frames for three seconds is marked as frozen until it moves again', () => {
  show();
  pass(3);
  expect(frozen()).toBe(false);
  pass(1);
  expect(frozen()).toBe(true);
  frames += 1;
  pass(1);
  expect(frozen()).toBe(false);
  pass(2);
  expect(frozen()).toBe(false);
});

it('says that it is connecting until there is a picture', () => {
  overrideProperty(HTMLVideoElement.prototype, 'videoWidth', 0);
  show();
  expect(screen.getByRole('status')).toHaveTextContent('Connecting…');
  overrideProperty(HTMLVideoElement.prototype, 'videoWidth', 640);
  fireEvent(screen.getByLabelText('Dana Lee'), new Event('resize'));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('who has no microphone and no camera does not look merely muted', () => {
  const media = { microphone: false, camera: false, lacks: ['microphone', 'camera'] } as const;
  const { container } = renderFeature(<OtherTile other={makeOther({ media })} />);
  expect(container).toHaveTextContent('Dana LeeNo microphoneNo camera');
  expect(container).not.toHaveTextContent('Muted');
});

it('a hidden page and a camera that is off do not count as frozen', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  show();
  pass(60);
  expect(frozen()).toBe(false);
  hidden.mockRestore();
  show(false);
  pass(2);
  expect(frozen()).toBe(false);
});

it.each([
  ['another window of the same user', {}, true],
  ['their unattended device', { unattended: true }, false],
  ['somebody else', { user: { id: 99, firstName: 'Ada', lastName: 'Lovelace' } }, false],
] as const)('%s is heard unless its sound would come back', (_whose, change, muted) => {
  const { attendee } = makeOther();
  inCall.setState({ ...NOTHING, own: attendee }, true);
  onTestFinished(() => inCall.setState(NOTHING, true));
  renderFeature(<OtherTile other={makeOther({ attendee: { ...attendee, ...change } })} />);
  expect(document.querySelector('video')?.muted).toBe(muted);
});
