/** What a page costs somebody with a slow line and a slow machine: bytes that the network carried, and time. */

import type { CDPSession, Page } from 'playwright-core';

/** 1.6 Mb/s, 150 ms there and back. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
/** So many times slower than the machine of the test. */
const SLOWER = 4;

/** Bytes as they came over the network, headers included; answers of the page's own cache weigh nothing. */
export type Wire = { bytes(): number; responses(): number; restart(): void; session: CDPSession };

/** Counts what the network carries to a page from now on, a stream while it runs too. */
export async function countWire(page: Page): Promise<Wire> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  let byRequest = new Map<string, number>();
  const add = (requestId: string, bytes: number) => {
    if (bytes > 0) byRequest.set(requestId, (byRequest.get(requestId) ?? 0) + bytes);
  };
  const isCached = new Set<string>();
  session.on('Network.requestServedFromCache', ({ requestId }) => isCached.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (!isCached.has(requestId) && !response.fromDiskCache) add(requestId, response.encodedDataLength);
  });
  session.on('Network.dataReceived', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    // What it says at the end counts the headers too, and is the truth.
    if (encodedDataLength > 0) byRequest.set(requestId, encodedDataLength);
  });
  return {
    session,
    bytes: () => [...byRequest.values()].reduce((sum, one) => sum + one, 0),
    responses: () => byRequest.size,
    restart: () => {
      byRequest = new Map();
    },
  };
}

/** A line and a machine as many readers have them. */
export async function slowDown({ session }: Wire): Promise<void> {
  await session.send('Network.emulateNetworkConditions', LINE);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/** In bytes, after what nobody needs any more was thrown away. */
export async function heapOf({ session }: Wire): Promise<number> {
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/** How long after its address was opened the page showed something. */
export async function firstPaintMs(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN),
  );
}
