import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { fakeStreams, overrideProperty } from '@/testing/fake-devices';
import { otherWindow } from '@/testing/meeting';
import { renderFeature } from '@/testing/render-app';

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
  const says = { microphone: true, camera };
  const other = { attendee: otherWindow, status: 'connected', stream: new MediaStream(), says } as const;
  renderFeature(<OtherTile other={other} />);
}

it('a picture that has stood still for three seconds is said to be frozen, until it moves again', () => {
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

it('a page that nobody sees takes no picture for frozen, and nor does a camera that is off', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  show();
  pass(60);
  expect(frozen()).toBe(false);
  hidden.mockRestore();
  show(false);
  pass(2);
  expect(frozen()).toBe(false);
});
