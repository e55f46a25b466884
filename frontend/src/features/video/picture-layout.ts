/** Of most cameras; a picture is fitted into its cell, never cropped. */
const RATIO = 16 / 9;
/** Between cells, and around the user's own picture (px). */
export const GAP = 8;

/** In px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PictureLayout {
  readonly columns: number;
  /** What the pictures leave free for the user's own, in the lower right corner: nothing, the right side or the lower edge. */
  readonly free: 'nothing' | 'end' | 'bottom';
}

/** The columns and the room for the user's own picture with which `count` pictures of one size are largest and nothing covers them. */
export function layOut(count: number, stage: Size, own: Size): PictureLayout {
  let best: PictureLayout = { columns: Math.ceil(Math.sqrt(count)), free: 'nothing' };
  let widest = 0;
  for (const free of ['nothing', 'end', 'bottom'] as const)
    for (let columns = 1; columns <= count; columns += 1) {
      const cell = cellOf({ columns, free }, count, stage, own);
      const width = Math.min(cell.width, cell.height * RATIO);
      if (width <= widest || (free === 'nothing' && covers(own, { columns, free }, count, stage))) continue;
      best = { columns, free };
      widest = width;
    }
  return best;
}

function cellOf({ columns, free }: PictureLayout, count: number, stage: Size, own: Size): Size {
  const rows = Math.ceil(count / columns);
  const width = stage.width - (free === 'end' ? own.width + 2 * GAP : 0);
  const height = stage.height - (free === 'bottom' ? own.height + 2 * GAP : 0);
  return { width: (width - (columns - 1) * GAP) / columns, height: (height - (rows - 1) * GAP) / rows };
}

/** Whether the user's own picture, in the corner, is over one of the others, each in the middle of its cell. */
function covers(own: Size, layout: PictureLayout, count: number, stage: Size): boolean {
  if (own.width === 0) return false;
  const { width, height } = cellOf(layout, count, stage, own);
  const picture = Math.min(width, height * RATIO);
  const corner = { left: stage.width - GAP - own.width, top: stage.height - GAP - own.height };
  return Array.from({ length: count }, (_, index) => {
    const [column, row] = [index % layout.columns, Math.floor(index / layout.columns)];
    const right = column * (width + GAP) + (width + picture) / 2;
    const bottom = row * (height + GAP) + (height + picture / RATIO) / 2;
    return right > corner.left && bottom > corner.top;
  }).some(Boolean);
}
