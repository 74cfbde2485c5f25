/** The square of a QR code: what is the same in every code of a version, and where its data stand (ISO/IEC 18004, 6.3). */

/** Modules row by row. */
export type Grid = {
  size: number;
  isDark: boolean[];
  /** Finders, timing, alignment and what tells of the code itself: no data stand there, and no mask changes them. */
  isFixed: boolean[];
};

const FORMAT_GENERATOR = 0x537;
const FORMAT_MASK = 0x5412;
const VERSION_GENERATOR = 0x1f25;
/** Smaller ones are told by their size. */
const FIRST_TOLD_VERSION = 7;

/** A grid with all that is fixed, except which mask was taken. */
export function emptyGrid(version: number): Grid {
  const size = version * 4 + 17;
  const grid: Grid = { size, isDark: Array(size * size).fill(false), isFixed: Array(size * size).fill(false) };
  for (let at = 0; at < size; at++) {
    fix(grid, at, 6, at % 2 === 0);
    fix(grid, 6, at, at % 2 === 0);
  }
  for (const [x, y] of alignments(version)) squares(grid, x, y, 2);
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    squares(grid, x, y, 4);
  tellMask(grid, 0);
  tellVersion(grid, version);
  return grid;
}

/** The places of the data, two columns at a time from the right, up and down in turn. */
export function dataPlaces({ size, isFixed }: Grid): number[] {
  const places: number[] = [];
  for (let right = size - 1, isUpward = true; right > 0; right -= 2, isUpward = !isUpward) {
    // The column of the timing pattern holds none.
    if (right === 6) right--;
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (!isFixed[y * size + x]) places.push(y * size + x);
    }
  }
  return places;
}

/** Writes which mask was taken, and that the correction is of level M, at both places (7.9). */
export function tellMask(grid: Grid, mask: number): void {
  const { size } = grid;
  const bits = withRemainder(mask, 10, FORMAT_GENERATOR) ^ FORMAT_MASK;
  for (let at = 0; at < 15; at++) {
    const isDark = isSet(bits, at);
    const alongColumn = at < 6 ? at : at < 8 ? at + 1 : size - 15 + at;
    const alongRow = at < 8 ? size - 1 - at : at === 8 ? 7 : 14 - at;
    fix(grid, 8, alongColumn, isDark);
    fix(grid, alongRow, 8, isDark);
  }
  fix(grid, 8, size - 8, true);
}

function tellVersion(grid: Grid, version: number): void {
  if (version < FIRST_TOLD_VERSION) return;
  const bits = withRemainder(version, 12, VERSION_GENERATOR);
  for (let at = 0; at < 18; at++) {
    const [far, near] = [grid.size - 11 + (at % 3), Math.floor(at / 3)];
    fix(grid, far, near, isSet(bits, at));
    fix(grid, near, far, isSet(bits, at));
  }
}

/** Squares around a middle, dark and light in turn; the outermost of a finder is the light one around it. */
function squares(grid: Grid, middleX: number, middleY: number, reach: number): void {
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      const ring = Math.max(Math.abs(x), Math.abs(y));
      fix(grid, middleX + x, middleY + y, reach === 2 ? ring !== 1 : ring !== 2 && ring !== 4);
    }
  }
}

/** Middles of the alignment patterns: on a lattice, but where a finder stands (Annex E). */
function alignments(version: number): [number, number][] {
  if (version === 1) return [];
  const last = version * 4 + 10;
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2;
  const along = Array.from({ length: count }, (_, at) => (at === 0 ? 6 : last - (count - 1 - at) * step));
  const atFinder = (x: number, y: number) => x + y === 12 || (x + y === last + 6 && (x === 6 || y === 6));
  return along.flatMap((x) => along.flatMap((y): [number, number][] => (atFinder(x, y) ? [] : [[x, y]])));
}

function fix({ size, isDark, isFixed }: Grid, x: number, y: number, dark: boolean): void {
  if (x < 0 || y < 0 || x >= size || y >= size) return;
  isDark[y * size + x] = dark;
  isFixed[y * size + x] = true;
}

/** A value with its check bits behind it. */
function withRemainder(value: number, checkBits: number, generator: number): number {
  let rest = value << checkBits;
  for (let bit = 31 - Math.clz32(rest); bit >= checkBits; bit--) {
    if (isSet(rest, bit)) rest ^= generator << (bit - checkBits);
  }
  return (value << checkBits) | rest;
}

function isSet(bits: number, at: number): boolean {
  return ((bits >>> at) & 1) === 1;
}
