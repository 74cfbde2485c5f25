/** Answers of many megabytes: whole, at the reader's pace, in nobody's way, and no longer made when the reader is gone. */

import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RegistryError } from '../../../src/domain/errors.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../../src/domain/record/model.ts';
import { askList, fanOut } from '../../../src/federation/fan-out.ts';
import { signer } from '../../../src/federation/signer.ts';
import { useCases } from '../../../src/federation/use-cases.ts';
import type { LocalRegistry } from '../../../src/registry/local-registry.ts';
import type { RecordList } from '../../../src/registry/record/record-list.ts';
import { createApp } from '../../../src/server/app.ts';
import { openLimits } from '../../../src/server/limits/limits.ts';
import type { LoggedRequest } from '../../../src/server/request-log.ts';
import { sampledCount } from '../../support/machine/sample.ts';
import { stopwatch } from '../../support/machine/stopwatch.ts';
import { madeUpSnapshot } from '../../support/registry/made-up-registry.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import { askRaw } from '../../support/server/raw-http.ts';

const EVERYBODY = '/api/users/search?nameLike=&prefix=false';
const ADMINISTRATOR: Viewer = { kind: 'admin', userId: 4, hasAdminRole: true, hasServiceRole: false };
const USERS = 600;
const MEGABYTE = 1024 * 1024;
/** What the kernel may hold for a reader, and we. */
const MOST_AHEAD_BYTES = 64 * MEGABYTE;

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({
    snapshot: madeUpSnapshot({ users: USERS, descriptionCharacters: 14_000 }),
    // A dozen of these answers at once are more than a registry holds by default.
    settings: { LIMITS_UNREAD_MEGABYTES: '1024' },
  });
});
afterAll(() => registry[Symbol.asyncDispose]());

/** The answer with nothing read of it yet. */
async function open(url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const [incoming] = await once(get(url, { agent: false, headers }), 'response');
  return incoming;
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await incoming.toArray());
}

describe('an answer of many megabytes', () => {
  test('arrives whole, everybody once and in order', async () => {
    const { status, headers, bytes, text } = await askRaw(registry.url, EVERYBODY);
    expect([status, headers['transfer-encoding'], headers['content-length']]).toEqual([200, 'chunked', undefined]);
    expect(bytes.length).toBeGreaterThan(8 * MEGABYTE);
    const ids = JSON.parse(text).map((user: { id: number; description: string }) => {
      expect(user.description.startsWith(`${user.id} häufig`)).toBe(true);
      return user.id;
    });
    expect(ids).toEqual(Array.from({ length: USERS }, (_, index) => index + 1));
  });

  test('is the same when it is compressed, and its head is that of HEAD', async () => {
    const plain = await askRaw(registry.url, EVERYBODY);
    const packed = await askRaw(registry.url, EVERYBODY, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 5);
    expect(packed.text === plain.text).toBe(true);
    const head = await askRaw(registry.url, EVERYBODY, { method: 'HEAD' });
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    expect({ ...head.headers, date: '', 'transfer-encoding': 'chunked' }).toEqual({ ...plain.headers, date: '' });
  });

  test('may be one page in its envelope', async () => {
    const page = await registry.json('/api/users?size=2000');
    expect(page).toMatchObject({ totalElements: USERS, numberOfElements: USERS, totalPages: 1, last: true });
    expect(page.content).toHaveLength(USERS);
  });

  test('is not mixed with others that are under way', async () => {
    const paths = [EVERYBODY, '/api/users?size=37', '/api/users?size=15&page=3', '/api/users/7', '/api/stats'];
    const alone = await Promise.all(paths.map((path) => askRaw(registry.url, path)));
    await Promise.all(
      Array.from({ length: sampledCount(20, 60) }, async (_, index) => {
        const which = index % paths.length;
        const incoming = await open(registry.url + paths[which]);
        if (index % 4 === 0) await wait(index * 4);
        const bytes = await readAll(incoming);
        expect(bytes.equals(alone[which]?.bytes ?? Buffer.alloc(0)), paths[which]).toBe(true);
      }),
    );
  });
});

describe('an import that comes while a large answer is under way', () => {
  /** The people of `first`, then those of `second`, a slice later. */
  function replacedWhileRead(first: string, second: string, replacedAtBytes: number) {
    let asked = 0;
    return async (): Promise<ReadableList> => {
      asked += 1;
      const record = Buffer.from(JSON.stringify({ name: asked === 1 ? first : second, text: 'x'.repeat(10_000) }));
      const isReplaced = (from: number) => asked === 1 && from * 10_000 > replacedAtBytes;
      return {
        total: 7_000,
        async read(from, to) {
          if (isReplaced(from)) throw new RegistryError('data-replaced');
          return Array.from({ length: Math.min(to, 7_000) - from }, () => [record]);
        },
      };
    };
  }

  test('lets it be asked again: it is of one moment, and no request fails', async () => {
    await using server = await serveSearch(replacedWhileRead('before', 'after', MEGABYTE));
    const people: { name: string }[] = JSON.parse(String(await readAll(await open(server.url))));
    expect(people).toHaveLength(7_000);
    expect(new Set(people.map(({ name }) => name))).toEqual(new Set(['after']));
    expect(server.faults).toEqual([]);
  });

  test('lets it be asked again for whoever comes with the same token by then', async () => {
    const askers: Viewer[] = [];
    const search = replacedWhileRead('before', 'after', MEGABYTE);
    await using server = await serveSearch((viewer) => {
      askers.push(viewer);
      return search();
    });
    await readAll(await open(server.url, { Authorization: 'Bearer of-an-administrator' }));
    expect(askers).toEqual([ADMINISTRATOR, PUBLIC_VIEWER]);
  });

  test('cuts it off when too much of it is out already', async () => {
    await using server = await serveSearch(replacedWhileRead('before', 'after', MOST_AHEAD_BYTES));
    await expect(open(server.url).then(readAll)).rejects.toThrow('aborted');
    expect(server.faults).toEqual([]);
  });
});

describe('a reader', () => {
  test('that takes its time keeps nobody waiting', async () => {
    const slow = await Promise.all(Array.from({ length: 8 }, () => open(registry.url + EVERYBODY)));
    const tookMs = stopwatch();
    for (let asked = 0; asked < 20; asked += 1) expect((await askRaw(registry.url, '/api/users/7')).status).toBe(200);
    expect(tookMs()).toBeLessThan(3000);
    const { bytes } = await askRaw(registry.url, EVERYBODY);
    for (const incoming of slow) expect((await readAll(incoming)).equals(bytes)).toBe(true);
  });

  test('may leave at any moment, and the others never know', async () => {
    await Promise.all(
      Array.from({ length: sampledCount(10, 40) }, async (_, index) => {
        const outgoing = get(registry.url + EVERYBODY, {
          agent: false,
          headers: { 'Accept-Encoding': index % 2 ? 'gzip' : '' },
        });
        outgoing.on('error', () => {});
        await wait(index * 3);
        outgoing.destroy();
      }),
    );
    expect(await registry.json(EVERYBODY)).toHaveLength(USERS);
  });
});

test('an app that is asked by somebody who has already left takes no harm', async () => {
  const [came, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = createServer(async (req, res) => {
    came.resolve();
    await once(res, 'close');
    res.once('error', done.reject);
    registry.context.app(req, res);
    setTimeout(done.resolve, 100);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const outgoing = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}${EVERYBODY}`, { agent: false });
  outgoing.on('error', () => {});
  await came.promise;
  outgoing.destroy();
  await done.promise;
  server.close();
  expect(await registry.json('/api/users/7')).toMatchObject({ id: 7 });
});

function serveList(list: ReadableList) {
  return serveSearch(async () => list);
}

/** What the registry API reads of a list; merging is none of its business. */
type ReadableList = Omit<RecordList, 'readFound' | 'edition'>;

/** An app over one search for researchers; `faults` holds what it reports, `events` what it logs. */
async function serveSearch(search: (viewer: Viewer) => Promise<ReadableList>) {
  const faults: unknown[] = [];
  const events: LoggedRequest[] = [];
  const accounts = {
    viewerFor: async () => ADMINISTRATOR,
    viewerNow: async () => PUBLIC_VIEWER,
    tokensOf: async () => [],
    searchTokenUses: () => [],
    searchTokenTrouble: async () => undefined,
  };
  const searchUsers = async (viewer: Viewer) => ({
    ...(await search(viewer)),
    edition: () => 'x',
    readFound: async () => [],
  });
  const registry: Partial<LocalRegistry> = {
    ...{ accounts, searchUsers, dataTag: () => 'x', publicView: async () => 'x', refuseUnfit: () => {} },
  };
  const app = createApp({
    registry: registry as LocalRegistry,
    network: {
      ...useCases({
        now: Date.now,
        sources: () => [],
        fanOut: fanOut({ searchTimeoutMs: 1 }),
        signer: signer(Buffer.alloc(32)),
        resolveGene: async () => [],
        askList,
        searchTimeoutMs: 1,
        resolveText: async (text) => ({
          text,
          isList: false,
          entries: [],
          entriesLeftOut: 0,
          leftOut: [],
          toConfirm: [],
          searches: [],
          people: [],
          variants: [],
          orthologTaxonId: null,
          searchAtOnce: null,
        }),
      }),
      sources: () => [],
      receivedMark: () => undefined,
      partnerStates: () => [],
      partnerTrends: () => [],
      testPartner: () => undefined,
      partnerStatus: () => undefined,
      accessAtPartners: { takes: () => false, send: async () => ({ state: 'failed' }) },
    },
    auditLog: {
      list: async () => ({ keepDays: 0, withText: false, entries: [], next: null, leftOut: 0, trouble: null }),
      partnerDays: async () => ({ days: [], trouble: null }),
    },
    limits: openLimits({
      requestsPerMinute: 0,
      partnerRequestsPerMinute: 0,
      megabytesPerMinute: 0,
      partnerMegabytesPerMinute: 0,
      searches: 100,
      unreadMegabytes: 128,
      partnerTokens: () => [],
      secret: Buffer.alloc(32),
      warn: () => {},
    }),
    mail: undefined,
    settings: {
      features: { apiEnabled: true, searchByGene: true, searchByResearcher: true, anonymises: false },
      site: {
        shortname: 'EXREG',
        fullname: 'Example Registry',
        host: 'https://registry.example.org',
        mainsites: [],
        contactEmail: undefined,
        securityContact: [],
      },
      page: {
        accentColor: '#000000',
        accentColorDark: '#ffffff',
        anonymousIdLifetimeMinutes: 60,
        isForwardedAtOnce: false,
        searchModes: [],
        offersOrgans: true,
        texts: {},
        links: { termsOfUse: undefined, privacy: undefined, faq: undefined },
      },
      trustedProxies: [],
      integrations: { marrvel: { enabled: false }, mcp: { enabled: false }, mme: { tokens: [] } },
      namedAtPartnersMinutes: 15,
      mostUrlBytes: 16_384,
      tlsOnlySeconds: undefined,
    },
    operations: {
      stopping: new AbortController().signal,
      logRequest: (event) => events.push(event),
      reportFault: (error) => faults.push(error),
      workbookWriter: async () => () => [],
    },
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${EVERYBODY}`,
    faults,
    events,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Far more than anybody reads, made as it is asked for. */
function endlessList() {
  const record = Buffer.from(JSON.stringify({ text: 'x'.repeat(10_000) }));
  const made = { records: 0 };
  const read = async (from: number, to: number) => {
    made.records = to;
    return Array.from({ length: to - from }, () => [record]);
  };
  return { made, list: { total: 10_000_000, read } };
}

/** Waits until no more records are made; for ever when they always are. */
async function settled(made: { records: number }): Promise<void> {
  for (let before = -1; made.records !== before; await wait(150)) before = made.records;
}

describe('the work behind an answer', () => {
  test.each(['identity', 'gzip'])(
    'goes no further than the reader has got, and stops when it leaves: %s',
    async (encoding) => {
      const { made, list } = endlessList();
      await using server = await serveList(list);
      const outgoing = get(server.url, { agent: false, headers: { 'Accept-Encoding': encoding } });
      outgoing.on('error', () => {});
      const [incoming] = await once(outgoing, 'response');
      if (encoding === 'gzip') incoming.resume();
      else await settled(made);
      expect(made.records * 10_000).toBeLessThan(MOST_AHEAD_BYTES);
      outgoing.destroy();
      await settled(made);
      expect(server.faults).toEqual([]);
      expect(server.events).toMatchObject([{ status: 200, finished: false }]);
    },
  );

  test('that fails in the middle cuts the answer off, so that nobody takes it for whole', async () => {
    const { list } = endlessList();
    const failing = {
      ...list,
      read: async (from: number, to: number) => {
        if (from > MOST_AHEAD_BYTES / 10_000) throw new Error('the disk is gone');
        return list.read(from, to);
      },
    };
    await using server = await serveList(failing);
    await expect(open(server.url).then(readAll)).rejects.toThrow('aborted');
    expect(server.faults).toMatchObject([{ message: 'the disk is gone' }]);
  });

  test('that fails at once is a plain error', async () => {
    await using server = await serveList({ total: 1, read: () => Promise.reject(new Error('the disk is gone')) });
    const answer = await fetch(server.url);
    expect(answer.status).toBe(500);
    expect((await answer.json()).message).toBe(
      'Something went wrong here; it has been logged. Please try again later.',
    );
    expect(answer.headers.get('etag')).toBeNull();
    expect(server.faults).toMatchObject([{ message: 'the disk is gone' }]);
  });
});
