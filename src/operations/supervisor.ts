/** Starts several processes that serve one port together, replaces those that end, and stops them. */

import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryState } from '../lib/shared-state.ts';
import { serveState } from './supervisor-state.ts';
import { type HandedConfig, isFromWorker, type Served, type ToWorker } from './worker-messages.ts';
import { isLeader, PLACE_VARIABLE, placeText, type WorkerPlace } from './worker-place.ts';

type Supervisor = {
  /** Resolves with what the leader serves, once all workers listen. @throws WorkersEnded */
  ready: Promise<Served>;
  /** Rejects when the supervisor gives up starting workers again. @throws WorkersEnded */
  ended: Promise<never>;
  /** Lets every worker finish its work under way, kills those that run after ten seconds, and resolves within twelve. */
  stop(): Promise<void>;
  /** Returns the counters of each worker that answers within a second. */
  counted(): Promise<readonly unknown[]>;
  /** Makes every worker read the configuration again. */
  readConfigNow(): void;
};

/** Starting the workers again would not help. The message gives the operator the reason. */
class WorkersEnded extends Error {
  override readonly name = 'WorkersEnded';
}

type Options = {
  count: number;
  /** The port at which the workers listen; 0: a free one. */
  port: number;
  /** The file that each worker runs, and its arguments. */
  program: { file: string; args: readonly string[] };
  /** What a worker that begins now is to go by. */
  configNow(): Omit<HandedConfig, 'kind'>;
  /**
   * Called with every worker that ended by itself or could not be started. `what` says how it ended, `afterMs` when it is
   * started again.
   */
  onEnd(worker: { worker: number; what: string; afterMs: number }): void;
  /** Called at a stop with the workers that ran after so many seconds, and whether they could be killed. */
  onForcedEnd(end: { workers: readonly number[]; seconds: number; hasEnded: boolean }): void;
};

type Place = WorkerPlace & {
  process: Worker | undefined;
  isReady: boolean;
  /** How many pings in a row the worker has not answered. */
  missedPings: number;
  /** Whether the supervisor killed it because it answered no ping. */
  isHung: boolean;
  /** Whether the supervisor killed it because it listens at another port than the others. */
  isElsewhere: boolean;
  /** The database file that it answers from; undefined where the workers do not compare their files. */
  file: string | undefined;
  /** The state that the workers share, as this one uses it. */
  state: ReturnType<typeof serveState> | undefined;
};

const NOBODY = {
  process: undefined,
  isReady: false,
  missedPings: 0,
  isHung: false,
  isElsewhere: false,
  file: undefined,
  state: undefined,
};

/** How often every worker is pinged. Missed pings are counted, not seconds, as the machine may have slept. */
const ASK_EVERY_MS = 1_000;
/** The supervisor kills a worker that missed so many pings, and starts it again. No work takes a healthy worker so long. */
const MOST_MISSED = 10;
/** Before a worker listens, it may load the program from a slow disk. */
const MOST_MISSED_AT_START = 60;
/** How long a worker has to end by itself after a stop. */
const STOP_MS = 10_000;
/** How long a killed worker has to end: the system cannot end a process that waits for a disk. */
const FORCED_MS = 2_000;
const COUNT_MS = 1_000;
const FIRST_WAIT_MS = 100;
/** A process that cannot be started is tried again: a shortage of memory may pass. */
const UNSTARTED_WAIT_MS = 1_000;

/**
 * Starts the leader first, which migrates the database file and imports the initial snapshot, and the other workers once
 * it listens.
 */
export function superviseWorkers(options: Options): Supervisor {
  const { count, port: configuredPort, program, configNow, onEnd, onForcedEnd } = options;
  // Workers get connections in turn. Without this the system prefers the worker that was busy last.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: program.file, args: [...program.args], serialization: 'advanced' });
  const places: Place[] = Array.from({ length: count }, (_, at) => {
    return { number: at + 1, count, ...NOBODY };
  });
  const ready = Promise.withResolvers<Served>();
  const ended = Promise.withResolvers<never>();
  const stopped = Promise.withResolvers<void>();
  const shared = memoryState();
  const afterEnd = restarts(() => performance.now());
  let isStopping = false;
  let served: Served | undefined;
  /** The port that the first worker was given; a later change of the configuration does not move it. */
  let port = configuredPort;

  function fork(place: Place): void {
    if (isStopping) return;
    // node:cluster shares a port that the system chose among all workers, as long as one of them has it. With all of them gone, the system would choose another.
    if (port === 0 && served !== undefined && running().length === 0) port = portOf(served);
    const worker = cluster.fork({ [PLACE_VARIABLE]: placeText({ ...place, port }) });
    const state = serveState(shared.join(), (message) => send(place, message));
    Object.assign(place, NOBODY, { process: worker, state });
    if (worker.process.pid === undefined) {
      worker.once('error', (error) => onUnstarted(place, error));
      return;
    }
    // Sending to a worker that has just ended fails; the event `exit` reports that end.
    worker.on('error', () => {});
    returnLostConnections(worker);
    worker.on('message', (message: unknown) => onMessage(place, message));
    worker.once('exit', (code, signal) => onExit(place, signal ?? `code ${code}`));
  }

  function onUnstarted(place: Place, { message }: Error): void {
    Object.assign(place, NOBODY);
    if (noteEndWhileStopping()) return;
    if (served === undefined) {
      giveUp(`The registry cannot start: its first process could not be started (${message}).`);
      return;
    }
    onEnd({ worker: place.number, what: `could not be started (${message})`, afterMs: UNSTARTED_WAIT_MS });
    setTimeout(fork, UNSTARTED_WAIT_MS, place);
  }

  /** Ends the stop when the last worker has ended. Returns whether a stop is under way. */
  function noteEndWhileStopping(): boolean {
    if (isStopping && running().length === 0) stopped.resolve();
    return isStopping;
  }

  function onMessage(place: Place, message: unknown): void {
    if (!isFromWorker(message)) return;
    place.missedPings = 0;
    if (message.kind === 'begun') send(place, isStopping ? { kind: 'stop' } : { kind: 'config', ...configNow() });
    if (message.kind === 'ready') onReady(place, message.served);
    if (message.kind === 'state') place.state?.receive(message);
    if (message.kind === 'counted') answers.get(message.request)?.(place, message.counted);
    if (message.kind === 'open-file') {
      place.file = message.file;
      sendFiles();
    }
    if (message.kind === 'follow-status') {
      for (const other of places) if (other !== place) send(other, message);
    }
  }

  function onReady(place: Place, reported: Served): void {
    // All other workers ended while this one started, so the system gave it another port.
    if (served !== undefined && portOf(served) !== portOf(reported)) {
      place.isElsewhere = true;
      place.process?.process.kill('SIGKILL');
      return;
    }
    place.isReady = true;
    if (isLeader(place)) {
      served ??= reported;
      for (const other of places) if (other.process === undefined) fork(other);
    }
    if (served !== undefined && places.every(({ isReady }) => isReady)) ready.resolve(served);
  }

  /** Sends each worker the files of the others. */
  function sendFiles(): void {
    for (const place of places) {
      const others = places.filter((other) => other !== place && other.process !== undefined);
      send(place, { kind: 'other-files', files: others.flatMap(({ file }) => (file === undefined ? [] : [file])) });
    }
  }

  /** The leader may be busy for long before it listens for the first time: it migrates the database file and imports. */
  function mostMissed(place: Place): number {
    if (place.isReady) return MOST_MISSED;
    return isLeader(place) && served === undefined ? Number.POSITIVE_INFINITY : MOST_MISSED_AT_START;
  }

  function askAll(): void {
    for (const place of places) {
      if (place.process === undefined || place.isHung) continue;
      if (place.missedPings >= mostMissed(place)) {
        place.isHung = true;
        place.process.process.kill('SIGKILL');
      } else {
        place.missedPings += 1;
        send(place, { kind: 'answer' });
      }
    }
  }

  const answers = new Map<number, (place: Place, counted: unknown) => void>();
  let requests = 0;

  async function counted(): Promise<readonly unknown[]> {
    const outstanding = new Set(places.filter(({ process, isReady }) => isReady && process?.isConnected()));
    const replies: unknown[] = [];
    const request = requests++;
    const all = Promise.withResolvers<void>();
    answers.set(request, (place, one) => {
      if (outstanding.delete(place)) replies.push(one);
      if (outstanding.size === 0) all.resolve();
    });
    if (outstanding.size === 0) all.resolve();
    for (const place of outstanding) send(place, { kind: 'count', request });
    const over = setTimeout(all.resolve, COUNT_MS);
    await all.promise;
    clearTimeout(over);
    answers.delete(request);
    return replies;
  }

  function onExit(place: Place, signalOrCode: string): void {
    const { isHung, isElsewhere, missedPings } = place;
    place.state?.[Symbol.dispose]();
    const how = isHung ? `${signalOrCode}, because it did not answer for ${missedPings} s` : signalOrCode;
    Object.assign(place, NOBODY);
    sendFiles();
    if (noteEndWhileStopping()) return;
    // If the first worker cannot start, none can, and it has reported why.
    if (served === undefined) {
      giveUp(`The registry cannot start: its first process ended with ${how}.`);
      return;
    }
    // The others may hang for the same reason, such as a slow disk, so stopping the registry would not help.
    const restart = isHung || isElsewhere ? { afterMs: FIRST_WAIT_MS } : afterEnd();
    if (restart === 'give-up') {
      giveUp(
        `${MOST_ENDS} processes ended by themselves within ${WITHIN_MS / 1000} s, the last with ${how}. The registry stops, because new processes would end in the same way. Their messages above say why.`,
      );
      return;
    }
    onEnd({ worker: place.number, what: `ended with ${how}`, ...restart });
    setTimeout(fork, restart.afterMs, place);
  }

  function giveUp(why: string): void {
    const error = new WorkersEnded(why);
    ready.reject(error);
    ended.reject(error);
  }

  function send({ process: worker }: Place, message: ToWorker): void {
    if (worker?.isConnected()) worker.send(message);
  }

  async function stop(): Promise<void> {
    isStopping = true;
    clearInterval(timer);
    for (const place of places) send(place, { kind: 'stop' });
    if (running().length === 0 || (await endedWithin(STOP_MS))) return;
    const late = running();
    for (const place of late) place.process?.process.kill('SIGKILL');
    const hasEnded = await endedWithin(FORCED_MS);
    onForcedEnd({ workers: late.map(({ number }) => number), seconds: STOP_MS / 1000, hasEnded });
  }

  function running(): Place[] {
    return places.filter(({ process }) => process !== undefined);
  }

  async function endedWithin(ms: number): Promise<boolean> {
    const waiting = new AbortController();
    const isOver = pause(ms, false, { signal: waiting.signal }).catch(() => false);
    const hasEnded = await Promise.race([stopped.promise.then(() => true), isOver]);
    waiting.abort();
    return hasEnded;
  }

  const timer = setInterval(askAll, ASK_EVERY_MS);
  ended.promise.catch(() => {});
  ready.promise.catch(() => {});
  for (const place of places) if (isLeader(place)) fork(place);
  return {
    ready: ready.promise,
    ended: ended.promise,
    stop,
    counted,
    readConfigNow() {
      for (const place of places) send(place, { kind: 'read-config' });
    },
  };
}

/** Kills all workers at once, also those that hang, before the supervisor itself ends. */
export function killWorkers(): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
}

/** Returns 0 where the address has the default port of its scheme, which the system never chooses. */
function portOf({ url }: Served): number {
  return Number(new URL(url).port);
}

type Restart = { afterMs: number } | 'give-up';

/** After so many ends within that time the cause is not chance. */
const MOST_ENDS = 5;
const WITHIN_MS = 60_000;
const FIRST_RESTART_WAIT_MS = 100;

/** Returns a function to call with every worker that ended by itself; it returns what to do. `now` is in milliseconds. */
function restarts(now: () => number): () => Restart {
  let ends: number[] = [];
  return () => {
    const at = now();
    ends = [...ends.filter((before) => at - before < WITHIN_MS), at];
    if (ends.length >= MOST_ENDS) return 'give-up';
    return { afterMs: FIRST_RESTART_WAIT_MS * 2 ** (ends.length - 1) };
  };
}

// Saves connections that were on the way to a worker when it ended: otherwise no worker would answer or close them.

/** What node:cluster sends with a connection, and what the worker says when it has it. */
type Sent = { act?: unknown; seq?: unknown };
type Acknowledged = { ack?: unknown };
type Connection = { close(): void } | undefined;

/** The workers that accept connections. */
const listening = new Set<Worker>();

/**
 * Gives such connections to the other workers, or closes them if there is none, so that clients can retry. node:cluster
 * does the same with connections that a worker refuses while it shuts down. If a worker was killed, it waits for a
 * message that never comes.
 */
function returnLostConnections(worker: Worker): void {
  const { process: child } = worker;
  const onTheWay = new Map<unknown, Connection>();
  worker.once('listening', () => void listening.add(worker));
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  child.send = (message: unknown, ...rest: unknown[]) => {
    const { act, seq } = (message ?? {}) as Sent;
    if (act === 'newconn') onTheWay.set(seq, rest[0] as Connection);
    return send(message, ...rest);
  };
  child.on('internalMessage', ({ ack }: Acknowledged) => void onTheWay.delete(ack));

  function giveBack(): void {
    for (const [ack, connection] of onTheWay) {
      if (listening.size === 0) connection?.close();
      else child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false });
    }
  }

  // node:cluster gives a worker no more connections once its channel is closed, too. Only then can they be given to others.
  child.once('exit', () => {
    listening.delete(worker);
    if (child.connected) child.once('disconnect', () => setImmediate(giveBack));
    else setImmediate(giveBack);
  });
}
