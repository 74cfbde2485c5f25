/** A source that is no RDP registry: one folder, and a partner of that type beside the others. */

import { expect, test } from 'vitest';
import { type ScriptedPartner, startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import type { Part } from '../../../src/domain/federation/federated-answer.ts';
import type { Question } from '../../../src/domain/federation/source.ts';
import { PUBLIC_VIEWER } from '../../../src/domain/record/model.ts';
import type { Federation } from '../../../src/federation/federation.ts';
import { RDP } from '../../../src/federation/rdp/rdp.ts';
import * as does from '../../support/partners/behaviours.ts';
import { openTestFederation } from '../../support/partners/open-federation.ts';
import { questionOf } from '../dialect/recorded-questions.ts';
import { PEOPLE_LIST } from './people-list.ts';

const ADA = { name: 'Ada', surname: 'Lovelace', 'works at': 'Analytical Institute', genes: ['BRCA1', 'TP53'] };
const MARY = { name: 'Mary', surname: 'Anning', 'works at': 'Lyme Museum', genes: ['PAX6'] };
const FILE = does.json({ people: [ADA, MARY] });

const BRCA1 = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const SIGNAL = new AbortController().signal;
const TIMES = { connectTimeoutMs: 5000, readTimeoutMs: 5000, timeoutMs: 8000, maxConcurrency: 4 };

function openOver(registry: ScriptedPartner, list: ScriptedPartner, readTimeoutMs = 5000): Federation {
  return openTestFederation({
    partners: [
      { key: 'north', name: 'NorthNet', type: 'rdp', url: registry.url, query: '', token: undefined, ...TIMES },
      {
        key: 'lab',
        name: 'Laboratory',
        type: 'people-list',
        url: list.url,
        query: '',
        token: undefined,
        ...TIMES,
        readTimeoutMs,
      },
    ],
    sourceTypes: { rdp: RDP, 'people-list': PEOPLE_LIST },
    searchTimeoutMs: 8000,
    ending: SIGNAL,
  });
}

async function search({ sources, fanOut }: Federation, question: Question = BRCA1): Promise<Map<string, Part>> {
  const parts = new Map<string, Part>();
  const queries = sources().map((source) => ({ source, question }));
  for await (const part of fanOut(queries, PUBLIC_VIEWER, SIGNAL)) parts.set(part.origin.key, part);
  return parts;
}

test('its people stand beside those of registries, with their origin, and are cached alike', async () => {
  await using registry = await startScriptedPartner({ '/api/genes/search': does.genes(2) });
  await using list = await startScriptedPartner({ '/people.json': FILE });
  await using federation = openOver(registry, list);
  const parts = await search(federation);
  expect(parts.get('north')?.origin).toMatchObject({ state: 'answered', count: 2 });
  expect(parts.get('lab')?.origin).toMatchObject({ state: 'answered', count: 1 });
  expect(parts.get('lab')?.records.map(({ json }) => JSON.parse(json))).toMatchObject([
    { symbol: 'BRCA1', remoteUser: { name: 'Ada', lastName: 'Lovelace', origin: 'Laboratory', originUrl: list.url } },
  ]);
  const again = await search(federation);
  expect(again.get('lab')?.origin.cache?.status).toBe('hit');
  expect(list.requests.map(({ path }) => path)).toEqual(['/people.json']);
});

test('what it cannot be asked is stated, and not sent', async () => {
  await using registry = await startScriptedPartner({ '/api/users/search': does.json([]) });
  await using list = await startScriptedPartner({ '/people.json': FILE });
  await using federation = openOver(registry, list);
  const parts = await search(federation, questionOf('/api/users/search?nameLike=a&prefix=false'));
  expect(parts.get('lab')?.origin.state).toBe('unsupported');
  expect(list.requests).toEqual([]);
});

test('when it fails it has the state of any partner that fails, is left alone, and is asked again on purpose', async () => {
  await using registry = await startScriptedPartner({ '/api/genes/search': does.genes(1) });
  await using list = await startScriptedPartner({ '/people.json': does.hang() });
  await using federation = openOver(registry, list, 300);
  const parts = await search(federation);
  expect(parts.get('lab')?.origin.state).toBe('timed-out');
  expect(parts.get('lab')?.origin.problem?.title).toBe('did not answer within 0.3 s');
  list.play({ '/people.json': FILE });
  const { version, state, steps } = (await federation.testPartner('lab')) ?? {};
  expect([version, state]).toEqual([null, 'empty']);
  expect(steps?.map(({ check }) => check)).toEqual(['name', 'connection', 'tls', 'token']);
});

test('a type that there is not is named with those that there are', async () => {
  await using registry = await startScriptedPartner({});
  await using federation = openOver(registry, registry);
  const settings = { key: 'x', name: 'X', type: 'people', url: registry.url, query: '', token: undefined, ...TIMES };
  expect(() => federation.replacePartners([settings])).toThrow(
    'The type of the partner x is people, but must be one of rdp, people-list.',
  );
});
