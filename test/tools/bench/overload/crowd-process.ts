/**
 * A crowd at one address, in a process of its own: everybody puts the same question at the same moment, each over a
 * connection of their own. The word is a task as JSON; the parent is sent what became of each when the time is over.
 */

import { connect } from 'node:net';

export type CrowdTask = {
  url: string;
  path: string;
  accept: string;
  /** How many there are, and whom the web server in front says that it asks for. */
  people: number;
  address: string;
  /** What each reads, at most; 0: as fast as it comes. */
  bytesPerSecond: number;
  seconds: number;
};

/** `status` is 0 where nothing came; an answer that is not whole was cut off, or its time was over. */
export type CrowdAnswer = { status: number; tookMs: number; isWhole: boolean };

const EVERY_MS = 50;
const STATUS_AT = 'HTTP/1.1 '.length;

const [word = ''] = process.argv.slice(2);
const { url, path, accept, people, address, bytesPerSecond, seconds } = JSON.parse(word) as CrowdTask;
const { hostname, port, host } = new URL(url);
const request = [
  `GET ${path} HTTP/1.1`,
  `Host: ${host}`,
  `X-Forwarded-For: ${address}`,
  `Accept: ${accept}`,
  'Connection: close',
  '',
  '',
].join('\r\n');

process.once('disconnect', () => process.exit());
const sockets = Array.from({ length: people }, () => connect({ host: hostname, port: Number(port) }));
await Promise.all(sockets.map((socket) => new Promise((made) => socket.once('connect', made))));
process.send?.(await Promise.all(sockets.map(ask)), () => process.exit());

function ask(socket: (typeof sockets)[number]): Promise<CrowdAnswer> {
  const { promise, resolve } = Promise.withResolvers<CrowdAnswer>();
  const began = performance.now();
  let answer: CrowdAnswer = { status: 0, tookMs: 0, isWhole: false };
  let pace: NodeJS.Timeout | undefined;
  const end = () => {
    clearInterval(pace);
    clearTimeout(limit);
    socket.destroy();
    resolve({ ...answer, tookMs: performance.now() - began });
  };
  const limit = setTimeout(end, seconds * 1000);
  socket.on('error', end);
  socket.on('end', () => {
    answer = { ...answer, isWhole: true };
    end();
  });
  const take = (bytes: Buffer) => {
    if (answer.status > 0) return;
    answer = { ...answer, status: Number(bytes.toString('latin1', STATUS_AT, STATUS_AT + 3)) };
  };
  if (bytesPerSecond === 0) socket.on('data', take);
  else {
    const atOnce = Math.ceil((bytesPerSecond * EVERY_MS) / 1000);
    pace = setInterval(() => {
      const bytes: Buffer | null = socket.read(atOnce) ?? (socket.readableEnded ? null : socket.read());
      if (bytes !== null) take(bytes);
    }, EVERY_MS);
    socket.on('readable', () => {});
  }
  socket.write(request);
  return promise;
}
