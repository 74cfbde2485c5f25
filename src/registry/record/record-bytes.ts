/** Records as bytes, ready to be sent: each is put together once for every way it can be seen. */

import { anonymizedUser, type ShownAnonymously } from '../../domain/record/anonymize.ts';
import {
  PRIVATE,
  type PrivacyLevel,
  PUBLIC,
  SHARED,
  type Signature,
  type Tier,
  tierNumber,
} from '../../domain/record/model.ts';
import { userGeneRecord } from '../../domain/record/records.ts';
import type { Ontologies } from '../reference/ontologies.ts';
import type { ReferenceData } from '../reference/reference.ts';
import { dropOutdated } from '../store/per-user.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import type { AnonymousIds } from './anonymous-ids.ts';

/** A record in pieces that follow each other; most are shared between answers and must not be written to. */
export type RecordBytes = readonly Uint8Array[];

/** Holds ready-made pieces under a bound of memory. Keys are numbers, which are found faster than texts. */
export type RecordCache = {
  get(key: number): Uint8Array | undefined;
  set(key: number, value: Uint8Array): unknown;
  delete(key: number): unknown;
  clear(): void;
};

export type UserGeneRef = { userId: number; geneId: number; tier: Tier | null; level: PrivacyLevel };

/** Every method answers undefined when the user is no longer there. */
export type RecordMaker = {
  /** @param genesFrom the most private level of gene in `userGenes`; undefined hides the list */
  fullUser(tx: ReadTransaction, userId: number, genesFrom: PrivacyLevel | undefined): RecordBytes | undefined;
  /** @param anonymousId the id to carry; a new one by default */
  anonymousUser(tx: ReadTransaction, userId: number, anonymousId?: string): RecordBytes | undefined;
  fullGene(tx: ReadTransaction, ref: UserGeneRef): RecordBytes | undefined;
  anonymousGene(tx: ReadTransaction, ref: UserGeneRef, anonymousId?: string): RecordBytes | undefined;
};

type Options = {
  store: Store;
  cache: RecordCache;
  reference: ReferenceData;
  ontologies: Ontologies;
  anonymousIds: AnonymousIds;
  signature: Signature;
  /** The name that stands in for a hidden one. */
  anonymizedName: string;
};

const CLOSING = Buffer.from('}');

const RECORD = `
SELECT person, ontology_terms, public_genes, shared_genes, private_genes
FROM user_record JOIN user ON id = user_id
WHERE user_id = ?
`;

export function recordMaker(options: Options): RecordMaker {
  const { store, cache, reference, ontologies, anonymousIds, signature, anonymizedName } = options;
  const recordById = store.query<[string, string, string, string, string]>(RECORD);
  const shownById = store.query<[string]>('SELECT shown_anonymously FROM user_record WHERE user_id = ?');
  const signatureMembers = JSON.stringify(signature).slice(1, -1);
  const dropOld = dropOutdated(store, {
    clear: () => cache.clear(),
    dropUser(userId) {
      for (const key of userKeys(userId)) cache.delete(key);
    },
  });

  function cached(tx: ReadTransaction, key: number, make: () => string | undefined): Uint8Array | undefined {
    dropOld(tx);
    const known = cache.get(key);
    if (known !== undefined) return known;
    const json = make();
    if (json === undefined) return undefined;
    const bytes = Buffer.from(json);
    cache.set(key, bytes);
    return bytes;
  }

  function userJson(tx: ReadTransaction, userId: number, genesFrom: PrivacyLevel | undefined): string | undefined {
    const row = recordById.first(tx, userId);
    if (row === undefined) return undefined;
    const [person, terms, publicGenes, sharedGenes, privateGenes] = row;
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
        // A term's name is text by rdp-protocol 1.7; where there is none its id tells which it is.
        const shown = JSON.stringify({ termId, name: name ?? termId }).slice(1);
        return `{"ontology":${ontologies.ontology(tx, ontology)?.json},${shown}`;
      })
      .join();
  }

  /** The owner inside a gene, with the brace that closes the gene. */
  function ownerJson(tx: ReadTransaction, userId: number): string | undefined {
    const json = userJson(tx, userId, undefined);
    return json && `${json}}`;
  }

  function geneHead(tx: ReadTransaction, { geneId, tier, level }: UserGeneRef): string {
    return `${JSON.stringify(userGeneRecord(reference.geneFacts(tx, geneId), tier, level)).slice(0, -1)},"remoteUser":`;
  }

  function anonymousUser(
    tx: ReadTransaction,
    userId: number,
    anonymousId = anonymousIds.seal({ kind: 'user', userId }),
  ) {
    const row = shownById.first(tx, userId);
    if (row === undefined) return undefined;
    const shown = JSON.parse(row[0]) as ShownAnonymously;
    return [Buffer.from(JSON.stringify(anonymizedUser(shown, { anonymousId, name: anonymizedName }, signature)))];
  }

  function fullUser(tx: ReadTransaction, userId: number, genesFrom: PrivacyLevel | undefined) {
    const bytes = cached(tx, userKey(userId, genesFrom), () => userJson(tx, userId, genesFrom));
    return bytes && [bytes];
  }

  return {
    fullUser,
    anonymousUser,
    fullGene(tx, ref) {
      const head = cached(tx, geneKey(ref), () => geneHead(tx, ref));
      const owner = cached(tx, ownerKey(ref.userId), () => ownerJson(tx, ref.userId));
      return head && owner && [head, owner];
    },
    anonymousGene(tx, ref, anonymousId) {
      const { userId, geneId } = ref;
      const owner = anonymousUser(tx, userId, anonymousIds.seal({ kind: 'owner', userId, geneId }));
      if (owner === undefined) return undefined;
      const id = anonymousId ?? anonymousIds.seal({ kind: 'gene', userId, geneId });
      // The level shown is as technical as that of an anonymised user (rdp-protocol 5.1).
      const facts = geneHead(tx, { ...ref, level: PUBLIC }).slice(1);
      return [Buffer.from(`{"anonymousId":"${id}",${facts}`), ...owner, CLOSING];
    },
  };
}

// Keys of the cache: an id, its variant below 32, all below 2^37. Variants 0 to 2 are users with genes of at least that
// level, 3 without genes, 4 as the owner inside a gene; from 16 on genes by tier and level.
const VARIANTS = 32;
const NO_GENES = 3;
const AS_OWNER = 4;
const GENES = 16;

function userKey(userId: number, genesFrom: PrivacyLevel | undefined): number {
  return userId * VARIANTS + (genesFrom ?? NO_GENES);
}

function ownerKey(userId: number): number {
  return userId * VARIANTS + AS_OWNER;
}

/** Every variant of a user. */
function userKeys(userId: number): number[] {
  return Array.from({ length: AS_OWNER + 1 }, (_, variant) => userId * VARIANTS + variant);
}

function geneKey({ geneId, tier, level }: UserGeneRef): number {
  return geneId * VARIANTS + GENES + tierNumber(tier) * 4 + level;
}
