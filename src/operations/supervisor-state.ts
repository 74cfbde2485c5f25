/** The state in the memory of the supervisor that its workers share: the side of a worker, and that of the supervisor. */

import { type Claim, type SharedState, UNSHARED_CLAIM, unlessAborted } from '../lib/shared-state.ts';

/** What a worker wants of the state. `request` numbers its messages; that of a claim names the claim. */
export type StateRequest = { kind: 'state'; request: number; key: string } & (
  | { verb: 'get' | 'claim' | 'subscribe' | 'unsubscribe' }
  | { verb: 'set' | 'publish'; text: string; lastsMs: number }
  | { verb: 'add'; by: number; windowMs: number }
  | { verb: 'end'; claim: number; outcome: string | undefined }
);

export type StateReply =
  | { kind: 'state-found'; request: number; text: string | undefined }
  | { kind: 'state-counted'; request: number; total: number; leftMs: number }
  | { kind: 'state-claimed'; request: number; isMine: boolean; text: string | undefined }
  /** The claim of another worker, for which this one waits, has ended. */
  | { kind: 'state-ended'; request: number; outcome: string | undefined }
  | { kind: 'state-message'; key: string; text: string };

type ReplyOf<Kind> = Extract<StateReply, { kind: Kind }>;

/** A supervisor that answers later is busy or gone; then this worker goes on alone. */
const ANSWER_MS = 1_000;

/** @param send sends to the supervisor @param onReply adds a function that is called with what the supervisor sends */
export function workerState(
  send: (message: StateRequest) => void,
  onReply: (receive: (reply: StateReply) => void) => void,
): SharedState {
  const waiting = new Map<number, (reply: StateReply) => void>();
  const claims = new Map<number, PromiseWithResolvers<string | undefined>>();
  const receivers = new Map<string, Set<(text: string) => void>>();
  let last = 0;

  onReply((reply) => {
    if (reply.kind === 'state-message') for (const receive of receivers.get(reply.key) ?? []) receive(reply.text);
    else if (reply.kind !== 'state-ended') waiting.get(reply.request)?.(reply);
    else {
      claims.get(reply.request)?.resolve(reply.outcome);
      claims.delete(reply.request);
    }
  });

  const next = (key: string) => ({ kind: 'state', request: ++last, key }) as const;

  /** Resolves with the reply; undefined if none comes in time. */
  async function ask<Kind extends StateReply['kind']>(
    message: StateRequest,
    _: Kind,
  ): Promise<ReplyOf<Kind> | undefined> {
    const { promise, resolve } = Promise.withResolvers<StateReply | undefined>();
    waiting.set(message.request, resolve);
    const over = setTimeout(resolve, ANSWER_MS, undefined);
    send(message);
    const reply = await promise;
    clearTimeout(over);
    waiting.delete(message.request);
    return reply as ReplyOf<Kind> | undefined;
  }

  return {
    get: async (key) => (await ask({ ...next(key), verb: 'get' }, 'state-found'))?.text,
    async set(key, text, lastsMs) {
      send({ ...next(key), verb: 'set', text, lastsMs });
    },
    async add(key, by, windowMs) {
      const counted = await ask({ ...next(key), verb: 'add', by, windowMs }, 'state-counted');
      return counted && { total: counted.total, resetsAtMs: performance.now() + counted.leftMs };
    },
    async claim(key): Promise<Claim> {
      const message = { ...next(key), verb: 'claim' } as const;
      const claim = message.request;
      const ended = Promise.withResolvers<string | undefined>();
      claims.set(claim, ended);
      const claimed = await ask(message, 'state-claimed');
      const end = (outcome?: string) => send({ ...next(key), verb: 'end', claim, outcome });
      if (claimed?.isMine === false)
        return { whose: 'another', text: claimed.text, ended: (signal) => unlessAborted(ended.promise, signal) };
      claims.delete(claim);
      // A claim that is granted late is given back.
      if (claimed === undefined) end();
      return claimed === undefined ? UNSHARED_CLAIM : { whose: 'mine', text: claimed.text, end };
    },
    async publish(key, text, lastsMs) {
      send({ ...next(key), verb: 'publish', text, lastsMs });
    },
    subscribe(key, receive) {
      const those = receivers.get(key) ?? new Set();
      receivers.set(key, those.add(receive));
      send({ ...next(key), verb: 'subscribe' });
      return {
        [Symbol.dispose]() {
          those.delete(receive);
          if (those.size > 0) return;
          receivers.delete(key);
          send({ ...next(key), verb: 'unsubscribe' });
        },
      };
    },
  };
}

/**
 * Serves one worker.
 *
 * @param state the copy of the worker
 * @returns a function to call with each message, and the end of the worker
 */
export function serveState(state: SharedState & Disposable, reply: (message: StateReply) => void) {
  const claims = new Map<number, (outcome?: string) => void>();
  const subscriptions = new Map<string, Disposable>();
  const gone = new AbortController();

  async function claim(key: string, request: number): Promise<void> {
    const claimed = await state.claim(key);
    if (claimed.whose === 'mine') claims.set(request, claimed.end);
    reply({ kind: 'state-claimed', request, isMine: claimed.whose === 'mine', text: claimed.text });
    if (claimed.whose === 'mine') return;
    const outcome = await claimed.ended(gone.signal).catch(() => undefined);
    reply({ kind: 'state-ended', request, outcome });
  }

  async function find(key: string, request: number): Promise<void> {
    reply({ kind: 'state-found', request, text: await state.get(key) });
  }

  async function add(key: string, { request, by, windowMs }: Extract<StateRequest, { verb: 'add' }>): Promise<void> {
    const counted = await state.add(key, by, windowMs);
    if (counted === undefined) return;
    const { total, resetsAtMs } = counted;
    reply({ kind: 'state-counted', request, total, leftMs: resetsAtMs - performance.now() });
  }

  function receive(message: StateRequest): void {
    const { key, request } = message;
    switch (message.verb) {
      case 'get':
        // What another worker had sent before this one asked is read first.
        setImmediate(find, key, request);
        break;
      case 'set':
        void state.set(key, message.text, message.lastsMs);
        break;
      case 'add':
        void add(key, message);
        break;
      case 'claim':
        void claim(key, request);
        break;
      case 'end':
        claims.get(message.claim)?.(message.outcome);
        claims.delete(message.claim);
        break;
      case 'publish':
        void state.publish(key, message.text, message.lastsMs);
        break;
      case 'subscribe':
        subscriptions.get(key)?.[Symbol.dispose]();
        subscriptions.set(
          key,
          state.subscribe(key, (text) => reply({ kind: 'state-message', key, text })),
        );
        break;
      case 'unsubscribe':
        subscriptions.get(key)?.[Symbol.dispose]();
        subscriptions.delete(key);
    }
  }

  return {
    receive(message: StateRequest): void {
      if (isWellFormed(message)) receive(message);
    },
    [Symbol.dispose]() {
      gone.abort();
      state[Symbol.dispose]();
    },
  };
}

/** Whether all members have the types that their verb needs: a worker may run another version of the program. */
function isWellFormed({ request, key, ...message }: StateRequest): boolean {
  const { text = '', lastsMs = 0, by = 0, windowMs = 1, outcome = '' } = message as Record<string, unknown>;
  const areTexts = [key, text, outcome].every((one) => typeof one === 'string');
  return areTexts && [request, lastsMs, by, windowMs].every((one) => Number.isFinite(one));
}
