/** What the demonstration promises of the two smaller registries, read straight from the shipped files. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Snapshot } from '../../src/domain/record/snapshot.ts';
import { compileCheck } from '../../src/lib/schema-check.ts';
import { snapshotChecker } from '../../src/registry/import/snapshot-check.ts';

const folder = new URL('../../config/demo/', import.meta.url);
const packed = (name: string) => readFileSync(new URL(`${name}.snapshot.json.gz`, folder));
const unpack = (name: string) => JSON.parse(gunzipSync(packed(name)).toString('utf8')) as Snapshot;
const fjordnet = unpack('fjordnet');
const pampanet = unpack('pampanet');
const demonet = unpack('demo');
const check = snapshotChecker(compileCheck);

function researchersOf({ users }: Snapshot) {
  return users.filter(({ genes }) => genes.length > 0);
}

/** The human gene of this symbol and its orthologs. */
function family({ genes, orthologs }: Snapshot, symbol: string): Set<number> {
  const human = genes.filter((gene) => gene.taxonId === 9606 && gene.symbol === symbol).map(({ geneId }) => geneId);
  return new Set([...human, ...orthologs.filter(([source]) => human.includes(source)).map(([, target]) => target)]);
}

function termIds({ ontologies }: Snapshot, name: string): readonly string[] {
  return ontologies.find((ontology) => ontology.name === name)?.terms.map(({ termId }) => termId) ?? [];
}

describe.each([
  ['fjordnet', fjordnet, 40, [9606, 7955, 10090, 10116, 559292]],
  ['pampanet', pampanet, 30, [9606, 10090, 7227, 6239, 8364]],
] as const)('%s', (name, snapshot, people, taxa) => {
  const researchers = researchersOf(snapshot);

  test('is sound, and small enough to ship', () => {
    expect(check(snapshot)).toEqual({ problems: [], problemCount: 0 });
    expect(packed(name).length).toBeLessThan(50_000);
  });

  test('has its people, organisms and account for partners', () => {
    expect(researchers).toHaveLength(people);
    expect(snapshot.taxa.filter(({ active }) => active).map(({ id }) => id)).toEqual(taxa);
    const remote = snapshot.users.find(({ id }) => id === snapshot.remoteSearchUserId);
    expect(remote).toMatchObject({ enabled: false, privacyLevel: 0, roles: ['ROLE_ADMIN', 'ROLE_USER'], genes: [] });
  });

  test('registers genes of active organisms only, at least three for everybody', () => {
    const taxonOf = new Map(snapshot.genes.map(({ geneId, taxonId }) => [geneId, taxonId]));
    const registered = new Set(researchers.flatMap(({ genes }) => genes.map(({ geneId }) => taxonOf.get(geneId))));
    expect([...registered].toSorted()).toEqual([...taxa].toSorted());
    expect(researchers.filter(({ genes }) => genes.length < 3).map(({ lastName }) => lastName)).toEqual([]);
  });

  test.each(['BRCA1', 'MECP2', 'TP53', 'SCN1A', 'SHH'])('has experts for %s: public, shared and private', (symbol) => {
    const genes = family(snapshot, symbol);
    const experts = researchers.filter(
      (user) => user.enabled && user.genes.some(({ geneId, tier }) => tier !== 'TIER3' && genes.has(geneId)),
    );
    expect(new Set(experts.map(({ privacyLevel }) => privacyLevel))).toEqual(new Set([0, 1, 2]));
  });

  test('has researchers with ontology terms who registered a gene and its ortholog', () => {
    const isPair =
      (ids: ReadonlySet<number>) =>
      ([a, b]: readonly [number, number]) =>
        ids.has(a) && ids.has(b);
    const both = researchers.filter(({ privacyLevel, ontologyTerms, genes }) => {
      const ids = new Set(genes.filter(({ tier }) => tier !== 'TIER3').map(({ geneId }) => geneId));
      return privacyLevel === 2 && ontologyTerms.length > 0 && snapshot.orthologs.some(isPair(ids));
    });
    expect(both.length).toBeGreaterThanOrEqual(3);
  });

  test('can reach nobody', () => {
    const text = JSON.stringify(snapshot.users);
    const hosts = [...text.matchAll(/(?:https?:\/\/|@)([^/"\s]+)/g)].map(([, host]) => host ?? '');
    expect(hosts.length).toBeGreaterThan(people);
    expect(hosts.filter((host) => !/^([a-z-]+\.)*example\.org$/.test(host))).toEqual([]);
    expect(snapshot.users.filter(({ phone }) => phone !== null)).toEqual([]);
  });

  test('has all ancestors of every term that it took from an ontology, named as there', () => {
    for (const { name: ontology, terms } of snapshot.ontologies.filter(
      (one) => termIds(demonet, one.name).length > 0,
    )) {
      const whole = demonet.ontologies.find((one) => one.name === ontology)?.terms ?? [];
      const taken = new Map(terms.map((term) => [term.termId, term]));
      for (const parent of whole) {
        const children = parent.subTermIds.filter((termId) => taken.has(termId));
        if (children.length === 0) continue;
        expect(taken.get(parent.termId)).toMatchObject({ name: parent.name, subTermIds: children });
      }
    }
  });
});

test('no person, publication or token is in two registries', () => {
  const all = [demonet, fjordnet, pampanet].flatMap(({ users }) => users.filter(({ name }) => name !== 'Remote'));
  const once = (values: readonly unknown[]) => expect(values.length).toBe(new Set(values).size);
  once(all.map(({ name, lastName }) => `${name} ${lastName}`));
  once(all.map(({ email }) => email));
  once(all.flatMap(({ publications }) => publications.map(({ pmid }) => pmid)));
  once(all.flatMap(({ accessTokens }) => accessTokens.map(({ token }) => token)));
  expect(all.flatMap(({ publications }) => publications).every(({ pmid }) => (pmid ?? 0) >= 99_000_000)).toBe(true);
});

test('one gene has an old symbol in FjordNet, which is an alias elsewhere', () => {
  const gene16 = (snapshot: Snapshot) => snapshot.genes.find(({ geneId }) => geneId === 16);
  expect([demonet, fjordnet, pampanet].map((snapshot) => gene16(snapshot)?.symbol)).toEqual(['AARS1', 'AARS', 'AARS1']);
  expect(gene16(demonet)?.aliases?.split('|')).toContain('AARS');
  expect(researchersOf(fjordnet).some(({ genes }) => genes.some(({ geneId }) => geneId === 16))).toBe(true);
});

test('what the page of the demonstration says of numbers and tokens is so', () => {
  const page = readFileSync(new URL('README.md', folder), 'utf8');
  for (const snapshot of [fjordnet, pampanet]) {
    const entries = snapshot.users.flatMap(({ genes }) => genes.map(({ geneId }) => geneId));
    expect(page).toContain(`${entries.length} entries of ${new Set(entries).size} genes in five organisms`);
    expect(page).toContain(
      `${snapshot.genes.length}, of which ${snapshot.genes.filter(({ taxonId }) => taxonId === 9606).length} human`,
    );
    expect(page).toContain(`| ${snapshot.orthologs.length} |`);
    const enabled = researchersOf(snapshot).filter((user) => user.enabled).length;
    const researchers = researchersOf(snapshot).length;
    expect(page).toContain(`| ${researchers}, ${enabled} |`);
    expect(page).toContain("| 1 for partners' administrators (disabled), 1 administrator | the same |");
    expect(snapshot.users).toHaveLength(researchers + 2);
    for (const { name, terms } of snapshot.ontologies) expect(page).toContain(`\`${name}\` (${terms.length}`);
    const tokens = snapshot.users.flatMap((user) => user.accessTokens.map(({ token }) => token));
    // Those of PampaNet are the same but for the name.
    for (const token of tokens) expect(page).toContain(`\`${token.replace(/^pampanet/, 'fjordnet')}\``);
  }
  expect(page).toContain('and the same with `pampanet`');
  expect(termIds(pampanet, 'hp')).not.toContain('HP:0000733');
  expect(termIds(demonet, 'hp')).toContain('HP:0000733');
});
