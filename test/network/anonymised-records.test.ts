/** Anonymised records of partners: shown as they came, joined with nothing, and forgotten in time. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymousGeneRecord, geneRecord, userRecord } from '../../src/demo/mock-people.ts';
import { dependingOn, json, resetBefore, type Script, status } from '../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { passTime } from '../support/machine/pass-time.ts';
import { withoutStamp } from '../support/network/federated-records.ts';
import { ADMINISTRATOR, CALLER_SETTINGS, callersSnapshot } from '../support/network/network-callers.ts';
import { versionsLearned } from '../support/network/start-network.ts';
import { inTurn, users } from '../support/partners/behaviours.ts';
import { aUser } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

// biome-ignore lint/suspicious/noExplicitAny: records are compared as they came
type Json = any;

const GENES = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606&origins=p';
const USERS = '/api/federated/users/search?nameLike=a&prefix=false&origins=p';
const UUID = '7d0a1f6e-1b1c-4b5e-8f5e-0123456789ab';
const TOKEN = 'search-token-for-p';
const LONGEST_FRESH = { ...CALLER_SETTINGS, CACHE_ANSWERS_FRESH_SECONDS: '3600' };
const MINUTE_MS = 60_000;

/** The clock of the caches alone: sockets and their time-outs go on as ever. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

type Scene = AsyncDisposable & { partner: ScriptedPartner; here: TestRegistry };

async function open(script: Script, token?: string): Promise<Scene> {
  await using opened = new AsyncDisposableStack();
  const partner = opened.use(await startScriptedPartner(script));
  const here = opened.use(
    await startTestRegistry({
      // The local registry knows the gene, and has a public researcher for it.
      snapshot: callersSnapshot([aUser(7, { genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }] })]),
      settings: LONGEST_FRESH,
      partners: [{ key: 'p', name: 'P', url: partner.url, ...(token === undefined ? {} : { token }) }],
    }),
  );
  await versionsLearned(here);
  const resources = opened.move();
  return { partner, here, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function passMinutes(minutes: number): void {
  passTime(minutes * MINUTE_MS);
}

const stateOf = ({ origins }: Json) => {
  const { state, cache } = origins.find(({ key }: Json) => key === 'p');
  return [state, cache.status];
};

describe('an anonymised record', () => {
  test('is shown as it came but for the name and address of its origin, even where more is known of its gene', async () => {
    const sparse = anonymousGeneRecord({ name: null, aliases: null, taxon: { id: 9606 } });
    await using scene = await open({ '/api/genes/search': json([sparse]) });
    const { content } = await scene.here.json(GENES);
    const { remoteUser, ...facts } = sparse as Json;
    expect(content.map(withoutStamp)).toEqual([
      { ...facts, remoteUser: { ...remoteUser, origin: 'P', originUrl: scene.partner.url } },
    ]);
  });

  test('is never taken for another one, however alike they are but for their ids', async () => {
    const records = [...Array.from({ length: 3 }, () => anonymousGeneRecord()), geneRecord(3), anonymousGeneRecord()];
    await using scene = await open({ '/api/genes/search': json(records) });
    const { content, totalElements, origins } = await scene.here.json(GENES);
    expect([content.length, totalElements, origins[1].count, origins[1].anonymized]).toEqual([5, 5, 5, 4]);
    const hidden = content.flatMap(({ anonymousId }: Json) => anonymousId ?? []);
    expect(hidden).toEqual(records.flatMap(({ anonymousId }) => anonymousId ?? []));
  });

  test('is never taken for another one of those that come when a question is asked in pieces', async () => {
    const alike = () => anonymousGeneRecord();
    const pieces = dependingOn(({ params }) => {
      if (params.get('orthologTaxonId') === null) return status(500);
      return json(params.get('orthologTaxonId') === '9606' ? [alike(), alike(), geneRecord(3), geneRecord(3)] : []);
    });
    await using scene = await open({ '/api/genes/search': pieces });
    const { content } = await scene.here.json(GENES);
    const asked = scene.partner.requestsTo('/api/genes/search').filter(({ params }) => {
      return params.get('orthologTaxonId') === '9606';
    });
    expect(asked.length).toBeGreaterThan(1);
    const hidden = content.filter(({ anonymousId }: Json) => anonymousId !== undefined);
    expect([hidden.length, content.length]).toEqual([2 * asked.length, 2 * asked.length + 1]);
  });

  test('that comes twice under one id is one, also where it comes in two pieces', async () => {
    const one = anonymousGeneRecord();
    await using scene = await open({ '/api/genes/search': json([one, geneRecord(3), one]) });
    const { content, origins } = await scene.here.json(GENES);
    expect([content.length, origins[1].count, origins[1].anonymized]).toEqual([2, 2, 1]);
    const pieces = dependingOn(({ params }) => (params.has('orthologTaxonId') ? json([one]) : status(500)));
    scene.partner.play({ '/api/genes/search': pieces });
    passMinutes(6);
    expect((await scene.here.json(GENES)).content).toHaveLength(1);
  });

  test('counts in a coverage, and nothing more is shown of it there', async () => {
    await using scene = await open({ '/api/genes/search': json([anonymousGeneRecord(), geneRecord(3)]) });
    const { rows } = await scene.here.json('/api/federated/genes/coverage?symbol=BRCA1&taxonId=9606&origins=p');
    const retrievedAt = expect.any(String);
    expect(rows[0].cells).toEqual([{ key: 'p', state: 'answered', count: 2, anonymized: 1, exact: true, retrievedAt }]);
  });

  test('that is half hidden is dropped, and said to be', async () => {
    const record = { ...anonymousGeneRecord(), remoteUser: userRecord(5) };
    await using scene = await open({ '/api/genes/search': json([record, geneRecord(3)]) });
    const { content, summary } = await scene.here.json(GENES);
    expect(content.map(({ remoteUser }: Json) => remoteUser.id)).toEqual([3]);
    expect(summary).toContain('P gave a record that cannot be read');
  });
});

describe('an answer that holds anonymised records', () => {
  const hidden: Script = {
    '/api/genes/search': dependingOn(() => json([anonymousGeneRecord()])),
    '/api/users/search': users(1),
  };

  test('is given again for five minutes at most, while others are for as long as is configured', async () => {
    await using scene = await open(hidden);
    const ask = async () => {
      const states = [stateOf(await scene.here.json(GENES))[0], stateOf(await scene.here.json(USERS))[0]];
      const requests = ['/api/genes/search', '/api/users/search'].map((path) => scene.partner.requestsTo(path).length);
      return [...states, ...requests];
    };
    expect(await ask()).toEqual(['answered', 'answered', 1, 1]);
    passMinutes(4.9);
    expect(await ask()).toEqual(['answered', 'answered', 1, 1]);
    passMinutes(0.2);
    expect(await ask()).toEqual(['answered', 'answered', 2, 1]);
  });

  test('is shown for thirty minutes at most when the partner fails, while others are for as long as is configured', async () => {
    await using scene = await open(hidden);
    const ask = async () => {
      const [found, named] = [await scene.here.json(GENES), await scene.here.json(USERS)];
      return [stateOf(found)[0], found.content.length, stateOf(named)[0], named.content.length];
    };
    await ask();
    scene.partner.play({ '/api/genes/search': resetBefore(), '/api/users/search': resetBefore() });
    passMinutes(29.9);
    expect(await ask()).toEqual(['stale', 1, 'answered', 1]);
    passMinutes(0.2);
    expect(await ask()).toEqual(['unreachable', 0, 'answered', 1]);
    passMinutes(60);
    expect(await ask()).toEqual([expect.not.stringMatching(/stale|answered/), 0, 'stale', 1]);
  });

  test('is not cached whole for the next reader either', async () => {
    await using scene = await open(hidden);
    const counts = [];
    for (const minutes of [0, 0, 0, 4.9, 0.2]) {
      passMinutes(minutes);
      counts.push((await scene.here.json(GENES)).content.length);
      scene.partner.play({ '/api/genes/search': json([]) });
    }
    expect(counts).toEqual([1, 1, 1, 1, 0]);
  });
});

describe('asked again every time is', () => {
  test.each([
    ['who is behind an anonymous id', `users/by-anonymous-id/${UUID}`],
    ['which gene is behind an anonymous id', `genes/by-anonymous-id/${UUID}`],
  ])('%s', async (_, path) => {
    const [user, gene] = [userRecord(5), geneRecord(5)];
    const row = `/api/${path.replace(UUID, '*')}`;
    await using scene = await open({ [row]: inTurn(json(path.startsWith('u') ? user : gene), status(404, 'Unknown')) });
    const ask = () => scene.here.get(`/api/federated/${path}?origin=p`);
    expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 404, 404]);
    expect(scene.partner.requestsTo(`/api/${path}`)).toHaveLength(3);
    scene.partner.play({ [row]: resetBefore() });
    expect((await ask()).status).toBe(502);
  });

  test('what an administrator asks with our token, who is never shown an old answer of that', async () => {
    await using scene = await open({ '/api/users/search': users(1) }, TOKEN);
    const ask = async () => stateOf(await scene.here.json(USERS, ADMINISTRATOR));
    expect([await ask(), await ask()]).toEqual([
      ['answered', 'miss'],
      ['answered', 'miss'],
    ]);
    expect(scene.partner.requestsTo('/api/users/search')).toHaveLength(2);
    scene.partner.play({ '/api/users/search': resetBefore() });
    expect((await ask())[0]).toBe('unreachable');
  });

  test('it never serves the public, nor the other way round, be it at the same moment', async () => {
    const seeing = dependingOn(({ headers }) => users(headers.authorization === undefined ? 1 : 3));
    await using scene = await open({ '/api/users/search': seeing }, TOKEN);
    const ask = async (token?: string) => (await scene.here.json(USERS, token)).content.length;
    const together = await Promise.all([ask(ADMINISTRATOR), ask(), ask(ADMINISTRATOR), ask()]);
    expect(together).toEqual([3, 1, 3, 1]);
    expect([await ask(), await ask(ADMINISTRATOR), await ask()]).toEqual([1, 3, 1]);
  });
});
