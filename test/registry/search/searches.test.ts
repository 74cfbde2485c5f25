/** Searches and lists of this registry: whom they find, in which order, and what each record is merged by. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderKey } from '../../../src/domain/people/order.ts';
import { parseGeneQuery } from '../../../src/domain/query/gene-query.ts';
import { parseUserQuery } from '../../../src/domain/query/user-query.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../../src/domain/record/model.ts';
import type { SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import type { RecordList } from '../../../src/registry/record/record-list.ts';
import { ANONYMISING } from '../../support/registry/alpha-registry.ts';
import { aGene, aUser, HUMAN, MOUSE, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

const FLY = 7227;
const TWO_TAXA = smallSnapshot().taxa;
const genesOf = (...genes: [geneId: number, tier: 'TIER1' | 'TIER2' | 'TIER3'][]): SnapshotUser['genes'] =>
  genes.map(([geneId, tier]) => ({ geneId, tier, privacyLevel: null }));

const [ADAMS, BAKER, CLARK, DAVIS, EVANS, FOX] = [1, 2, 3, 4, 5, 6] as const;
const SNAPSHOT = smallSnapshot({
  taxa: [...TWO_TAXA, { id: FLY, commonName: 'fruit fly', scientificName: null, ordering: null, active: true }],
  genes: [
    aGene(672, 'BRCA1'),
    aGene(7157, 'TP53'),
    { ...aGene(12189, 'Brca1'), taxonId: MOUSE },
    { ...aGene(36560, 'brc'), taxonId: FLY },
  ],
  orthologs: [
    [672, 12189],
    [672, 36560],
  ],
  users: [
    aUser(ADAMS, {
      ...{ name: 'Ada', lastName: 'Adams', researcherPosition: 'PRINCIPAL_INVESTIGATOR' },
      ...{ description: 'The heart of "mice".', genes: genesOf([672, 'TIER2'], [12189, 'TIER1']) },
    }),
    aUser(BAKER, { name: 'Bo', lastName: 'Baker', description: 'Hearts, ox.', genes: genesOf([672, 'TIER1']) }),
    aUser(CLARK, { name: 'Cy', lastName: 'Clark-Li', genes: genesOf([36560, 'TIER1'], [672, 'TIER1']) }),
    // Nobody reads this profile but its owner and administrators.
    aUser(DAVIS, {
      ...{ privacyLevel: 0, name: 'Di', lastName: 'Davis', description: 'A heart.', organs: ['UBERON:0000955'] },
      ...{ researcherPosition: 'PRINCIPAL_INVESTIGATOR', genes: genesOf([672, 'TIER1']) },
    }),
    aUser(EVANS, { enabled: false, name: 'Ed', lastName: 'Evans', genes: genesOf([672, 'TIER1']) }),
    aUser(FOX, { name: 'Flo', lastName: 'Fox', description: 'x\0heart', genes: genesOf([672, 'TIER3']) }),
  ],
});

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ snapshot: SNAPSHOT, settings: ANONYMISING });
});
afterAll(() => registry[Symbol.asyncDispose]());

const accountOf = (userId: number): Viewer => ({ ...PUBLIC_VIEWER, kind: 'member', userId });
const ADMINISTRATOR: Viewer = { kind: 'admin', userId: undefined, hasAdminRole: true, hasServiceRole: false };
const STRANGE_PARTNER: Viewer = { ...PUBLIC_VIEWER, kind: 'partner', userId: ADAMS };

async function ordersOf(list: RecordList): Promise<OrderKey[]> {
  const found = await list.readFound(0, list.total, 'record');
  return found.flatMap(({ order }) => order ?? []);
}

/** The ids of those found, in order; a dash for one whose name is withheld. */
async function idsOf(list: RecordList): Promise<(number | '–')[]> {
  return (await ordersOf(list)).map(({ id }) => id ?? '–');
}

function genesFound(query: string, viewer = PUBLIC_VIEWER): Promise<RecordList> {
  return registry.context.registry.searchGenes(viewer, parseGeneQuery(new URLSearchParams(query)));
}

async function peopleFound(query: string, viewer = PUBLIC_VIEWER, showsAnonymised = true): Promise<(number | '–')[]> {
  const asked = parseUserQuery(new URLSearchParams(query));
  return idsOf(await registry.context.registry.searchUsers(viewer, asked, showsAnonymised));
}

describe('a search for a gene', () => {
  const BRCA1 = `symbol=BRCA1&taxonId=${HUMAN}`;
  const human = (tier: 1 | 2, id: number | '–') => `672 TIER${tier} ${id}`;
  const ofHuman = [human(1, BAKER), human(1, CLARK), human(1, '–'), human(2, ADAMS)];
  const ofMouse = `12189 TIER1 ${ADAMS}`;
  const ofFly = `36560 TIER1 ${CLARK}`;

  test.each([
    ['it and its orthologs, by organism, tier and name', BRCA1, [...ofHuman, ofMouse, ofFly]],
    ['one tier', `${BRCA1}&tiers=TIER2`, [human(2, ADAMS)]],
    ['one organism of its orthologs', `${BRCA1}&orthologTaxonId=${MOUSE}`, [ofMouse]],
    ['another one', `${BRCA1}&orthologTaxonId=${FLY}`, [ofFly]],
    ['its own organism alone', `${BRCA1}&orthologTaxonId=${HUMAN}`, ofHuman],
    ['all, where an organism is unknown', `${BRCA1}&orthologTaxonId=-99`, [...ofHuman, ofMouse, ofFly]],
    [
      'a position, also of a person whose name is withheld',
      `${BRCA1}&researcherPositions=PRINCIPAL_INVESTIGATOR`,
      [human(1, '–'), human(2, ADAMS), ofMouse],
    ],
    ['an organ', `${BRCA1}&organUberonIds=uberon:0000955`, [human(1, '–')]],
    ['an ortholog from its side', `symbol=Brca1&taxonId=${MOUSE}`, [ofMouse]],
    ['all, of an ontology without a name', `${BRCA1}&ontologyNames=&ontologyNames=`, [...ofHuman, ofMouse, ofFly]],
    ['a gene that nobody has', `symbol=TP53&taxonId=${HUMAN}`, []],
  ])('finds %s', async (_, query, expected) => {
    for (let times = 0; times < 2; times++) {
      const orders = await ordersOf(await genesFound(query));
      expect(orders.map(({ geneId, tier, id }) => `${geneId} ${tier} ${id ?? '–'}`)).toEqual(expected);
    }
  });

  test.each([
    ['unknown-taxon-searched', 'symbol=BRCA1&taxonId=1'],
    ['empty-symbol', `symbol=&taxonId=${HUMAN}`],
    ['unknown-symbol', `symbol=NOPE&taxonId=${HUMAN}`],
    ['no-orthologs', `symbol=TP53&taxonId=${HUMAN}&orthologTaxonId=${MOUSE}`],
    ['unknown-ontologies', `${BRCA1}&ontologyNames=nope&ontologyTermIds=HP:1`],
    ['unknown-ontologies', `${BRCA1}&ontologyNames=nope`],
  ])('is refused as %s', async (code, query) => {
    await expect(genesFound(query)).rejects.toEqual(expect.objectContaining({ code }));
  });

  test('gives each record what it is merged by, and nothing of the name or position of somebody withheld', async () => {
    const list = await genesFound(`${BRCA1}&researcherPositions=PRINCIPAL_INVESTIGATOR`);
    const gene = { geneId: 672, symbol: 'BRCA1', taxonOrdering: 1, taxonCommonName: 'human', isAskedGene: true };
    const adams = { isWithheld: false, isPrincipalInvestigator: true, foldedName: 'adams, ada', id: ADAMS };
    const found = await list.readFound(0, list.total, 'record');
    expect(found.map(({ order, taxonId }) => [order, taxonId])).toEqual([
      [
        { ...gene, tier: 'TIER1', isWithheld: true, isPrincipalInvestigator: false, foldedName: '', id: undefined },
        HUMAN,
      ],
      [{ ...gene, tier: 'TIER2', ...adams }, HUMAN],
      [expect.objectContaining({ geneId: 12189, isAskedGene: false, taxonOrdering: 2, ...adams }), MOUSE],
    ]);
  });

  test('shows administrators and the owner who it is', async () => {
    const tier1 = `${BRCA1}&tiers=TIER1&orthologTaxonId=${HUMAN}`;
    for (const viewer of [ADMINISTRATOR, accountOf(DAVIS)])
      expect(await idsOf(await genesFound(tier1, viewer))).toEqual([BAKER, CLARK, DAVIS]);
  });
});

describe('a search for people', () => {
  test.each([
    ['the beginning of a last name', 'nameLike=CLARK&prefix=true', [CLARK]],
    ['not the middle of a last name', 'nameLike=lark&prefix=true', []],
    ['the middle of a last name', 'nameLike=lark&prefix=false', [CLARK]],
    ['two letters of a first or last name, in order of the names', 'nameLike=da&prefix=false', [ADAMS]],
    ['one letter of all', 'nameLike=o&prefix=false', [BAKER, FOX]],
    ['a word of a description that they may read', 'descriptionLike=HEART', [ADAMS, BAKER, FOX]],
    ['what is shown of somebody who is not named', 'descriptionLike=brain', ['–']],
    ['two letters of a description', 'descriptionLike=ox', [BAKER]],
    ['a quotation mark', 'descriptionLike="mice"', [ADAMS]],
    ['a sign that ends a text elsewhere', 'descriptionLike=x%00heart', [FOX]],
    ['no sign that stands for any others elsewhere, in a name', 'nameLike=%25&prefix=false', []],
    ['no sign that stands for any others elsewhere, in a description', 'descriptionLike=h_', []],
    ['both a name and a description', 'nameLike=ba&prefix=true&descriptionLike=heart', [BAKER]],
    ['nobody who has one of both', 'nameLike=clark&prefix=true&descriptionLike=heart', []],
    ['nobody by a name that is withheld', 'nameLike=davis&prefix=true&descriptionLike=brain', []],
    [
      'a position, of those whose position is shown',
      'descriptionLike=heart&researcherPositions=PRINCIPAL_INVESTIGATOR',
      [ADAMS],
    ],
    ['an organ, also of somebody who is not named', 'descriptionLike=brain&organUberonIds=UBERON:0000955', ['–']],
    [
      'no position of somebody of whom none is shown',
      'descriptionLike=brain&researcherPositions=PRINCIPAL_INVESTIGATOR',
      [],
    ],
  ])('finds by %s', async (_, query, expected) => {
    for (let times = 0; times < 2; times++) expect(await peopleFound(query)).toEqual(expected);
  });

  test('shows nobody withheld to software that cannot show them', async () => {
    expect(await peopleFound('descriptionLike=brain', PUBLIC_VIEWER, false)).toEqual([]);
    expect(await peopleFound('descriptionLike=brain', ADMINISTRATOR, false)).toEqual([DAVIS]);
  });

  test.each([
    ['the beginning of their last name', 'nameLike=dav&prefix=true'],
    ['a part of their name', 'nameLike=avi&prefix=false'],
    ['two letters', 'nameLike=di&prefix=false'],
    ['their description', 'descriptionLike=a%20heart'],
  ])('lets somebody find themselves, once, and administrators find them, by %s', async (_, query) => {
    expect(await peopleFound(query, accountOf(DAVIS))).toEqual([DAVIS]);
    expect(await peopleFound(query, ADMINISTRATOR)).toEqual([DAVIS]);
    expect(await peopleFound(query, accountOf(BAKER), false)).toEqual([]);
  });
});

test.each([
  ['adams', ['Ada Adams']],
  ['Bo Baker', ['Bo Baker']],
  ['baker, bo', ['Bo Baker']],
  ['clark li', ['Cy Clark-Li']],
  ['ad', []],
  ['Davis', []],
  ['Di Adams', []],
])('people called %j are suggested by name, where everybody may read it: %j', async (text, expected) => {
  expect(await registry.context.registry.peopleCalled(text)).toEqual(expected);
});

describe('a list', () => {
  const page = (page: number, size: number) => ({ page, size });
  const BY_ID = [{ property: 'id', descending: false }] as never;
  const FROM_THE_END = [{ property: 'id', descending: true }] as never;

  test('of people is theirs by id, or from the end, and those who are withheld come last', async () => {
    const { listUsers } = registry.context.registry;
    const first = await listUsers(PUBLIC_VIEWER, page(0, 3), []);
    expect([await idsOf(first.records), first.totalElements]).toEqual([[ADAMS, BAKER, CLARK], 5]);
    expect(await idsOf((await listUsers(PUBLIC_VIEWER, page(1, 3), [])).records)).toEqual([FOX, '–']);
    expect(await idsOf((await listUsers(PUBLIC_VIEWER, page(0, 2), FROM_THE_END)).records)).toEqual([FOX, CLARK]);
    expect(await idsOf((await listUsers(accountOf(DAVIS), page(1, 3), [])).records)).toEqual([DAVIS, FOX]);
    expect(await idsOf((await listUsers(STRANGE_PARTNER, page(1, 3), [])).records)).toEqual([FOX, '–']);
    expect(await idsOf((await listUsers(ADMINISTRATOR, page(0, 9), [])).records)).toEqual([1, 2, 3, 4, 6]);
  });

  test('of genes is that of people and genes, or of registration, and the same again where it was found before', async () => {
    const { listGenes } = registry.context.registry;
    const genes = async (size: number, sorts: never, number = 0, viewer = PUBLIC_VIEWER) =>
      (await ordersOf((await listGenes(viewer, page(number, size), sorts)).records)).map(
        ({ geneId, id }) => `${id ?? '–'} ${geneId}`,
      );
    const byPerson = ['1 672', '1 12189', '2 672', '3 672', '3 36560', '6 672', '– 672'];
    for (let times = 0; times < 2; times++) {
      expect(await genes(9, [] as never)).toEqual(byPerson);
      expect(await genes(4, [] as never, 1)).toEqual(byPerson.slice(4));
      expect(await genes(9, BY_ID)).toEqual(['1 672', '1 12189', '2 672', '3 36560', '3 672', '6 672', '– 672']);
      expect(await genes(2, FROM_THE_END)).toEqual(['6 672', '3 672']);
    }
    expect(await genes(9, [] as never, 0, accountOf(DAVIS))).toEqual([...byPerson.slice(0, 5), '4 672', '6 672']);
  });
});
