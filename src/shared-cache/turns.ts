/**
 * Whose turn it is to ask, among all instances: who asks puts a token at a name for a short while and goes on renewing it;
 * the others look all at once, a few dozen times a second, whether it is still there. Whose holder has died ends by itself.
 * A token is a number of its own before the same, sealed with its end: one that is put back after its turn is past that
 * end in a moment, and not waited for at all by who has seen its turn end.
 */

import { randomBytes } from 'node:crypto';
import type { SharedClaim } from '../federation/partner/shared-texts.ts';
import type { CacheCommand } from './cache-address.ts';
import type { CacheConnection } from './cache-connection.ts';
import { MOST_SEALED_BYTES, type SealedPlace, type SealedValues } from './sealed-values.ts';

type Turns = Disposable & {
  claim(place: SealedPlace): Promise<SharedClaim>;
  /** How often another instance was waited for, since the start. */
  waited(): number;
};

/** How long a token stays that nobody renews. */
const TOKEN_MS = 1000;
const RENEW_EVERY_MS = 300;
const LOOK_EVERY_MS = 20;
/** How long it is believed from then on, as clocks of instances may differ by two seconds. */
const BELIEVED_MS = TOKEN_MS + 2000;
/** What was published at the end of a turn is there for those who waited. */
const OUTCOME_MS = 3000;
const ID_BYTES = 16;
const MOST_SPENT = 10_000;

/** Both change nothing where a token with another number is. */
const IS_SAME = `local function isSame(name, id)
  local token = redis.call('GET', name)
  return token and string.sub(token, 1, ${ID_BYTES}) == id
end
`;
const RENEW = `${IS_SAME}
for i, name in ipairs(KEYS) do
  if isSame(name, ARGV[2 * i]) then redis.call('SET', name, ARGV[2 * i + 1], 'PX', ARGV[1]) end
end`;
/** What is longer than a token is none, and is not read whole. */
const MOST_TOKEN_BYTES = 1024;
const tokenAt = (name: string): CacheCommand => ['GETRANGE', name, '0', String(MOST_TOKEN_BYTES)];
const RELEASE = `${IS_SAME}
if isSame(KEYS[1], ARGV[1]) then redis.call('DEL', KEYS[1]) end`;

type Options = {
  connection: Pick<CacheConnection, 'ask' | 'isShared'>;
  values: SealedValues;
  /** Of what is at a place. */
  openAt: (place: SealedPlace, bytes: unknown) => Promise<string | undefined>;
  /** In milliseconds. */
  now: () => number;
};
type Mine = { place: SealedPlace; id: Buffer };
type Waiting = { place: SealedPlace; id: Buffer; end: () => void };

export function turns({ connection, values, openAt, now }: Options): Turns {
  const mine = new Map<string, Mine>();
  /** Numbers of turns that this instance has seen end, and until when a token with them might be believed, by `performance.now()`. */
  const spent = new Map<string, number>();
  const waiting = new Map<string, Set<Waiting>>();
  let waited = 0;
  let isLooking = false;
  const renewing = setInterval(renew, RENEW_EVERY_MS).unref();
  let looking: NodeJS.Timeout | undefined;

  async function tokenOf({ place, id }: Mine): Promise<Buffer> {
    const sealed = await values.seal(place, id.toString('base64url'), now() + BELIEVED_MS);
    return Buffer.concat([id, sealed ?? Buffer.alloc(0)]);
  }

  /** The number of a token that an instance has made for this place a moment ago; undefined for anything else. */
  async function idOf(place: SealedPlace, token: unknown): Promise<Buffer | undefined> {
    if (!(token instanceof Buffer)) return undefined;
    const id = token.subarray(0, ID_BYTES);
    return (await values.open(place, token.subarray(ID_BYTES))) === id.toString('base64url') ? id : undefined;
  }

  function spend(id: Buffer): void {
    const nowMs = performance.now();
    for (const [other, untilMs] of spent) {
      if (untilMs > nowMs && spent.size < MOST_SPENT) break;
      spent.delete(other);
    }
    spent.set(id.toString('base64url'), nowMs + 2 * BELIEVED_MS);
  }

  async function renew(): Promise<void> {
    if (mine.size === 0) return;
    const turnsNow = [...mine];
    const tokens = await Promise.all(turnsNow.map(([, turn]) => tokenOf(turn)));
    const pairs = turnsNow.flatMap(([, { id }], at) => [id, tokens[at] ?? id]);
    const names = turnsNow.map(([name]) => name);
    await connection.ask(['EVAL', RENEW, String(names.length), ...names, String(TOKEN_MS), ...pairs]);
  }

  /** Ends the waiting for every token that is not there any more; all of it where nobody shares. */
  async function look(): Promise<void> {
    if (isLooking) return;
    if (waiting.size === 0) {
      clearInterval(looking);
      looking = undefined;
      return;
    }
    isLooking = true;
    const names = [...waiting.keys()];
    const tokens = await connection.ask(...names.map((name) => tokenAt(name)));
    await Promise.all(names.map((name, at) => endOthers(name, tokens?.[at])));
    isLooking = false;
  }

  async function endOthers(name: string, token: unknown): Promise<void> {
    for (const one of waiting.get(name) ?? []) {
      const id = await idOf(one.place, token);
      if (id === undefined || !one.id.equals(id)) one.end();
    }
  }

  function untilGone(name: string, turn: Mine, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = () => {
      spend(turn.id);
      resolve();
    };
    const one = { ...turn, end };
    const those = waiting.get(name) ?? new Set();
    const stop = () => reject(signal.reason);
    waiting.set(name, those.add(one));
    looking ??= setInterval(look, LOOK_EVERY_MS).unref();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    return promise.finally(() => {
      signal.removeEventListener('abort', stop);
      those.delete(one);
      if (those.size === 0 && waiting.get(name) === those) waiting.delete(name);
    });
  }

  function turnOf(name: string, turn: Mine, outcomePlace: SealedPlace, text: string | undefined): SharedClaim {
    mine.set(name, turn);
    async function release(outcome: string | undefined): Promise<void> {
      if (mine.get(name) === turn) mine.delete(name);
      spend(turn.id);
      const sealed = outcome === undefined ? undefined : await values.seal(outcomePlace, outcome, now() + OUTCOME_MS);
      const publishing =
        sealed === undefined ? [] : [['SET', values.nameOf(outcomePlace), sealed, 'PX', String(OUTCOME_MS)]];
      await connection.ask(...publishing, ['EVAL', RELEASE, '1', name, turn.id]);
    }
    let hasEnded = false;
    function end(outcome?: string): void {
      if (!hasEnded) void release(outcome);
      hasEnded = true;
    }
    return { whose: 'mine', text, end };
  }

  return {
    async claim(place) {
      const nobody: SharedClaim = { whose: 'mine', text: undefined, end: () => undefined };
      const turnPlace: SealedPlace = { ...place, kind: 'turn' };
      const name = values.nameOf(turnPlace);
      const turn: Mine = { place: turnPlace, id: randomBytes(ID_BYTES) };
      const token = await tokenOf(turn);
      if (!connection.isShared()) return nobody;
      const replies = await connection.ask(
        ['SET', name, token, 'NX', 'PX', String(TOKEN_MS)],
        ['GETRANGE', values.nameOf(place), '0', String(MOST_SEALED_BYTES)],
        tokenAt(name),
      );
      if (replies === undefined) return nobody;
      const [isMine, sealed, theirs] = replies;
      const text = await openAt(place, sealed);
      if (isMine !== null) return turnOf(name, turn, outcomeOf(place, turn.id), text);
      const id = await idOf(turnPlace, theirs);
      // What no instance has put there, or has put there for a turn that is over, is not waited for.
      if (id === undefined || spent.has(id.toString('base64url'))) return { ...nobody, text };
      return {
        whose: 'another',
        text,
        async ended(signal) {
          waited++;
          await untilGone(name, { place: turnPlace, id }, signal);
          const outcomePlace = outcomeOf(place, id);
          const [outcome] = (await connection.ask([
            'GETRANGE',
            values.nameOf(outcomePlace),
            '0',
            String(MOST_SEALED_BYTES),
          ])) ?? [undefined];
          return outcome instanceof Buffer ? await values.open(outcomePlace, outcome) : undefined;
        },
      };
    },
    waited: () => waited,
    [Symbol.dispose]() {
      clearInterval(renewing);
      clearInterval(looking);
      for (const those of waiting.values()) for (const one of those) one.end();
    },
  };
}

function outcomeOf(place: SealedPlace, id: Buffer): SealedPlace {
  return { ...place, kind: 'outcome', key: `${place.key} ${id.toString('base64url')}` };
}
