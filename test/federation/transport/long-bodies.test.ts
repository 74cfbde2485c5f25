/** Long answers of partners share their room so that whoever comes next finds some, whatever the others hold. */

import { expect, test } from 'vitest';
import { type LongBodies, type LongBody, longBodies } from '../../../src/federation/transport/long-bodies.ts';

const MEGABYTE = 1024 * 1024;
const LONGEST = 5 * MEGABYTE;
const ROOM = { mostBytes: 10 * LONGEST, longestBytes: LONGEST, mostRead: 2 };
const STEP = 128 * 1024;
const WAIT = { withinMs: 60_000, signal: new AbortController().signal };

/** Takes what it can get with so many answers, which never end. */
function hoard(partner: LongBodies, answers: number): LongBody[] {
  return Array.from({ length: answers }, () => {
    const body = partner.begin();
    for (let bytes = STEP; bytes <= LONGEST && body.tryGrow(bytes); bytes += STEP);
    return body;
  });
}

function isWholeRead(body: LongBody): boolean {
  for (let bytes = STEP; bytes <= LONGEST; bytes += STEP) if (!body.tryGrow(bytes)) return false;
  return true;
}

test('one partner has two of the longest answers under way, and its next waits for them', async () => {
  const partner = longBodies(ROOM)();
  const bodies = Array.from({ length: 3 }, () => partner.begin());
  expect(bodies.map(isWholeRead)).toEqual([true, true, false]);
  const waiting = bodies[2]?.grow(LONGEST, WAIT);
  bodies[0]?.[Symbol.dispose]();
  expect(await waiting).toBe(true);
});

test('one partner has many answers of a megabyte under way, however slowly they come', () => {
  const partner = longBodies(ROOM)();
  for (let count = 0; count < 10; count++) expect(partner.begin().tryGrow(MEGABYTE)).toBe(true);
});

test.each([1, 2, 3, 4])(
  '%i partners that hold whatever they can leave room for the longest answer of another',
  (count) => {
    const open = longBodies(ROOM);
    for (let hoarders = 0; hoarders < count; hoarders++) hoard(open(), 20);
    expect(isWholeRead(open().begin())).toBe(true);
  },
);

test('what has no room goes on when another has been read', async () => {
  const open = longBodies(ROOM);
  const partner = open();
  const bodies = hoard(partner, 20);
  const late = partner.begin();
  const waiting = late.grow(LONGEST, WAIT);
  const left = new AbortController();
  const leaving = partner.begin().grow(LONGEST, { ...WAIT, signal: left.signal });
  left.abort();
  expect(await leaving).toBe(false);
  for (const body of bodies) body[Symbol.dispose]();
  expect(await waiting).toBe(true);
});

test('however many have come halfway together, the first of them goes on', () => {
  const open = longBodies(ROOM);
  const bodies = Array.from({ length: 30 }, () => open().begin());
  for (let bytes = STEP; bytes <= LONGEST; bytes += STEP) for (const body of bodies) body.tryGrow(bytes);
  expect(bodies[0]?.tryGrow(LONGEST)).toBe(true);
});

test('a partner has one of its answers read at once, and leaves the other places to others', async () => {
  const open = longBodies({ ...ROOM, mostRead: 2 });
  const [one, other] = [open(), open()];
  const begun: string[] = [];
  const read = (partner: LongBodies, name: string) =>
    partner
      .begin()
      .read(WAIT)
      .then(() => begun.push(name));
  for (const _ of [1, 2, 3]) void read(one, 'one');
  await read(other, 'other');
  expect(begun).toEqual(['one', 'other']);
});

test('of what takes more memory while it is read one is read at a time, and what arrives meanwhile finds no room for as much', async () => {
  const open = longBodies(ROOM);
  const [first, second, third] = [open().begin(), open().begin(), open().begin()];
  expect(await first.readLarger(15 * MEGABYTE, WAIT)).toBe(true);
  let isSecondRead = false;
  const waiting = second.readLarger(15 * MEGABYTE, WAIT).then((isRead) => {
    isSecondRead = isRead;
  });
  expect(third.tryGrow(ROOM.mostBytes - 15 * MEGABYTE)).toBe(false);
  expect(isSecondRead).toBe(false);
  first[Symbol.dispose]();
  await waiting;
  expect(isSecondRead).toBe(true);
  second[Symbol.dispose]();
  expect(third.tryGrow(ROOM.mostBytes)).toBe(true);
});
