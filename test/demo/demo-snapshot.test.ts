/** What somebody who tries the demonstration is promised to find in it, read straight from the shipped files. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import type { Snapshot, SnapshotUser } from '../../src/domain/record/snapshot.ts';

const demoFolder = new URL('../../config/demo/', import.meta.url);
const packed = readFileSync(new URL('demo.snapshot.json.gz', demoFolder));
const snapshot = JSON.parse(gunzipSync(packed).toString('utf8')) as Snapshot;
const researchers = snapshot.users.filter((user) => user.genes.length > 0);
const geneById = new Map(snapshot.genes.map((gene) => [gene.geneId, gene]));
const ontologyByName = new Map(snapshot.ontologies.map((ontology) => [ontology.name, ontology]));
const organIds = new Set(snapshot.organs.map((organ) => organ.uberonId));
const taxonIds = new Set(snapshot.taxa.map((taxon) => taxon.id));

function termOf({ ontology, termId }: { ontology: string; termId: string }) {
  return ontologyByName.get(ontology)?.terms.find((term) => term.termId === termId);
}

function repeated(values: readonly unknown[]): unknown[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

/** Human genes of this symbol and everything recorded as their ortholog. */
function family(symbol: string): Set<number> {
  const human = new Set(snapshot.genes.filter((gene) => gene.taxonId === 9606 && gene.symbol === symbol).map(idOf));
  return new Set([...human, ...snapshot.orthologs.filter(([source]) => human.has(source)).map(([, target]) => target)]);
}

function idOf({ geneId }: { geneId: number }): number {
  return geneId;
}

describe('the demonstration data', () => {
  it('are in the form that the registry imports, and small enough to ship', () => {
    expect(snapshot).toMatchObject({ format: 'registry-snapshot', version: 5, remoteSearchUserId: 1 });
    expect(packed.length).toBeLessThan(400_000);
  });

  it('hold at least 40 enabled researchers and 9 active organisms', () => {
    expect(researchers.filter((user) => user.enabled).length).toBeGreaterThanOrEqual(40);
    expect(snapshot.taxa.filter((taxon) => taxon.active).length).toBeGreaterThanOrEqual(9);
    expect(snapshot.taxa.filter((taxon) => !taxon.active).map((taxon) => taxon.commonName)).toEqual(['e. coli']);
  });

  it('show every combination of privacy settings, and one account without a level', () => {
    const combination = (user: SnapshotUser) =>
      [user.privacyLevel, user.shared, user.hideGenelist, user.enabled].join(' ');
    const flags = [true, false];
    const all = [0, 1, 2].flatMap((level) =>
      flags.flatMap((shared) =>
        flags.flatMap((hidden) => flags.map((enabled) => [level, shared, hidden, enabled].join(' '))),
      ),
    );
    expect(all.filter((wanted) => !researchers.some((user) => combination(user) === wanted))).toEqual([]);
    expect(researchers.filter((user) => user.privacyLevel === null)).toHaveLength(1);
  });

  it('show contact addresses verified, verified though empty, and not verified', () => {
    const contacts = researchers.map((user) => `${user.contactEmail ? 'given' : 'empty'} ${user.contactEmailVerified}`);
    expect(new Set(contacts)).toEqual(new Set(['given true', 'empty true', 'given false', 'empty false']));
  });

  it('have an account for partners that is an administrator, disabled and private', () => {
    const remote = snapshot.users.find((user) => user.id === snapshot.remoteSearchUserId);
    expect(remote).toMatchObject({ enabled: false, privacyLevel: 0, roles: ['ROLE_ADMIN', 'ROLE_USER'] });
  });

  it('give the printed tokens to a researcher, the service account and the administrator', () => {
    const tokens = snapshot.users.flatMap((user) =>
      user.accessTokens.map(({ token, expiresAt }) => [
        token,
        user.enabled,
        user.roles.join(' '),
        expiresAt.slice(0, 4),
      ]),
    );
    expect(tokens.toSorted()).toEqual([
      ['demo-admin-token', true, 'ROLE_ADMIN ROLE_USER', '2099'],
      ['demo-expired-token', true, 'ROLE_USER', '2020'],
      ['demo-service-token', true, 'ROLE_SERVICE_ACCOUNT', '2099'],
      ['demo-user-token', true, 'ROLE_USER', '2099'],
    ]);
    const readme = readFileSync(new URL('README.md', demoFolder), 'utf8');
    expect(tokens.filter(([token]) => !readme.includes(`\`${token}\``))).toEqual([]);
  });

  it('use every identifier once', () => {
    expect(repeated(snapshot.users.map((user) => user.id))).toEqual([]);
    expect(repeated(snapshot.users.map((user) => user.email.toLowerCase()))).toEqual([]);
    expect(repeated(snapshot.organs.map((organ) => organ.uberonId))).toEqual([]);
    expect(geneById.size).toBe(snapshot.genes.length);
    expect(new Set(snapshot.orthologs.map(String)).size).toBe(snapshot.orthologs.length);
    for (const { terms } of snapshot.ontologies) expect(repeated(terms.map((term) => term.termId))).toEqual([]);
    for (const user of snapshot.users) {
      expect(repeated(user.genes.map(idOf))).toEqual([]);
      expect(repeated(user.ontologyTerms.map((term) => `${term.ontology} ${term.termId}`))).toEqual([]);
    }
  });

  it('refer only to genes, organs, organisms and terms that are there', () => {
    expect(snapshot.genes.filter((gene) => !taxonIds.has(gene.taxonId))).toEqual([]);
    expect(snapshot.orthologs.filter((pair) => !pair.every((geneId) => geneById.has(geneId)))).toEqual([]);
    for (const { terms } of snapshot.ontologies) {
      const termIds = new Set(terms.map((term) => term.termId));
      expect(terms.flatMap((term) => term.subTermIds).filter((subTermId) => !termIds.has(subTermId))).toEqual([]);
    }
    for (const user of snapshot.users) {
      expect(user.genes.filter((gene) => !geneById.has(gene.geneId))).toEqual([]);
      expect(user.organs.filter((organ) => !organIds.has(organ))).toEqual([]);
      const taxa = [...Object.keys(user.taxonDescriptions).map(Number), ...user.goTerms.map((term) => term.taxonId)];
      expect(taxa.filter((taxonId) => taxonId === null || !taxonIds.has(taxonId))).toEqual([]);
    }
  });

  it('have one term of a researcher that exists no more; the others carry the name their ontology gives', () => {
    const terms = researchers.flatMap((user) => user.ontologyTerms);
    expect(terms.filter((term) => termOf(term) === undefined).map((term) => term.termId)).toEqual(['NBO:9900001']);
    expect(terms.filter((term) => termOf(term) !== undefined && termOf(term)?.name !== term.name)).toEqual([]);
    expect(terms.some((term) => termOf(term)?.active === false)).toBe(true);
    expect(terms.some((term) => ontologyByName.get(term.ontology)?.active === false)).toBe(true);
  });

  it('offer a phenotype ontology that is one tree with a grouping root, a few terms switched off or obsolete', () => {
    const terms = ontologyByName.get('hp')?.terms ?? [];
    const children = new Set(terms.flatMap((term) => term.subTermIds));
    const roots = terms.filter((term) => !term.obsolete && !children.has(term.termId));
    expect(roots).toMatchObject([{ termId: 'HP:0000118', group: true }]);
    expect(terms.some((term) => !term.active && !term.obsolete)).toBe(true);
    expect(terms.some((term) => term.active && term.obsolete)).toBe(true);
    const techniques = ontologyByName.get('techniques')?.terms ?? [];
    expect(techniques.length).toBeLessThanOrEqual(20);
    expect(techniques.filter(({ group, subTermIds }) => group && subTermIds.length > 2)).toHaveLength(4);
    expect(new Set(snapshot.ontologies.map((ontology) => ontology.availableForGeneSearch))).toEqual(
      new Set([true, false]),
    );
  });

  it('credit the ontologies with their releases where they are shown', () => {
    expect(ontologyByName.get('hp')?.definition).toContain('Human Phenotype Ontology, release 2015-01-27');
    expect(ontologyByName.get('nbo')?.definition).toContain(
      'release 2023-07-04, from the OBO Foundry, licensed CC BY 3.0',
    );
  });

  it.each(['BRCA1', 'MECP2', 'SCN1A', 'TP53', 'SHH'])(
    'have experts for %s in several organisms: public, shared and private',
    (symbol) => {
      const genes = family(symbol);
      const experts = researchers.filter(
        (user) => user.enabled && user.genes.some(({ geneId, tier }) => tier !== 'TIER3' && genes.has(geneId)),
      );
      const registered = experts.flatMap((user) => user.genes).filter(({ geneId }) => genes.has(geneId));
      expect(new Set(registered.map(({ geneId }) => geneById.get(geneId)?.taxonId)).size).toBeGreaterThanOrEqual(3);
      expect(new Set(experts.map((user) => user.privacyLevel))).toEqual(new Set([0, 1, 2]));
      expect(experts.length).toBeGreaterThanOrEqual(5);
    },
  );

  it('have symbols that name two genes, and genes that differ only in letter case', () => {
    const named = (taxonId: number, symbol: string) =>
      snapshot.genes.filter((gene) => gene.taxonId === taxonId && gene.symbol === symbol);
    for (const symbol of ['HBD', 'MEMO1', 'TEC']) expect(named(9606, symbol)).toHaveLength(2);
    expect([...named(7227, 'Dl'), ...named(7227, 'dl')]).toHaveLength(2);
  });

  it('list 3 to 40 genes for every researcher, in all tiers, now and then with a level of their own', () => {
    expect(researchers.filter(({ genes }) => genes.length < 3 || genes.length > 40).map((user) => user.id)).toEqual([]);
    const genes = researchers.flatMap((user) => user.genes);
    expect(new Set(genes.map((gene) => gene.tier))).toEqual(new Set(['TIER1', 'TIER2', 'TIER3']));
    expect(new Set(genes.map((gene) => gene.privacyLevel))).toEqual(new Set([null, 0, 1, 2]));
  });

  it('can reach nobody: addresses and websites are under example.org, PubMed ids are beyond those in use', () => {
    const addresses = snapshot.users.flatMap((user) => [user.email, user.contactEmail].filter(Boolean));
    expect(addresses.filter((address) => !/^[a-z.-]+@([a-z-]+\.)*example\.(org|com)$/.test(address ?? ''))).toEqual([]);
    const texts = JSON.stringify(snapshot.users);
    const hosts = [...texts.matchAll(/https?:\/\/([^/"\s]*)/g)].map(([, host]) => host ?? '');
    expect(hosts.filter((host) => !/^([a-z-]+\.)*example\.(org|com)$/.test(host))).toEqual([]);
    const pmids = snapshot.users.flatMap((user) => user.publications.map(({ pmid }) => pmid ?? 0));
    expect(pmids.filter((pmid) => pmid < 99_000_000)).toEqual([]);
    expect(repeated(pmids)).toEqual([]);
  });
});

describe('the demonstration settings', () => {
  it('are accepted, import these data and let partners ask as their account', () => {
    const file = fileURLToPath(new URL('demo.yaml', demoFolder));
    const { database, app } = loadConfig({ files: [file], env: {} });
    expect(database.initialSnapshot).toMatch(/config\/demo\/demo\.snapshot\.json\.gz$/);
    expect(app.settings.isearch).toMatchObject({ enabled: true, userId: snapshot.remoteSearchUserId });
    expect(app.settings.isearch.authTokens).toEqual([{ name: 'token-1', token: 'demo-partner-token' }]);
    expect(app.settings.privacy.enableAnonymizedSearchResults).toBe(true);
  });
});
