/**
 * Records as bytes, ready to be sent: whole, with the identifiers of their people, and as rows of lists. Each is
 * assembled once for each of its views.
 */

import { identifierMembers } from '../../domain/record/identifiers.ts';
import { PRIVATE, type PrivacyLevel, PUBLIC, SHARED, type Signature, type Tier } from '../../domain/record/model.ts';
import { effectiveLevel } from '../../domain/record/privacy.ts';
import {
  anonymizedUser,
  geneMember,
  type personRecord,
  type ShownAnonymously,
  userGeneRecord,
} from '../../domain/record/records.ts';
import { geneRow, personRow, type RecordForm } from '../../domain/record/row.ts';
import type { Ontologies } from '../reference/ontologies.ts';
import type { ReferenceData } from '../reference/reference.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { type WithdrawnLevels, withdrawnGenes } from '../store/withdrawn.ts';
import {
  anonymousRowKey,
  anonymousUserKey,
  geneKey,
  geneRowKey,
  identifiersKey,
  ownerKey,
  personRowKey,
  type ReadyMade,
  userKey,
} from './ready-made.ts';

/** A record in pieces that follow each other; answers share most of them, so they must not be changed. */
export type RecordBytes = readonly Uint8Array[];

/** The form of RDP, the same with identifiers of the person, or a row, which also has these. */
export type BytesForm = RecordForm | 'identified';

type UserGeneRef = { userId: number; geneId: number; tier: Tier | null; level: PrivacyLevel };

/** The bytes of an anonymous id. */
export type IdBytes = Uint8Array;

/** Every method returns undefined if the user no longer exists. */
export type RecordMaker = {
  /** @param genesFrom the most private level of gene in `userGenes`; undefined hides the list */
  fullUser(tx: ReadTransaction, userId: number, genesFrom: PrivacyLevel | undefined): RecordBytes | undefined;
  anonymousUser(tx: ReadTransaction, userId: number, anonymousId: IdBytes): RecordBytes | undefined;
  fullGene(tx: ReadTransaction, ref: UserGeneRef): RecordBytes | undefined;
  anonymousGene(tx: ReadTransaction, ref: UserGeneRef, ids: AnonymousGeneIds): RecordBytes | undefined;
};

type AnonymousGeneIds = { gene: IdBytes; owner: IdBytes };

type Options = {
  store: Store;
  readyMade: ReadyMade;
  reference: ReferenceData;
  ontologies: Ontologies;
  signature: Signature;
  /** The name that replaces a hidden one. */
  anonymizedName: string;
};

const CLOSING = Buffer.from('}');
/** The beginning of every anonymised record, before its id. */
const ID_OPENING = Buffer.from('{"anonymousId":"');
const ID_CLOSING = Buffer.from('",');

/** Returns what follows the id in an anonymised record, given with an empty id; it is the same in every answer. */
function afterId(record: object): string {
  return JSON.stringify(record).slice(ID_OPENING.length);
}

/** Returns the id at the beginning of the text of an anonymised record. */
export function idOfAnonymised(json: string): string {
  return json.slice(ID_OPENING.length, json.indexOf('"', ID_OPENING.length));
}

/** Returns an anonymised gene from its head in the shown form, and its owner. */
function anonymisedGene(id: IdBytes, head: Uint8Array, owner: RecordBytes): RecordBytes {
  return [ID_OPENING, id, ID_CLOSING, head.subarray(1), ...owner, CLOSING];
}

const RECORD = `
SELECT person, ontology_terms, public_genes, shared_genes, private_genes
FROM user_record JOIN user ON id = user_id
WHERE user_id = ?
`;

const LEVELS = [PUBLIC, SHARED, PRIVATE] as const;

/** The stored members of `userGenes`, by effective level. */
type GenesByLevel = [ofPublic: string, ofShared: string, ofPrivate: string];

export function recordMaker(options: Options): RecordMaker {
  const { store, readyMade, reference, ontologies, signature, anonymizedName } = options;
  const recordById = store.query<[string, string, ...GenesByLevel]>(RECORD);
  const withdrawn = withdrawnGenes(store);
  const shownById = store.query<[string]>('SELECT shown_anonymously FROM user_record WHERE user_id = ?');
  const signatureMembers = JSON.stringify(signature).slice(1, -1);

  function userJson(tx: ReadTransaction, userId: number, genesFrom: PrivacyLevel | undefined): string | undefined {
    const row = recordById.first(tx, userId);
    if (row === undefined) return undefined;
    const [person, terms, ...written] = row;
    const [publicGenes, sharedGenes, privateGenes] = presentGenes(written, withdrawn.ofUser(tx, userId));
    const genes = [
      { level: PUBLIC, members: publicGenes },
      { level: SHARED, members: sharedGenes },
      { level: PRIVATE, members: privateGenes },
    ].filter(({ level, members }) => genesFrom !== undefined && level >= genesFrom && members !== '');
    const userGenes = genes.map(({ members }) => members).join();
    const userOntologyTerms = termsJson(tx, terms);
    return `${person},${signatureMembers},"userOntologyTerms":[${userOntologyTerms}],"userGenes":{${userGenes}}}`;
  }

  function termsJson(tx: ReadTransaction, terms: string): string {
    if (terms === '[]') return '';
    return (JSON.parse(terms) as { ontology: string; termId: string; name: string | null }[])
      .map(({ ontology, termId, name }) => {
        // The name of a term must be a text (rdp-protocol 1.7), so a term without a name has its id as the name.
        const shown = JSON.stringify({ termId, name: name ?? termId }).slice(1);
        return `{"ontology":${ontologies.ontology(tx, ontology)?.json},${shown}`;
      })
      .join();
  }

  /** Returns the owner inside a gene, with the closing brace of the gene. */
  function ownerJson(tx: ReadTransaction, userId: number): string | undefined {
    const json = userJson(tx, userId, undefined);
    return json && `${json}}`;
  }

  function geneHead(tx: ReadTransaction, { geneId, tier, level }: UserGeneRef): string {
    return `${JSON.stringify(userGeneRecord(reference.geneFacts(tx, geneId), tier, level)).slice(0, -1)},"remoteUser":`;
  }

  function anonymousUserJson(tx: ReadTransaction, userId: number): string | undefined {
    const row = shownById.first(tx, userId);
    if (row === undefined) return undefined;
    const shown = JSON.parse(row[0]) as ShownAnonymously;
    return afterId(anonymizedUser(shown, { anonymousId: '', name: anonymizedName }, signature));
  }

  function anonymousUser(tx: ReadTransaction, userId: number, anonymousId: IdBytes): RecordBytes | undefined {
    const rest = readyMade(tx, anonymousUserKey(userId), () => anonymousUserJson(tx, userId));
    return rest && [ID_OPENING, anonymousId, rest];
  }

  function headOf(tx: ReadTransaction, ref: UserGeneRef): Uint8Array | undefined {
    return readyMade(tx, geneKey(ref.geneId, ref.tier, ref.level), () => geneHead(tx, ref));
  }

  function fullUser(tx: ReadTransaction, userId: number, genesFrom: PrivacyLevel | undefined) {
    const bytes = readyMade(tx, userKey(userId, genesFrom), () => userJson(tx, userId, genesFrom));
    return bytes && [bytes];
  }

  return {
    fullUser,
    anonymousUser,
    fullGene(tx, ref) {
      const head = headOf(tx, ref);
      const owner = readyMade(tx, ownerKey(ref.userId), () => ownerJson(tx, ref.userId));
      return head && owner && [head, owner];
    },
    anonymousGene(tx, ref, ids) {
      const owner = anonymousUser(tx, ref.userId, ids.owner);
      // As for an anonymised user, the level that is shown has no meaning (rdp-protocol 5.1).
      const head = headOf(tx, { ...ref, level: PUBLIC });
      return head && owner && anonymisedGene(ids.gene, head, owner);
    },
  };
}

/** Returns the stored genes of a person by the level that each has now. */
function presentGenes(written: GenesByLevel, withdrawn: WithdrawnLevels): GenesByLevel {
  if (withdrawn.size === 0) return written;
  const members: Record<PrivacyLevel, string[]> = { [PRIVATE]: [], [SHARED]: [], [PUBLIC]: [] };
  for (const [at, level] of LEVELS.entries()) {
    const genes = JSON.parse(`{${written[at]}}`) as Record<string, object>;
    for (const [geneId, gene] of Object.entries(genes)) {
      const now = withdrawn.get(Number(geneId)) ?? level;
      if (now === 'gone') continue;
      const privacyLevel = effectiveLevel(now, { privacyLevel: level });
      members[privacyLevel].push(geneMember(Number(geneId), { ...gene, privacyLevel }));
    }
  }
  return [members[PUBLIC].join(), members[SHARED].join(), members[PRIVATE].join()];
}

type IdentifiedOptions = { store: Store; readyMade: ReadyMade; records: RecordMaker };

const OF_PERSON = 1;
/** The record of a gene has two closing braces: that of its owner, and its own. */
const OF_GENE = 2;

/** Returns a maker of the same records with identifiers at their end. Anonymised records are unchanged. */
export function identifiedMaker({ store, readyMade, records }: IdentifiedOptions): RecordMaker {
  const identifiersById = store.query<[string | null, string | null]>('SELECT orcid, ror FROM user WHERE id = ?');

  /** Returns the members with a leading comma; empty for a person without identifiers. */
  function membersOf(tx: ReadTransaction, userId: number): Uint8Array | undefined {
    return readyMade(tx, identifiersKey(userId), () => {
      const row = identifiersById.first(tx, userId);
      if (row === undefined) return undefined;
      const [orcid, ror] = row;
      const members = JSON.stringify(identifierMembers({ orcid, ror })).slice(1, -1);
      return members === '' ? '' : `,${members}`;
    });
  }

  function identified(tx: ReadTransaction, record: RecordBytes | undefined, userId: number, closings: number) {
    const last = record?.at(-1);
    if (record === undefined || last === undefined) return undefined;
    const members = membersOf(tx, userId);
    if (!members?.length) return record;
    const opened = last.subarray(0, last.length - closings);
    return [...record.slice(0, -1), opened, members, ...Array<Uint8Array>(closings).fill(CLOSING)];
  }

  return {
    fullUser: (tx, userId, genesFrom) => identified(tx, records.fullUser(tx, userId, genesFrom), userId, OF_PERSON),
    fullGene: (tx, ref) => identified(tx, records.fullGene(tx, ref), ref.userId, OF_GENE),
    anonymousUser: records.anonymousUser,
    anonymousGene: records.anonymousGene,
  };
}

type RowOptions = {
  store: Store;
  readyMade: ReadyMade;
  reference: ReferenceData;
  signature: Signature;
  /** The name that replaces a hidden one. */
  anonymizedName: string;
};

export function rowMaker(options: RowOptions): RecordMaker {
  const { store, readyMade, reference, signature, anonymizedName } = options;
  const personById = store.query<[string, string | null, string | null]>(
    'SELECT person, orcid, ror FROM user_record JOIN user ON id = user_id WHERE user_id = ?',
  );
  const shownById = store.query<[string]>('SELECT shown_anonymously FROM user_record WHERE user_id = ?');

  function fullRow(tx: ReadTransaction, userId: number): Uint8Array | undefined {
    return readyMade(tx, personRowKey(userId), () => {
      const row = personById.first(tx, userId);
      // The stored text of a person has no closing brace, because members that depend on the viewer may follow.
      if (row === undefined) return undefined;
      const [text, orcid, ror] = row;
      const person = JSON.parse(`${text}}`) as ReturnType<typeof personRecord>;
      return JSON.stringify(personRow({ ...person, ...signature, orcid, ror }));
    });
  }

  function anonymousRowJson(tx: ReadTransaction, userId: number): string | undefined {
    const row = shownById.first(tx, userId);
    if (row === undefined) return undefined;
    const shown = JSON.parse(row[0]) as ShownAnonymously;
    return afterId(personRow(anonymizedUser(shown, { anonymousId: '', name: anonymizedName }, signature)));
  }

  function anonymousRow(tx: ReadTransaction, userId: number, anonymousId: IdBytes): RecordBytes | undefined {
    const rest = readyMade(tx, anonymousRowKey(userId), () => anonymousRowJson(tx, userId));
    return rest && [ID_OPENING, anonymousId, rest];
  }

  function geneHead(tx: ReadTransaction, { geneId, tier }: UserGeneRef): string {
    const { symbol, taxon } = reference.geneFacts(tx, geneId);
    // As in the record, a gene without a tier counts as one of the least specific tier.
    const row = geneRow({ geneId, symbol, taxon, tier: tier ?? 'TIER3' });
    return `${JSON.stringify(row).slice(0, -1)},"remoteUser":`;
  }

  function headOf(tx: ReadTransaction, ref: UserGeneRef): Uint8Array | undefined {
    return readyMade(tx, geneRowKey(ref.geneId, ref.tier), () => geneHead(tx, ref));
  }

  return {
    fullUser(tx, userId) {
      const row = fullRow(tx, userId);
      return row && [row];
    },
    anonymousUser: anonymousRow,
    fullGene(tx, ref) {
      const head = headOf(tx, ref);
      const owner = fullRow(tx, ref.userId);
      return head && owner && [head, owner, CLOSING];
    },
    anonymousGene(tx, ref, ids) {
      const head = headOf(tx, ref);
      const owner = anonymousRow(tx, ref.userId, ids.owner);
      return head && owner && anonymisedGene(ids.gene, head, owner);
    },
  };
}
