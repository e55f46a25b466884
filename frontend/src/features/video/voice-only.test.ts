import { expect, it } from 'vitest';

import { withVoiceOnly } from './voice-only';

const described = (...lines: string[]) =>
  ['v=0', 'm=audio 9 UDP/TLS/RTP/SAVPF 111 9', ...lines, 'm=video 9', ''].join('\r\n');

it('asks this window for one channel with redundancy and without pauses, whatever the other side would take', () => {
  const firefox = described('a=rtpmap:109 opus/48000/2', 'a=fmtp:109 maxplaybackrate=48000;stereo=1;usedtx=1');
  expect(withVoiceOnly(firefox)).toBe(
    described('a=rtpmap:109 opus/48000/2', 'a=fmtp:109 maxplaybackrate=48000;stereo=0;usedtx=0;useinbandfec=1'),
  );
});

it('leaves everything else as it was', () => {
  const other = described('a=rtpmap:96 VP8/90000', 'a=fmtp:96 stereo=1');
  expect([withVoiceOnly(other), withVoiceOnly('an offer')]).toEqual([other, 'an offer']);
});
