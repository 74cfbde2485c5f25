/** All that the snapshot format allows and nobody would write: nulls, empty texts, extremes, NUL, cycles. */

import type { GeneIdentity, Snapshot, SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { aGene, anOntology, aTerm, aUser, HUMAN, smallSnapshot } from './small-snapshot.ts';

export const LARGEST_ID = 2_147_483_647;
export const ODD_ADMIN_TOKEN = 'token-of-the-odd-administrator';

/** With characters that end texts, lines or strings elsewhere. */
export const ODD_TEXT =
  'nul \0 tab \t line \n quote " backslash \\ percent % under _ emoji 🧬 family 👩‍👩‍👧 bom \ufeff \u2028';

const NULL_USER: Partial<SnapshotUser> = {
  name: null,
  lastName: null,
  publications: [{ pmid: null, title: null }],
  taxonDescriptions: { [HUMAN]: null },
  genes: [
    { geneId: 0, tier: null, privacyLevel: null },
    { geneId: LARGEST_ID, tier: 'TIER1', privacyLevel: null },
  ],
  organs: ['odd:null'],
  ontologyTerms: [
    { ontology: 'odd', termId: 'gone', name: null },
    { ontology: 'odd', termId: 'a', name: null },
  ],
  goTerms: [
    { goId: null, name: null, definition: null, aspect: null, taxonId: HUMAN, frequency: null, size: null },
    { goId: 'GO:1', name: '', definition: '', aspect: 'no aspect', taxonId: HUMAN, frequency: 0, size: LARGEST_ID },
    { goId: 'GO:2', name: '', definition: '', aspect: 'BP', taxonId: null, frequency: 0, size: 0 },
    { goId: 'GO:3', name: '', definition: '', aspect: 'BP', taxonId: 1, frequency: 0, size: 0 },
  ],
};

const TEXT_USER: Partial<SnapshotUser> = {
  contactEmail: '',
  contactEmailVerified: true,
  name: ODD_TEXT,
  lastName: ODD_TEXT,
  description: ODD_TEXT,
  organization: ODD_TEXT,
  department: ODD_TEXT,
  phone: ODD_TEXT,
  website: ODD_TEXT,
  publications: [{ pmid: 0, title: ODD_TEXT }],
  taxonDescriptions: Object.fromEntries([
    ['', ODD_TEXT],
    [ODD_TEXT, ''],
    ['__proto__', 'x'],
  ]),
  genes: [{ geneId: 1, tier: 'TIER3', privacyLevel: 0 }],
  organs: [ODD_TEXT],
  ontologyTerms: [{ ontology: ODD_TEXT, termId: ODD_TEXT, name: ODD_TEXT }],
};

const EMPTY_TEXTS: Partial<SnapshotUser> = {
  name: '',
  lastName: '',
  description: '',
  organization: '',
  department: '',
  phone: '',
  website: '',
  roles: [],
  contactEmail: '',
};

const EMPTY_IDENTITY: GeneIdentity = {
  authoritySymbol: null,
  hgncId: null,
  ensemblIds: [],
  omimIds: [],
  nomenclatureStatus: null,
  kind: null,
  otherDesignations: [],
  chromosome: null,
  mapLocation: null,
};

const ODD_IDENTITY: GeneIdentity = {
  authoritySymbol: ODD_TEXT,
  hgncId: ODD_TEXT,
  ensemblIds: [ODD_TEXT, '', ODD_TEXT],
  omimIds: ['', ODD_TEXT],
  nomenclatureStatus: 'interim',
  kind: ODD_TEXT,
  otherDesignations: [ODD_TEXT, '', 'long '.repeat(1000)],
  chromosome: '',
  mapLocation: ODD_TEXT,
};

export function oddSnapshot(): Snapshot {
  return smallSnapshot({
    comment: ODD_TEXT,
    remoteSearchUserId: LARGEST_ID,
    taxa: [
      { id: 0, commonName: null, scientificName: null, ordering: null, active: true },
      { id: LARGEST_ID, commonName: '', scientificName: '', ordering: -2_147_483_648, active: true },
      { id: HUMAN, commonName: ODD_TEXT, scientificName: ODD_TEXT, ordering: 2_147_483_647, active: false },
    ],
    genes: [
      aGene(0, null, { taxonId: 0 }),
      aGene(1, ODD_TEXT, { name: ODD_TEXT, aliases: ODD_TEXT, modificationDate: ODD_TEXT, identity: ODD_IDENTITY }),
      aGene(2, '', { name: '', aliases: '', modificationDate: '', identity: EMPTY_IDENTITY }),
      aGene(LARGEST_ID, 'MAX', { taxonId: LARGEST_ID }),
    ],
    orthologs: [
      [0, 0],
      [0, LARGEST_ID],
      [LARGEST_ID, 0],
      [1, LARGEST_ID],
    ],
    organs: [
      { uberonId: 'odd:null', name: null, description: null, active: true, ordering: null },
      { uberonId: ODD_TEXT, name: ODD_TEXT, description: ODD_TEXT, active: false, ordering: 0 },
    ],
    ontologies: [
      anOntology(
        'odd',
        [
          aTerm('a', { name: null, subTermIds: ['b', 'a', 'b'] }),
          aTerm('b', { name: '', definition: '', synonyms: ['', ODD_TEXT], altTermIds: [''], subTermIds: ['a'] }),
          aTerm(ODD_TEXT, { name: ODD_TEXT, definition: ODD_TEXT, namespace: ODD_TEXT, subTermIds: [ODD_TEXT, 'a'] }),
        ],
        { ordering: null },
      ),
      anOntology(ODD_TEXT, [aTerm(ODD_TEXT, { subTermIds: [ODD_TEXT] })], {
        ...{ definition: ODD_TEXT, url: ODD_TEXT, availableForGeneSearch: false, ordering: -1 },
      }),
    ],
    annotations: [
      [0, 'GO:0000001'],
      [1, '🧬 odd'],
      [LARGEST_ID, 'GO:0000001'],
    ],
    diseases: {
      source: ODD_TEXT,
      release: null,
      diseases: [
        { diseaseId: 'DECIPHER:1', name: null, otherNames: [] },
        { diseaseId: 'OMIM:1', name: ODD_TEXT, otherNames: [{ name: ODD_TEXT, source: ODD_TEXT, language: ODD_TEXT }] },
        { diseaseId: 'ORPHA:1', name: '', otherNames: [] },
      ],
      geneDiseases: [
        [0, 'OMIM:1'],
        [LARGEST_ID, 'OMIM:1'],
        [LARGEST_ID, 'ORPHA:1'],
      ],
      phenotypeGenes: [
        ['HP:1', []],
        ['🧬 odd', [LARGEST_ID, 0]],
      ],
    },
    users: [
      aUser(0, NULL_USER),
      aUser(5, TEXT_USER),
      aUser(6, EMPTY_TEXTS),
      aUser(7, { privacyLevel: null, email: ODD_TEXT, genes: [{ geneId: 2, tier: 'TIER2', privacyLevel: 2 }] }),
      aUser(8, { name: 'Long', lastName: 'Winded', description: 'lengthy 🧬 '.repeat(10_240) }),
      aUser(LARGEST_ID - 1, {
        roles: ['ROLE_ADMIN', 'ROLE_USER'],
        accessTokens: [{ token: ODD_ADMIN_TOKEN, expiresAt: '2099-01-01' }],
      }),
      aUser(LARGEST_ID, { roles: ['ROLE_ADMIN', 'ROLE_USER'], enabled: false, privacyLevel: 0 }),
    ],
  });
}
