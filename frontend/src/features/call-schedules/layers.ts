import { constants } from '@/api/contract/constants.gen';

/** Layers as people count them: from 1, the lowest. */
export const layers = Array.from({ length: constants.MAX_LAYER + 1 }, (_, layer) => ({
  value: layer,
  label: layer === 0 ? '1 (lowest)' : String(layer + 1),
}));

/** `Layer 1` for the lowest. */
export function layerInWords(layer: number): string {
  return `Layer ${layer + 1}`;
}
