import { describe, expect, it } from 'vitest';

import { NO_MEDIA, readMessage, writeMessage } from './peer-media';

describe('a message from another window', () => {
  it('is read as it was written', () => {
    const media = {
      microphone: true,
      camera: true,
      screen: 3,
      control: { axes: ['pan', 'zoom'], allowed: ['a'], refused: ['b'], busy: ['c'] },
    } as const;
    expect(readMessage(writeMessage(media))).toEqual({ media, message: null });
    expect(readMessage(writeMessage(media, { ask: 'control' }))?.message).toEqual({ ask: 'control' });
    expect(readMessage(writeMessage(media, { move: { pan: -1, zoom: 1 } }))?.message).toEqual({
      move: { pan: -1, zoom: 1 },
    });
  });

  it('says what its window lacks, and nothing else', () => {
    const found = readMessage(JSON.stringify({ ...NO_MEDIA, lacks: ['camera', 'patience'] }));
    expect(found?.media).toEqual({ ...NO_MEDIA, lacks: ['camera'] });
  });

  it('of an older build has no turn in sharing', () => {
    expect(readMessage('{"microphone":true,"camera":false}')).toEqual({
      media: { ...NO_MEDIA, microphone: true, screen: null },
      message: null,
    });
  });

  it.each([
    ['is no text', 7],
    ['is cut off', '{"camera'],
    ['is no object', '[true]'],
    ['is endless', JSON.stringify({ camera: true, more: 'x'.repeat(4_000) })],
  ])('that %s is nothing', (_what, data) => {
    expect(readMessage(data)).toBeNull();
  });

  it.each([
    ['turns', { screen: -1 }],
    ['turns', { screen: 1.5 }],
    ['turns', { screen: 2 ** 31 }],
    ['turns', { screen: '1' }],
    ['axes', { control: { axes: ['roll', 1], allowed: 'all', refused: [7, 'x'.repeat(65)] } }],
    ['axes', { control: { axes: 'pan' } }],
    ['asks', { ask: 'microphone' }],
    ['asks', { ask: true }],
    ['moves', { move: { pan: 2, roll: 1 } }],
    ['moves', { move: 'pan' }],
  ])('with impossible %s has none', (_what, fields) => {
    const read = readMessage(JSON.stringify({ microphone: true, camera: true, screen: 1, ...fields }));
    const screen = 'screen' in fields ? null : 1;
    expect(read).toEqual({ media: { ...NO_MEDIA, microphone: true, camera: true, screen }, message: null });
  });

  it('names no more attendees than a meeting has', () => {
    const allowed = Array.from({ length: 90 }, (_, index) => `${index}`);
    expect(readMessage(JSON.stringify({ control: { allowed } }))?.media.control.allowed).toHaveLength(12);
  });
});
