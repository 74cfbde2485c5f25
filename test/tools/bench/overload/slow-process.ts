/** Readers and writers of one byte a second, in a process of their own. Words: address, path, how many of each. */

import { connect, type Socket } from 'node:net';

const BYTE_EVERY_MS = 1000;
const AGAIN_MS = 500;

const [address = '', path = '', readers = '0', writers = '0'] = process.argv.slice(2);
const { hostname, port, host } = new URL(address);
const REQUEST = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n\r\n`;

process.once('disconnect', () => process.exit());
for (let number = 0; number < Number(readers); number++) again(read);
for (let number = 0; number < Number(writers); number++) again(write);

/** Whoever is cut off comes back. */
function again(behave: (socket: Socket) => NodeJS.Timeout): void {
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  const timer = behave(socket);
  socket.once('close', () => {
    clearInterval(timer);
    setTimeout(again, AGAIN_MS + Math.random() * AGAIN_MS, behave);
  });
}

function read(socket: Socket): NodeJS.Timeout {
  socket.write(REQUEST);
  socket.pause();
  return setInterval(() => socket.read(1), BYTE_EVERY_MS);
}

function write(socket: Socket): NodeJS.Timeout {
  let at = 0;
  socket.resume();
  return setInterval(() => socket.write(REQUEST[at++ % REQUEST.length] ?? ''), BYTE_EVERY_MS);
}
