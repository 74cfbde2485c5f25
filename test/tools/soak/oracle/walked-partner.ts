/** Partners of one walk: lists of people that change, die, return and cap their pages while somebody reads them. */

import { anonymousGeneRecord, geneRecord, userRecord } from '../../../../src/demo/mock-people.ts';
import { startScriptedPartner } from '../../../../src/demo/scripted-partner.ts';

/**
 * What stands in a list for somebody: most show their name, some do not, some are written so that nobody can read them, and
 * some have a gene of tier 3 alone.
 */
export function isNamed(id: number): boolean {
  return id % 10 < 7;
}

function geneRow(id: number): unknown {
  if (isNamed(id)) return geneRecord(id);
  if (id % 10 === 7) return anonymousGeneRecord();
  return id % 10 === 8 ? { ...geneRecord(id), remoteUser: null } : geneRecord(id, { tier: 'TIER3' });
}

function userRow(id: number): unknown {
  if (isNamed(id)) return userRecord(id);
  const { id: _, ...person } = userRecord(0, { email: null, name: 'RDP User', lastName: null });
  return id % 10 === 7 ? { ...person, anonymousId: crypto.randomUUID() } : { ...userRecord(id), id: 'x' };
}

export type WalkedPartner = {
  key: string;
  name: string;
  url: string;
  /** Numbers of the people it has, in the order of its lists. */
  people: number[];
  /** Refuses every question, as put, so that it is not left alone for it; fails as a server does; or says that it has no such address. */
  isDown: false | 'refuses' | 'fails' | 'lacks';
  /** It gives no more rows on a page, whatever is asked. */
  mostRows: number;
  /** It answers a page of a listing with 500 where a row of it cannot be written, as RDP does. */
  cannotWrite: boolean;
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
  const server = await startScriptedPartner({
    '*': ({ request, response }) => {
      const { pathname } = new URL(request.path, 'http://partner.example.org');
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
        if (partner.isDown === 'lacks') return send(404, { status: 404, error: 'Not Found' });
        return send(partner.isDown === 'refuses' ? 400 : 500, 'No.');
      }
      const body = answer(partner, path, request.params);
      return body === undefined ? send(500, 'No.') : send(200, body);
    },
  });
  return {
    open(key, name, people) {
      const url = `${server.url}/${key}`;
      const partner = {
        key,
        name,
        url,
        people,
        isDown: false,
        mostRows: 2000,
        cannotWrite: false,
        hasFailed: false,
      } as const;
      const opened: WalkedPartner = { ...partner };
      partners.set(key, opened);
      return opened;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Undefined where it cannot be written. */
function answer({ people, mostRows, cannotWrite }: WalkedPartner, path: string, params: URLSearchParams): unknown {
  if (path === '/api/users/search') return people.map(userRow);
  if (path === '/api/genes/search')
    return params.getAll('tiers').join().includes('TIER1') ? people.filter((id) => id % 10 !== 9).map(geneRow) : [];
  const size = Math.min(mostRows, Number(params.get('size')));
  const from = Number(params.get('page')) * size;
  const onPage = people.slice(from, from + size);
  if (cannotWrite && onPage.some((id) => id % 10 === 8)) return undefined;
  const rows = onPage.map(path === '/api/genes' ? geneRow : userRow);
  return {
    content: rows,
    ...{ totalElements: people.length, size, number: Number(params.get('page')), numberOfElements: rows.length },
    last: from + size >= people.length,
  };
}
