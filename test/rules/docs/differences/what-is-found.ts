/** Checks of what searches and listings find, and in which order. */

import { expect } from 'vitest';
import { TOKENS } from '../../../support/registry/alpha-registry.ts';
import {
  alphaSnapshot,
  ask,
  BY_DESCRIPTION,
  BY_NAME,
  bearer,
  type Check,
  IN_HUMAN,
  idsOf,
  isAscending,
  type Json,
  json,
  PUBLIC_USER,
  statusOf,
} from './ask.ts';

export const whatIsFound: Record<string, Check> = {
  'both-filter-spellings-narrow': async ({ plain }) => {
    const of = (filters: string) => json(plain, `${BY_NAME}${filters}`).then((users) => users.length);
    const everybody = await of('');
    expect(await of('&researcherPosition=PRINCIPAL_INVESTIGATOR')).toBe(
      await of('&researcherPositions=PRINCIPAL_INVESTIGATOR'),
    );
    expect(await of('&researcherPosition=PRINCIPAL_INVESTIGATOR')).toBeLessThan(everybody);
    const both = await of('&researcherCategory=IN_VIVO&researcherCategories=IN_SILICO');
    expect(both).toBe(await of('&researcherCategories=IN_VIVO,IN_SILICO'));
    expect(both).toBeGreaterThan(await of('&researcherCategories=IN_SILICO'));
  },
  'in-vitro-is-three-categories': async ({ plain }) => {
    const categories = async (query: string) => {
      const users = await json(plain, `${BY_NAME}&researcherCategories=${query}`);
      return users.map(({ researcherCategories }: Json) => researcherCategories.toSorted());
    };
    const [all, alone] = await Promise.all([
      categories('IN_VITRO_BIOCHEMICAL,IN_VITRO_CELLS,IN_VITRO_STRUCTURAL'),
      categories('IN_VITRO_CELLS'),
    ]);
    expect(await categories('IN_VITRO')).toEqual(all);
    expect(all.length).toBeGreaterThan(alone.length);
    expect(await statusOf(plain, `${BY_NAME}&researcherCategories=IN_SITU`)).toBe(400);
  },
  'unknown-ontologies-are-always-reported': async ({ plain }) => {
    for (const search of [BY_NAME, `${IN_HUMAN}BRCA1`]) {
      const { status, text } = await ask(plain, `${search}&ontologyNames=zebra,mondo,retired,nope,zebra`);
      expect([status, text]).toEqual([400, 'The following ontologies do not exist in this registry: nope, zebra.']);
      const everybody = await json(plain, search);
      for (const names of ['ontologyNames=', 'ontologyNames=&ontologyNames=', 'ontologyNames=retired']) {
        expect(await json(plain, `${search}&${names}`)).toEqual(everybody);
      }
    }
  },
  'no-character-is-a-wildcard': async ({ plain }) => {
    expect((await json(plain, `${BY_DESCRIPTION}cardiac`)).length).toBeGreaterThan(0);
    for (const pattern of ['c%25ac', 'c_rdiac', '%5Ccardiac']) {
      expect(await json(plain, BY_DESCRIPTION + pattern)).toEqual([]);
      expect(await json(plain, `${BY_DESCRIPTION}${pattern}&nameLike=&prefix=false`)).toEqual([]);
    }
    expect(await json(plain, `${BY_DESCRIPTION}&nameLike=%25&prefix=false`)).toMatchObject([{ lastName: '100%' }]);
  },
  'colliding-symbols': async ({ plain }) => {
    const symbols = async (symbol: string) => {
      const found = await json(plain, `/api/genes/search?taxonId=7227&orthologTaxonId=7227&symbol=${symbol}`);
      return new Set(found.map((gene: Json) => gene.symbol));
    };
    expect(await symbols('Dl')).toEqual(new Set(['Dl']));
    expect(await symbols('dl')).toEqual(new Set(['dl']));
    expect(await symbols('DL')).toEqual(new Set(['Dl', 'dl']));
    expect(await statusOf(plain, `${IN_HUMAN}HBD`)).toBe(200);
  },
  'ontology-names-in-any-case': async ({ plain }) => {
    const filter = (name: string) => json(plain, `${BY_NAME}&ontologyNames=${name}&ontologyTermIds=MONDO:0000001`);
    expect(await filter('MONDO')).toEqual(await filter('mondo'));
    expect((await filter('MONDO')).length).toBeGreaterThan(0);
  },
  'same-person-twice': async ({ plain }) => {
    const { content } = await json(plain, '/api/genes?size=2000');
    const withTerms = content.filter(({ remoteUser }: Json) => remoteUser.userOntologyTerms.length > 0);
    const owners = idsOf(withTerms.map(({ remoteUser }: Json) => remoteUser));
    expect(new Set(owners).size).toBeLessThan(owners.length);
  },
  'text-is-folded-here': async ({ plain }) => {
    const names = async (text: string) =>
      (await json(plain, BY_NAME + encodeURIComponent(text), bearer(TOKENS.admin))).map(
        ({ lastName }: Json) => lastName,
      );
    expect(await names('MULL')).toEqual(expect.arrayContaining(['Müller', 'muller']));
    expect(await names('ｍｕｌｌ')).toEqual(await names('mull'));
    expect(await names('weis')).toEqual(['Weiß']);
    expect(await names('Orsted')).toEqual([]);
  },
  'order-is-total': async ({ plain, anonymising }) => {
    const listed = await json(plain, '/api/users?size=2000');
    expect(isAscending(idsOf(listed.content))).toBe(true);
    const genes = async (sort: string) => (await json(plain, `/api/genes?size=2000${sort}`)).content;
    const byPerson = (await genes('')).map(({ geneId, remoteUser }: Json) => remoteUser.id * 1e10 + geneId);
    expect(isAscending(byPerson)).toBe(true);
    const registered = alphaSnapshot().users.find(({ id }) => id === PUBLIC_USER)?.genes ?? [];
    const own = (await genes('&sort=id')).filter(({ remoteUser }: Json) => remoteUser.id === PUBLIC_USER);
    const places = own.map(({ geneId }: Json) => registered.findIndex((gene) => gene.geneId === geneId));
    expect(isAscending(places)).toBe(true);
    for (const path of ['/api/users', '/api/genes']) {
      for (const sort of ['', '&sort=id', '&sort=id,desc']) {
        const { content } = await json(anonymising, `${path}?size=2000${sort}`);
        const withheld = content.map((record: Json) => 'anonymousId' in record);
        expect(withheld).toContain(true);
        expect(withheld).toEqual(withheld.toSorted());
      }
    }
    const terms = await json(plain, '/api/ontologies/mondo/terms');
    const ids = terms.content.map(({ termId }: Json) => termId);
    expect(ids).toEqual(ids.toSorted());
    const twice = [0, 1].map(async () => withoutIds(await json(anonymising, `${IN_HUMAN}SHH`)));
    expect(await twice[0]).toEqual(await twice[1]);
  },
};

function withoutIds(answer: Json): Json {
  return JSON.parse(JSON.stringify(answer), (key, value) => (key === 'anonymousId' ? 'any' : value));
}
