/** Every record that real partners of three versions answered is believed, and goes out in the form of 1.5. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { FILTERS, type Filter } from '../../../src/domain/federation/origin.ts';
import { parseFilters } from '../../../src/domain/query/filters.ts';
import { foundRecord, type PartnerRecordKind } from '../../../src/domain/sanitize/records.ts';
import { CHECKS, checkFilters, distrust, validateRecords } from '../../domain/sanitize/example-partner-records.ts';

type Json = { [member: string]: unknown };
type RecordedAnswer = { who: string; path: string; status: number; body: string };
type Records = { kind: PartnerRecordKind; records: Json[]; isPublicAnswer: boolean; path: string };

const VERSIONS = ['1.3.4', '1.4.11', '1.5.10', '1.5.10-plain'] as const;
type Version = (typeof VERSIONS)[number];

const ANSWERS = Object.fromEntries(VERSIONS.map((version) => [version, answersOf(version)])) as {
  [V in Version]: Records[];
};
const SIGNATURES = {
  '1.3.4': { origin: 'AncientNet', originUrl: 'https://ancient.example.org' },
  '1.4.11': { origin: 'OldNet', originUrl: 'https://old.example.org' },
  '1.5.10': { origin: 'AlphaNet', originUrl: 'https://alpha.example.org' },
  '1.5.10-plain': { origin: 'AlphaNet', originUrl: 'https://alpha.example.org' },
};

function answersOf(version: Version): Records[] {
  const file = new URL(`../../contract/partners/${version}.ndjson.gz`, import.meta.url);
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  return lines
    .map((line): RecordedAnswer => JSON.parse(line))
    .flatMap(({ who, path, status, body }) => {
      const kind = kindOf(path);
      if (status !== 200 || kind === undefined) return [];
      return [{ kind, records: recordsIn(JSON.parse(body)), isPublicAnswer: who === 'anonymous', path }];
    });
}

function kindOf(path: string): PartnerRecordKind | undefined {
  if (path.startsWith('/api/genes')) return 'gene';
  if (path.startsWith('/api/users')) return 'user';
  if (path.startsWith('/api/stats')) return 'stats';
  return path.startsWith('/api/ontologies/') ? 'term' : undefined;
}

function recordsIn(body: Json | Json[]): Json[] {
  if (Array.isArray(body)) return body;
  return Array.isArray(body.content) ? body.content : [body];
}

/** Each record beside what goes out for it. */
function pairs(version: Version) {
  return ANSWERS[version].flatMap(({ kind, records, isPublicAnswer }) => {
    const { checked } = validateRecords(kind, records);
    return checked.map((one) => {
      const found = foundRecord(kind, one, distrust({ signature: SIGNATURES[version], isPublicAnswer }));
      return {
        kind,
        isPublicAnswer,
        isAnonymised: one.isAnonymised,
        came: one.record,
        found,
        ...stampAndRest(JSON.parse(found.json)),
      };
    });
  });
}

/** What this registry adds to a record, and the members of the record itself. */
function stampAndRest({ originKey, links, ...went }: Json & { [member: string]: unknown }) {
  return { stamp: { originKey, links }, went: went as Json & { userGenes: Json } };
}

/** Every way to a member below a value; ids that are keys count as one. */
function pathsOf(value: unknown, way: string): string[] {
  if (value === null || typeof value !== 'object') return [way];
  if (Array.isArray(value)) return value.flatMap((entry) => pathsOf(entry, `${way}[]`));
  return Object.entries(value).flatMap(([key, member]) => pathsOf(member, `${way}.${/\d/.test(key) ? '*' : key}`));
}

/** What 1.5 says of a record, as far as it is for this caller and a link is a link. */
function expected({ came, kind, isPublicAnswer }: ReturnType<typeof pairs>[number]): unknown {
  const person = (user: Json) => ({
    ...user,
    website: user.website === 'not a url' ? null : user.website,
    userGenes: Object.fromEntries(
      Object.entries(user.userGenes as { [id: string]: Json }).filter(
        ([, gene]) => gene.tier !== 'TIER3' && (gene.privacyLevel === 2 || !isPublicAnswer),
      ),
    ),
  });
  if (kind === 'user') return person(came);
  return kind === 'gene' ? { ...came, remoteUser: person(came.remoteUser as Json) } : came;
}

test('no record is dropped but genes of tier 3 in listings', () => {
  const table = VERSIONS.map((version) => {
    const count = (kind: PartnerRecordKind) => {
      const answers = ANSWERS[version].filter((answer) => answer.kind === kind);
      const results = answers.map(({ records }) => validateRecords(kind, records));
      const checked = results.flatMap((result) => result.checked);
      const dropped = answers.flatMap(({ records }) => records).length - checked.length;
      expect(results.map((result) => result.dropped).reduce((a, b) => a + b, 0)).toBe(dropped);
      return [kind, checked.length, checked.filter(({ isAnonymised }) => isAnonymised).length, dropped].join(' ');
    };
    return [version, ...(['user', 'gene', 'term', 'stats'] as const).map(count)];
  });
  // Kind, how many are kept, how many of them anonymised, how many dropped.
  expect(table).toEqual([
    ['1.3.4', 'user 773 0 0', 'gene 150 0 0', 'term 0 0 0', 'stats 0 0 0'],
    ['1.4.11', 'user 623 53 0', 'gene 494 188 20', 'term 0 0 0', 'stats 2 0 0'],
    ['1.5.10', 'user 587 53 0', 'gene 494 285 20', 'term 2 0 0', 'stats 2 0 0'],
    ['1.5.10-plain', 'user 522 53 0', 'gene 742 380 20', 'term 2 0 0', 'stats 2 0 0'],
  ]);
  for (const { kind, records, path } of VERSIONS.flatMap((version) => ANSWERS[version])) {
    for (const record of records) {
      if (CHECKS[kind](record)) continue;
      expect(record.tier).toBe('TIER3');
      expect(path).toMatch(/^\/api\/genes(\?|$)/);
    }
  }
});

describe('records of 1.5', () => {
  test.each(['1.5.10', '1.5.10-plain'] as const)(
    '%s go out as they came, as far as they are for the caller',
    (version) => {
      for (const pair of pairs(version)) expect(pair.went).toEqual(expected(pair));
    },
  );

  test('would have shown the public private genes and of tier 3', () => {
    const genes = pairs('1.5.10').flatMap(({ came, went, kind, isPublicAnswer }) =>
      kind === 'user' && isPublicAnswer
        ? Object.entries(came.userGenes as { [id: string]: Json }).filter(([id]) => went.userGenes[id] === undefined)
        : [],
    );
    expect(new Set(genes.map(([, { privacyLevel }]) => privacyLevel))).toEqual(new Set([0, 1, 2]));
    expect(genes.some(([, { tier }]) => tier === 'TIER3')).toBe(true);
    expect(genes.every(([, { tier, privacyLevel }]) => tier === 'TIER3' || privacyLevel !== 2)).toBe(true);
  });
});

describe('records of older versions', () => {
  const known = new Set(
    [...pairs('1.5.10'), ...pairs('1.5.10-plain')].flatMap(({ kind, came }) => pathsOf(came, kind)),
  );

  test.each(['1.3.4', '1.4.11'] as const)('%s go out without any member that 1.5 does not have', (version) => {
    const all = pairs(version).filter(({ kind }) => kind !== 'stats');
    const went = new Set(all.flatMap((pair) => pathsOf(pair.went, pair.kind)));
    expect([...went].filter((way) => !known.has(way) && !known.has(`${way}.*`) && !known.has(`${way}[]`))).toEqual([]);
    const came = new Set(all.flatMap((pair) => pathsOf(pair.came, pair.kind)));
    expect([...came].some((way) => !known.has(way))).toBe(true);
  });

  test('1.4.11 keeps to itself what nobody has verified', () => {
    const all = pairs('1.4.11');
    const unverified = all.map(({ came }) => came.contactEmail).filter((email) => typeof email === 'string');
    expect(unverified.length).toBeGreaterThan(0);
    expect(all.some(({ found }) => found.json.includes('contactEmail'))).toBe(false);
  });

  test('1.4.11 go out with every member that 1.5 has, unchanged', () => {
    const MEMBERS = ['id', 'email', 'name', 'lastName', 'description', 'researcherCategories', 'userOrgans', 'phone'];
    for (const { kind, came, went, isAnonymised } of pairs('1.4.11')) {
      if (kind !== 'user') continue;
      for (const member of MEMBERS.slice(isAnonymised ? 1 : 0)) expect(went[member]).toEqual(came[member]);
    }
  });
});

describe('anonymised records', () => {
  test.each(['1.4.11', '1.5.10'] as const)('of %s lose nothing that 1.5 has, and gain nothing', (version) => {
    const reference = pairs('1.5.10').filter(({ isAnonymised }) => isAnonymised);
    const membersOf = (kind: PartnerRecordKind) =>
      new Set(reference.filter((one) => one.kind === kind).flatMap(({ came }) => Object.keys(came)));
    const ofPerson = membersOf('user');
    const ofGene = membersOf('gene');
    const known = (record: Json, members: ReadonlySet<string>) =>
      Object.fromEntries(Object.entries(record).filter(([member]) => members.has(member)));
    for (const { kind, came, went, isAnonymised } of pairs(version)) {
      if (!isAnonymised) continue;
      const owner = came.remoteUser as Json;
      expect(went).toEqual(
        kind === 'user' ? known(came, ofPerson) : { ...known(came, ofGene), remoteUser: known(owner, ofPerson) },
      );
    }
  });
});

describe('filters as real partners keep them', () => {
  const NARROWS: { [V in Version]?: readonly Filter[] } = {
    '1.3.4': [],
    '1.4.11': ['researcherPositions', 'researcherCategories', 'organUberonIds'],
    '1.5.10': FILTERS,
  };

  function words(version: Version, part: string) {
    const answers = ANSWERS[version].filter(({ path, isPublicAnswer }) => isPublicAnswer && path.endsWith(part));
    return answers.map(({ kind, records, path }) => {
      const requested = parseFilters(new URL(path, 'https://alpha.example.org').searchParams);
      const { checked } = validateRecords(kind, records);
      const { kept, filters } = checkFilters(kind, checked, requested, new Set(NARROWS[version]));
      return `${records.length} ${kept.length} ${filters.map(({ applied }) => applied).join()}`;
    });
  }

  // How many came, how many stay, and the word.
  test.each<[Version, string, string]>([
    ['1.3.4', 'e&prefix=false&researcherPositions=PRINCIPAL_INVESTIGATOR', '29 29 not-checkable'],
    ['1.3.4', 'e&prefix=false&organUberonIds=UBERON%3A0001016', '29 29 not-checkable'],
    ['1.4.11', 'e&prefix=false&researcherPositions=PRINCIPAL_INVESTIGATOR', '6 6 applied-there'],
    ['1.4.11', 'e&prefix=false&researcherPosition=PRINCIPAL_INVESTIGATOR', '26 6 re-applied-here'],
    ['1.4.11', 'e&prefix=false&researcherCategories=IN_VIVO', '11 11 applied-there'],
    ['1.4.11', 'e&prefix=false&organUberonIds=UBERON%3A0001016', '3 3 applied-there'],
    ['1.4.11', 'e&prefix=false&ontologyNames=mondo&ontologyTermIds=MONDO%3A0000001', '26 26 not-checkable'],
    ['1.5.10', 'e&prefix=false&researcherPositions=PRINCIPAL_INVESTIGATOR', '6 6 applied-there'],
    ['1.5.10', 'e&prefix=false&researcherPosition=PRINCIPAL_INVESTIGATOR', '26 6 re-applied-here'],
    ['1.5.10', 'e&prefix=false&researcherCategories=IN_VIVO', '11 11 applied-there'],
    ['1.5.10', 'e&prefix=false&organUberonIds=UBERON%3A0001016', '3 3 applied-there'],
    ['1.5.10', 'e&prefix=false&ontologyNames=mondo&ontologyTermIds=MONDO%3A0000001', '17 17 applied-there'],
    ['1.5.10', 'symbol=BRCA1&taxonId=9606&tier=TIER1&researcherCategories=IN_VIVO', '9 9 applied-there'],
  ])('%s: %s', (version, part, word) => {
    expect(words(version, part)).toEqual([word]);
  });
});
