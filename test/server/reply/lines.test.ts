/** Streams that have waited long for a registry: what comes then is written at once, and is no work that is behind. */

import { setTimeout as pause } from 'node:timers/promises';
import express from 'express';
import { expect, test } from 'vitest';
import { slicesBehindMs } from '../../../src/lib/slices.ts';
import { type Lines, openLines } from '../../../src/server/reply/reader.ts';
import { askRaw } from '../../support/server/raw-http.ts';

const STREAMS = 60;
/** Longer than a slice. */
const WAIT_MS = 20;

test('sixty streams that get a short line at the same time wait for nobody', async () => {
  const app = express();
  const opened: Lines[] = [];
  const { promise: allOpened, resolve } = Promise.withResolvers<void>();
  app.get('/', (req, res) => {
    const lines = openLines(req, res, 'application/x-ndjson');
    if (lines !== undefined) opened.push(lines);
    if (opened.length === STREAMS) resolve();
  });
  const server = app.listen(0, '127.0.0.1');
  using _server = {
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
  await new Promise((listening) => server.once('listening', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const answers = Array.from({ length: STREAMS }, () => askRaw(`http://127.0.0.1:${address.port}`, '/'));
  await allOpened;
  await pause(WAIT_MS);
  const written = Promise.all(opened.map((lines) => lines.write(['one', ' line\n'])));
  // Where this process loses the processor in the middle of one, that one is written a turn later.
  expect(slicesBehindMs()).toBeLessThan(STREAMS / 2);
  await written;
  for (const lines of opened) lines.end('end\n');
  for (const { text } of await Promise.all(answers)) expect(text).toBe('one line\nend\n');
});
