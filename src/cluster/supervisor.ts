/** Starts several processes that serve one port together, replaces those that end, and stops them. */

import cluster, { type Worker } from 'node:cluster';
import { returnLostConnections } from './lost-connections.ts';
import { isFromWorker, type Served, type ToWorker } from './messages.ts';
import { MOST_ENDS, restarts, WITHIN_MS } from './restarts.ts';
import { isLeader, PLACE_VARIABLE, placeText, type WorkerPlace } from './worker-place.ts';

export type Supervisor = {
  /** What the leader serves, once all of them listen. @throws WorkersEnded */
  ready: Promise<Served>;
  /** Rejects when it is given up. @throws WorkersEnded */
  ended: Promise<never>;
  /** Lets every worker end what is under way, and answers when all have ended. */
  stop(): Promise<void>;
  /** Has every worker read the configuration again. */
  readConfigNow(): void;
};

/** Why there is no use in starting workers again; the message is for the operator. */
export class WorkersEnded extends Error {
  override readonly name = 'WorkersEnded';
}

type Options = {
  count: number;
  /** The file that a worker runs, and its arguments. */
  program: { file: string; args: readonly string[] };
  /** Told of every worker that ended by itself, with how, and when it is started again. */
  onEnd(worker: { worker: number; how: string; afterMs: number }): void;
};

type Place = WorkerPlace & { process: Worker | undefined; isReady: boolean };

/** The leader alone at first: it brings the file into the form of today, and imports what there is to import. */
export function superviseWorkers({ count, program, onEnd }: Options): Supervisor {
  // Each gets its connections in turn; else the system prefers whoever was busy last.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: program.file, args: [...program.args], serialization: 'advanced' });
  const places: Place[] = Array.from({ length: count }, (_, at) => {
    return { number: at + 1, count, process: undefined, isReady: false };
  });
  const ready = Promise.withResolvers<Served>();
  const ended = Promise.withResolvers<never>();
  const stopped = Promise.withResolvers<void>();
  const afterEnd = restarts(() => performance.now());
  let isStopping = false;
  let served: Served | undefined;

  function fork(place: Place): void {
    if (isStopping) return;
    const worker = cluster.fork({ [PLACE_VARIABLE]: placeText(place) });
    returnLostConnections(worker);
    place.process = worker;
    worker.on('message', (message: unknown) => onMessage(place, message));
    worker.once('exit', (code, signal) => onExit(place, signal ?? `code ${code}`));
  }

  function onMessage(place: Place, message: unknown): void {
    if (!isFromWorker(message)) return;
    if (message.kind === 'follow-status') {
      for (const other of places) if (other !== place) send(other, message);
      return;
    }
    if (message.kind === 'partner-news') {
      const { to } = message;
      for (const other of places) if (other !== place && (to ?? other.number) === other.number) send(other, message);
      return;
    }
    const knowing = places.find((other) => other.isReady && other !== place);
    if (knowing !== undefined) send(knowing, { kind: 'tell-partners', to: place.number });
    place.isReady = true;
    if (isLeader(place)) {
      served ??= message.served;
      for (const other of places) if (other.process === undefined) fork(other);
    }
    if (served !== undefined && places.every(({ isReady }) => isReady)) ready.resolve(served);
  }

  function onExit(place: Place, how: string): void {
    place.process = undefined;
    place.isReady = false;
    if (isStopping) {
      if (places.every(({ process }) => process === undefined)) stopped.resolve();
      return;
    }
    // What keeps the first one from starting keeps all of them, and it has said why.
    if (served === undefined) {
      giveUp(`The registry cannot start: its first process ended with ${how}.`);
      return;
    }
    const restart = afterEnd();
    if (restart === 'give-up') {
      giveUp(
        `${MOST_ENDS} processes ended by themselves within ${WITHIN_MS / 1000} s, the last with ${how}. The registry stops, as starting them again would change nothing; what they wrote above says why.`,
      );
      return;
    }
    onEnd({ worker: place.number, how, ...restart });
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
    for (const place of places) send(place, { kind: 'stop' });
    if (places.some(({ process }) => process !== undefined)) await stopped.promise;
  }

  ended.promise.catch(() => {});
  ready.promise.catch(() => {});
  for (const place of places) if (isLeader(place)) fork(place);
  return {
    ready: ready.promise,
    ended: ended.promise,
    stop,
    readConfigNow() {
      for (const place of places) send(place, { kind: 'read-config' });
    },
  };
}
