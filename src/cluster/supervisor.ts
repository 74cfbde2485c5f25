/** Starts several processes that serve one port together, replaces those that end, and stops them. */

import cluster, { type Worker } from 'node:cluster';
import { setTimeout as pause } from 'node:timers/promises';
import { returnLostConnections } from './lost-connections.ts';
import { isFromWorker, type Served, type ToWorker } from './messages.ts';
import { MOST_ENDS, restarts, WITHIN_MS } from './restarts.ts';
import { isLeader, PLACE_VARIABLE, placeText, type WorkerPlace } from './worker-place.ts';

type Supervisor = {
  /** What the leader serves, once all of them listen. @throws WorkersEnded */
  ready: Promise<Served>;
  /** Rejects when it is given up. @throws WorkersEnded */
  ended: Promise<never>;
  /** Lets every worker end what is under way, ends those that have not after ten seconds, and answers within twelve. */
  stop(): Promise<void>;
  /** What each worker that answers within a second has counted. */
  counted(): Promise<readonly unknown[]>;
  /** Has every worker read the configuration again. */
  readConfigNow(): void;
};

/** Why there is no use in starting workers again; the message is for the operator. */
class WorkersEnded extends Error {
  override readonly name = 'WorkersEnded';
}

type Options = {
  count: number;
  /** At which they listen; 0: any. */
  port: number;
  /** The file that a worker runs, and its arguments. */
  program: { file: string; args: readonly string[] };
  /**
   * Called with every worker that ended by itself, or could not be started: `what` became of it, and when it is started
   * again.
   */
  onEnd(worker: { worker: number; what: string; afterMs: number }): void;
  /** Called at a stop with the workers that had not ended after so many seconds, and whether they could be ended. */
  onForcedEnd(end: { workers: readonly number[]; seconds: number; hasEnded: boolean }): void;
};

type Place = WorkerPlace & {
  process: Worker | undefined;
  isReady: boolean;
  /** How often in a row it was asked whether it answers, and did not. */
  missedPings: number;
  /** Whether it was ended because it answered nothing. */
  isHung: boolean;
  /** Whether it was ended because it listens at another port than was given. */
  isElsewhere: boolean;
  /** The file that it answers from; undefined where that is nothing to compare. */
  file: string | undefined;
};

const NOBODY = {
  process: undefined,
  isReady: false,
  missedPings: 0,
  isHung: false,
  isElsewhere: false,
  file: undefined,
};

/** How often every worker is asked whether it answers. Questions are counted, not seconds: a machine may have slept. */
const ASK_EVERY_MS = 1_000;
/** A worker that left so many questions unanswered is ended and begun anew; nothing here keeps one busy for so long ... */
const MOST_MISSED = 10;
/** ... but loading the program from a slow disk, before it listens. */
const MOST_MISSED_AT_START = 60;
/** A worker has this long to end after a stop, ... */
const STOP_MS = 10_000;
/** ... and this long after the system had to end it, which it does not while a disk keeps it. */
const FORCED_MS = 2_000;
const COUNT_MS = 1_000;
const FIRST_WAIT_MS = 100;
/** What keeps the system from starting a process, such as a shortage of memory, may end by itself. */
const UNSTARTED_WAIT_MS = 1_000;

/** The leader alone at first: it brings the file into the form of today, and imports what there is to import. */
export function superviseWorkers({ count, port: configuredPort, program, onEnd, onForcedEnd }: Options): Supervisor {
  // Each gets its connections in turn; else the system prefers whoever was busy last.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: program.file, args: [...program.args], serialization: 'advanced' });
  const places: Place[] = Array.from({ length: count }, (_, at) => {
    return { number: at + 1, count, ...NOBODY };
  });
  const ready = Promise.withResolvers<Served>();
  const ended = Promise.withResolvers<never>();
  const stopped = Promise.withResolvers<void>();
  const afterEnd = restarts(() => performance.now());
  let isStopping = false;
  let served: Served | undefined;
  /** Also where the configuration was changed since. */
  let port = configuredPort;

  function fork(place: Place): void {
    if (isStopping) return;
    // While any worker has a port that the system gave, node:cluster shares it with those who ask for any, too; once all are gone it would be another.
    if (port === 0 && served !== undefined && running().length === 0) port = portOf(served);
    const worker = cluster.fork({ [PLACE_VARIABLE]: placeText({ ...place, port }) });
    Object.assign(place, NOBODY, { process: worker });
    if (worker.process.pid === undefined) {
      worker.once('error', (error) => onUnstarted(place, error));
      return;
    }
    // What is sent to one that has just ended fails; `exit` says that it ended.
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

  /** Answers whether a stop is under way, which is over with the last worker. */
  function noteEndWhileStopping(): boolean {
    if (isStopping && running().length === 0) stopped.resolve();
    return isStopping;
  }

  function onMessage(place: Place, message: unknown): void {
    if (!isFromWorker(message)) return;
    place.missedPings = 0;
    if (message.kind === 'ready') onReady(place, message.served);
    if (message.kind === 'counted') answers.get(message.request)?.(place, message.counted);
    if (message.kind === 'open-file') {
      place.file = message.file;
      sendFiles();
    }
    if (message.kind === 'follow-status') {
      for (const other of places) if (other !== place) send(other, message);
    }
    if (message.kind === 'partner-news') {
      const { to } = message;
      for (const other of places) if (other !== place && (to ?? other.number) === other.number) send(other, message);
    }
  }

  function onReady(place: Place, reported: Served): void {
    // The last of the others ended while it began, and the system gave it another port.
    if (served !== undefined && portOf(served) !== portOf(reported)) {
      place.isElsewhere = true;
      place.process?.process.kill('SIGKILL');
      return;
    }
    const knowing = places.find((other) => other.isReady && other !== place);
    if (knowing !== undefined) send(knowing, { kind: 'publish-partners', to: place.number });
    place.isReady = true;
    if (isLeader(place)) {
      served ??= reported;
      for (const other of places) if (other.process === undefined) fork(other);
    }
    if (served !== undefined && places.every(({ isReady }) => isReady)) ready.resolve(served);
  }

  /** Each is sent the files of the others. */
  function sendFiles(): void {
    for (const place of places) {
      const others = places.filter((other) => other !== place && other.process !== undefined);
      send(place, { kind: 'other-files', files: others.flatMap(({ file }) => (file === undefined ? [] : [file])) });
    }
  }

  /** Before it listens for the first time the leader may be busy for long: it brings the file into the form of today, and imports. */
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
    const how = isHung ? `${signalOrCode}, as it had answered nothing for ${missedPings} s` : signalOrCode;
    Object.assign(place, NOBODY);
    sendFiles();
    if (noteEndWhileStopping()) return;
    // What keeps the first one from starting keeps all of them, and it has said why.
    if (served === undefined) {
      giveUp(`The registry cannot start: its first process ended with ${how}.`);
      return;
    }
    // Others may hang for the same reason, such as a disk: to stop the registry would mend nothing.
    const restart = isHung || isElsewhere ? { afterMs: FIRST_WAIT_MS } : afterEnd();
    if (restart === 'give-up') {
      giveUp(
        `${MOST_ENDS} processes ended by themselves within ${WITHIN_MS / 1000} s, the last with ${how}. The registry stops, as starting them again would change nothing; what they wrote above says why.`,
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

/** Ends all workers at once, also those that hang, for a process that is about to end itself. */
export function killWorkers(): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
}

/** 0 where it is that of the scheme, which the system gives to nobody. */
function portOf({ url }: Served): number {
  return Number(new URL(url).port);
}
