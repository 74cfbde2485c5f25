/** The port for operators: one address with one method, and no word too many when something is wrong. */

import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { metricsAnswers, metricsServer, type Scrape } from '../../src/server/metrics-server.ts';

const faults: unknown[] = [];
let scrape: Scrape = async () => ({ contentType: 'text/plain; version=0.0.4', text: 'counted 7\n' });
const server = metricsServer();
let url: string;
beforeAll(async () => {
  server.on(
    'request',
    metricsAnswers(
      () => scrape(),
      (error, about) => faults.push({ error, ...about }),
    ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test.each(['/metrics', '/metrics?collect=everything'])('%s is what was counted, to be kept by nobody', async (path) => {
  const answer = await fetch(url + path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.text()).toBe('counted 7\n');
});

describe('anything else is refused with a sentence', () => {
  test.each(['/', '/metrics/', '/METRICS', '/metrics/x', '/livez', '/api/users', '//metrics'])('%s', async (path) => {
    const answer = await fetch(url + path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('There is nothing here but /metrics.\n');
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])('%s', async (method) => {
    const answer = await fetch(`${url}/metrics`, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET');
    expect(await answer.text()).toBe(`/metrics is read with GET, not with ${method}.\n`);
  });
});

test('a scrape that fails is reported, and its reason is shown to nobody else', async () => {
  const well = scrape;
  const error = new Error('the inner reason');
  scrape = () => Promise.reject(error);
  const answer = await fetch(`${url}/metrics`);
  scrape = well;
  expect(answer.status).toBe(500);
  expect(await answer.text()).toMatch(/^What was counted cannot be shown .* logged\.\n$/);
  expect(faults).toEqual([{ error, method: 'GET', path: '/metrics' }]);
  expect((await fetch(`${url}/metrics`)).status).toBe(200);
});

test('as many connections are taken as are allowed, and no more', async () => {
  server.closeAllConnections();
  const { port } = server.address() as AddressInfo;
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: 40 }, open));
  await expect.poll(() => sockets.filter(({ readyState }) => readyState !== 'open').length).toBe(8);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await fetch(`${url}/metrics`).catch(() => undefined))?.status).toBe(200);
});
