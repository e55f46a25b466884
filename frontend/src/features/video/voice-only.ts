/**
 * Another window's description, changed so that this one sends it speech as calls need it: one channel, because the second one costs
 * bits and a stethoscope is no part of the call; with redundancy against loss (in-band FEC); and without pauses (DTX), which cut off
 * the first sounds of words, and with them what a dysarthric patient says.
 */
export function withVoiceOnly(sdp: string): string {
  const opus = [...sdp.matchAll(/^a=rtpmap:(\d+) opus\/48000\/2/gim)].map(([, type]) => type ?? '');
  return opus.reduce(
    (text, type) =>
      text.replace(
        new RegExp(`^(a=fmtp:${type} )(.*?)(\r?)$`, 'm'),
        (_line, start: string, found: string, end: string) => {
          const kept = found
            .split(';')
            .filter((part) => !/^\s*(stereo|usedtx|useinbandfec)\s*=/.test(part) && part.trim() !== '');
          return `${start}${[...kept, 'stereo=0', 'usedtx=0', 'useinbandfec=1'].join(';')}${end}`;
        },
      ),
    sdp,
  );
}
