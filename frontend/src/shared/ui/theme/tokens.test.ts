import { describe, expect, it } from 'vitest';

import { contrast } from './contrast';
import { tokens, type Token } from './tokens';

const backgrounds: Token[] = ['canvas', 'surface', 'surface-raised', 'surface-sunken'];

const textPairs: [Token, Token][] = [
  ...(['text', 'text-muted', 'accent-text', 'danger-text', 'warning-text', 'success-text'] as const).flatMap((text) =>
    backgrounds.map((background): [Token, Token] => [text, background]),
  ),
  ['on-accent', 'accent'],
  ['on-danger', 'danger'],
  ['on-critical', 'critical'],
  ['on-urgent', 'urgent'],
  ['accent-text', 'accent-soft'],
  ['danger-text', 'danger-soft'],
  ['warning-text', 'warning-soft'],
  ['success-text', 'success-soft'],
  ['text', 'info-soft'],
  ['text', 'accent-soft'],
  ['text', 'danger-soft'],
  ['text', 'warning-soft'],
  ['text', 'success-soft'],
];

const graphicPairs: [Token, Token][] = [
  ...(['critical', 'urgent', 'routine', 'border-strong', 'focus', 'success', 'info'] as const).flatMap((graphic) =>
    backgrounds.map((background): [Token, Token] => [graphic, background]),
  ),
  ['warning', 'surface'],
  ['danger-text', 'surface'],
];

describe.each(['light', 'dark'] as const)('%s scheme', (scheme) => {
  it.each(textPairs)('reads %s on %s at 4.5:1', (text, background) => {
    expect(contrast(tokens[scheme][text], tokens[scheme][background])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(graphicPairs)('distinguishes the graphic %s from %s at 3:1', (graphic, background) => {
    expect(contrast(tokens[scheme][graphic], tokens[scheme][background])).toBeGreaterThanOrEqual(3);
  });
});
