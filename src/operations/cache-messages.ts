/**
 * Messages between the instances that share a Valkey or Redis. Each is stored at its key, and the key under the next
 * number. Every instance checks several times a second for a further number, and reads what it subscribes to. So an
 * instance finds a message later that it lost with the connection, and the account needs only rights for values.
 */

import type { SharedState } from '../lib/shared-state.ts';
import type { CacheConnection } from './cache-connection.ts';
import type { SealedValues } from './sealed-values.ts';

type CacheMessages = Pick<SharedState, 'subscribe'> &
  Disposable & { publish(key: string, sealed: Buffer, lastsMs: number): Promise<void> };

type Options = { connection: Pick<CacheConnection, 'ask' | 'isShared' | 'look'>; values: SealedValues };

type Subscription = {
  key: string;
  receivers: Set<(text: string) => void>;
  /** What was received last, sealed. */
  last: Buffer | undefined;
};

const POLL_EVERY_MS = 100;
/** How many numbers are noted: who has missed more reads everything that it subscribes to. */
const NOTED = 256;
const NOTED_MS = 60_000;
const LONGEST_NAME = 100;
const PUBLISH = `
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
local number = redis.call('INCRBY', KEYS[2], 1)
redis.call('SET', KEYS[2] .. ':' .. (number % ${NOTED}), KEYS[1], 'PX', ${NOTED_MS})`;

export function cacheMessages({ connection, values }: Options): CacheMessages {
  const counter = values.nameOf('messages');
  const subscriptions = new Map<string, Subscription>();
  let seen: number | undefined;
  let isPolling = false;
  const polling = setInterval(poll, POLL_EVERY_MS).unref();

  async function poll(): Promise<void> {
    if (isPolling || subscriptions.size === 0) return;
    // What was published while the connection was lost is read once it is back.
    if (!connection.isShared()) seen = undefined;
    else {
      isPolling = true;
      await readNew();
      isPolling = false;
    }
  }

  async function readNew(): Promise<void> {
    const [bytes] = (await connection.look(['GETRANGE', counter, '0', '20'])) ?? [];
    if (bytes === undefined) return;
    const number = Number(bytes) || 0;
    if (number === seen) return;
    const names =
      seen === undefined || number < seen || number - seen > NOTED
        ? [...subscriptions.keys()]
        : await namesOf(seen, number);
    // The next check reads what was lost on the way.
    if (names !== undefined && (await receive(names))) seen = number;
  }

  /** Returns undefined if the answer is lost. */
  async function namesOf(from: number, to: number): Promise<string[] | undefined> {
    const numbers = Array.from({ length: to - from }, (_, at) => (from + 1 + at) % NOTED);
    const notes = await connection.look(
      ...numbers.map((number) => ['GETRANGE', `${counter}:${number}`, '0', String(LONGEST_NAME)]),
    );
    return notes && [...new Set(notes.map(String))];
  }

  /** Resolves with whether they were read. */
  async function receive(names: readonly string[]): Promise<boolean> {
    const those = names.flatMap((name) => subscriptions.get(name) ?? []);
    if (those.length === 0) return true;
    const found = await connection.look(...those.map(({ key }) => values.readAt(key)));
    await Promise.all(those.map((one, at) => give(one, found?.[at])));
    return found !== undefined;
  }

  async function receiveFirst(name: string): Promise<void> {
    if (!(await receive([name]))) seen = undefined;
  }

  async function give(subscription: Subscription, sealed: unknown): Promise<void> {
    // An empty text is none.
    if (!(sealed instanceof Buffer) || sealed.length === 0 || subscription.last?.equals(sealed)) return;
    subscription.last = sealed;
    const text = await values.open(subscription.key, sealed);
    if (text !== undefined) for (const receiver of subscription.receivers) receiver(text);
  }

  return {
    async publish(key, sealed, lastsMs) {
      const name = values.nameOf(key);
      const own = subscriptions.get(name);
      // It is not received by the instance that sends it.
      if (own !== undefined) own.last = sealed;
      await connection.ask(['EVAL', PUBLISH, '2', name, counter, sealed, String(Math.floor(lastsMs))]);
    },
    subscribe(key, receiver) {
      const name = values.nameOf(key);
      const subscription = subscriptions.get(name) ?? { key, receivers: new Set(), last: undefined };
      subscriptions.set(name, subscription);
      subscription.receivers.add(receiver);
      subscription.last = undefined;
      if (connection.isShared()) void receiveFirst(name);
      return {
        [Symbol.dispose]() {
          subscription.receivers.delete(receiver);
          if (subscription.receivers.size === 0) subscriptions.delete(name);
        },
      };
    },
    [Symbol.dispose]: () => clearInterval(polling),
  };
}
