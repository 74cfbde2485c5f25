/** Partners of one walk: lists of people that change, die, return and cap their pages while somebody reads them. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { geneRecord, userRecord } from '../../../src/mock-partner/partner-records.ts';

export type WalkedPartner = {
  key: string;
  name: string;
  url: string;
  /** Numbers of the people it has, in the order of its lists. */
  people: number[];
  /** Refuses every question, as put, so that it is not left alone for it; or fails as a server does. */
  isDown: false | 'refuses' | 'fails';
  /** It gives no more rows on a page, whatever is asked. */
  mostRows: number;
  /** When it was down for a question since the start. */
  hasFailed: boolean;
};

export type WalkedServer = AsyncDisposable & {
  /** A new partner, of which nothing is known yet. */
  open(key: string, name: string, people: number[]): WalkedPartner;
};

/** One server for all of them; their addresses differ by the path. */
export async function startWalkedServer(): Promise<WalkedServer> {
  const partners = new Map<string, WalkedPartner>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://partner.example.org');
    const [, key = '', ...rest] = pathname.split('/');
    const partner = partners.get(key);
    const path = `/${rest.join('/')}`;
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    if (partner === undefined) return send(404, {});
    if (path === '/api') return send(200, { openapi: '3.0.1', info: { title: 'P RESTful API', version: '1.5.10' } });
    if (partner.isDown !== false) {
      partner.hasFailed = true;
      return send(partner.isDown === 'refuses' ? 400 : 500, 'No.');
    }
    return send(200, answer(partner, path, searchParams));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    open(key, name, people) {
      const url = `http://127.0.0.1:${port}/${key}`;
      const partner = { key, name, url, people, isDown: false, mostRows: 2000, hasFailed: false } as const;
      const opened: WalkedPartner = { ...partner };
      partners.set(key, opened);
      return opened;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer({ people, mostRows }: WalkedPartner, path: string, params: URLSearchParams): unknown {
  if (path === '/api/users/search') return people.map((id) => userRecord(id));
  if (path === '/api/genes/search')
    return params.getAll('tiers').join().includes('TIER1') ? people.map((id) => geneRecord(id)) : [];
  const size = Math.min(mostRows, Number(params.get('size')));
  const from = Number(params.get('page')) * size;
  const rows = people.slice(from, from + size).map((id) => (path === '/api/genes' ? geneRecord(id) : userRecord(id)));
  return {
    content: rows,
    ...{ totalElements: people.length, size, number: Number(params.get('page')), numberOfElements: rows.length },
    last: from + size >= people.length,
  };
}
