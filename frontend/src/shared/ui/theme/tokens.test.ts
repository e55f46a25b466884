import { describe, expect, it } from 'vitest';

import { contrast } from './contrast';
import { tokens, type Token } from './tokens';

const grounds: Token[] = ['canvas', 'surface', 'surface-raised', 'surface-sunken'];

const textPairs: [Token, Token][] = [
  ...(['text', 'text-muted', 'accent-text', 'danger-text', 'warning-text', 'success-text'] as const).flatMap((text) =>
    grounds.map((ground): [Token, Token] => [text, ground]),
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

const signPairs: [Token, Token][] = [
  ...(['critical', 'urgent', 'routine', 'border-strong', 'focus', 'success', 'info'] as const).flatMap((sign) =>
    grounds.map((ground): [Token, Token] => [sign, ground]),
  ),
  ['warning', 'surface'],
  ['danger-text', 'surface'],
];

describe.each(['light', 'dark'] as const)('%s scheme', (scheme) => {
  it.each(textPairs)('reads %s on %s at 4.5:1', (text, ground) => {
    expect(contrast(tokens[scheme][text], tokens[scheme][ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each(signPairs)('tells the sign %s from %s at 3:1', (sign, ground) => {
    expect(contrast(tokens[scheme][sign], tokens[scheme][ground])).toBeGreaterThanOrEqual(3);
  });
});
