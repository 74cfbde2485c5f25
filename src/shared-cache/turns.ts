/**
 * Whose turn it is to ask, among all instances: who asks puts a token at a name for a short while and goes on renewing it;
 * the others look all at once, a few dozen times a second, whether it is still there. Whose holder has died ends by itself.
 */

import { randomBytes } from 'node:crypto';
import type { SharedClaim } from '../federation/partner/shared-texts.ts';
import type { CacheConnection } from './cache-connection.ts';
import { MOST_SEALED_BYTES, type Place, type SealedValues } from './sealed-values.ts';

export type Turns = Disposable & {
  claim(place: Place): Promise<SharedClaim>;
  /** How often another instance was waited for, since the start. */
  waited(): number;
};

/** How long a token stays that nobody renews. */
const TOKEN_MS = 1000;
const RENEW_EVERY_MS = 300;
const LOOK_EVERY_MS = 20;
/** Longer than any question is asked: no token is believed for longer, whoever puts it back. */
const LONGEST_MS = 60_000;
/** What was told at the end of a turn is there for those who waited. */
const OUTCOME_MS = 3000;
const TOKEN_BYTES = 16;

/** Both change nothing where another token is. */
const RENEW =
  "for i, name in ipairs(KEYS) do if redis.call('GET', name) == ARGV[i + 1] then redis.call('PEXPIRE', name, ARGV[1]) end end";
const RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end";

type Options = {
  connection: Pick<CacheConnection, 'ask' | 'isShared'>;
  values: SealedValues;
  /** Of what is at a place. */
  openAt: (place: Place, bytes: unknown) => Promise<string | undefined>;
  /** In milliseconds. */
  now: () => number;
};
type Waiting = { token: Buffer; end: () => void };

export function turns({ connection, values, openAt, now }: Options): Turns {
  const mine = new Map<string, Buffer>();
  const waiting = new Map<string, Set<Waiting>>();
  let waited = 0;
  let isLooking = false;
  const renewing = setInterval(renew, RENEW_EVERY_MS).unref();
  let looking: NodeJS.Timeout | undefined;

  function renew(): void {
    if (mine.size === 0) return;
    const names = [...mine.keys()];
    void connection.ask(['EVAL', RENEW, String(names.length), ...names, String(TOKEN_MS), ...mine.values()]);
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
    const [tokens] = ((await connection.ask(['MGET', ...names])) ?? []) as (readonly (Buffer | null)[])[];
    isLooking = false;
    for (const [index, name] of names.entries()) {
      const token = tokens?.[index];
      for (const one of waiting.get(name) ?? []) if (token == null || !one.token.equals(token)) one.end();
    }
  }

  function untilGone(name: string, token: Buffer, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const one = { token, end: resolve };
    const those = waiting.get(name) ?? new Set();
    const leave = () => reject(signal.reason);
    waiting.set(name, those.add(one));
    looking ??= setInterval(look, LOOK_EVERY_MS).unref();
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    return promise.finally(() => {
      signal.removeEventListener('abort', leave);
      those.delete(one);
      if (those.size === 0 && waiting.get(name) === those) waiting.delete(name);
    });
  }

  function turnOf(name: string, token: Buffer, outcomePlace: Place, text: string | undefined): SharedClaim {
    mine.set(name, token);
    async function release(outcome: string | undefined): Promise<void> {
      if (mine.get(name) === token) mine.delete(name);
      const told = outcome === undefined ? undefined : await values.seal(outcomePlace, outcome, now() + OUTCOME_MS);
      const telling = told === undefined ? [] : [['SET', values.nameOf(outcomePlace), told, 'PX', String(OUTCOME_MS)]];
      await connection.ask(...telling, ['EVAL', RELEASE, '1', name, token]);
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
      const turnPlace: Place = { ...place, kind: 'turn' };
      const name = values.nameOf(turnPlace);
      const token = await values.seal(turnPlace, randomBytes(TOKEN_BYTES).toString('base64url'), now() + LONGEST_MS);
      if (token === undefined || !connection.isShared()) return nobody;
      const replies = await connection.ask(
        ['SET', name, token, 'NX', 'PX', String(TOKEN_MS)],
        ['GETRANGE', values.nameOf(place), '0', String(MOST_SEALED_BYTES)],
        ['GETRANGE', name, '0', String(MOST_SEALED_BYTES)],
      );
      if (replies === undefined) return nobody;
      const [isMine, sealed, theirs] = replies;
      const text = await openAt(place, sealed);
      if (isMine !== null) return turnOf(name, token, outcomeOf(place, token), text);
      // What no instance has put there is not waited for.
      if (!(theirs instanceof Buffer) || (await values.open(turnPlace, theirs)) === undefined)
        return { ...nobody, text };
      return {
        whose: 'another',
        text,
        async ended(signal) {
          waited++;
          await untilGone(name, theirs, signal);
          const outcomePlace = outcomeOf(place, theirs);
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

function outcomeOf(place: Place, token: Buffer): Place {
  return { ...place, kind: 'outcome', key: `${place.key} ${token.toString('base64url')}` };
}
