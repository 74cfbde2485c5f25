/** A website of one page, on a port and so of an origin of its own. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `url` is its origin; `page` is the HTML that it answers to everything from now on. */
export type Website = AsyncDisposable & { url: string; page: string };

export async function openWebsite(page = '<!doctype html><title>A website</title>'): Promise<Website> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html;charset=utf-8' }).end(website.page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const website = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    page,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return website;
}
