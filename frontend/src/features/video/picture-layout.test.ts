import { expect, it } from 'vitest';

import { layOut, type PictureLayout, type Size } from './picture-layout';

const own = { width: 140, height: 105 };
const none = { width: 0, height: 0 };

it.each<[string, number, Size, Size, PictureLayout]>([
  ['one beside the page, with room below it', 1, { width: 530, height: 600 }, own, { columns: 1, free: 'nothing' }],
  ['one in the whole window, which leaves its side', 1, { width: 1400, height: 700 }, own, { columns: 1, free: 'end' }],
  ['two in a tall stage, one below the other', 2, { width: 530, height: 680 }, own, { columns: 1, free: 'bottom' }],
  ['two above the page, side by side', 2, { width: 620, height: 200 }, own, { columns: 2, free: 'end' }],
  ['two on a phone, without an own picture', 2, { width: 120, height: 160 }, none, { columns: 1, free: 'nothing' }],
  ['three, whose last cell is free', 3, { width: 1000, height: 600 }, own, { columns: 2, free: 'nothing' }],
  ['six in a wide stage', 6, { width: 1400, height: 700 }, none, { columns: 3, free: 'nothing' }],
  ['before anything is measured', 4, none, none, { columns: 2, free: 'nothing' }],
])('%s', (_, count, stage, ownPicture, layout) => {
  expect(layOut(count, stage, ownPicture)).toEqual(layout);
});
