/** Rows as bytes: what lists show of the records that a viewer may see. */

import type { Signature } from '../../domain/record/model.ts';
import { anonymizedUser, type personRecord, type ShownAnonymously } from '../../domain/record/records.ts';
import { geneRow, personRow } from '../../domain/record/row.ts';
import type { ReferenceData } from '../reference/reference.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { anonymousRowKey, geneRowKey, personRowKey, type ReadyMade } from './ready-made.ts';
import {
  afterId,
  anonymisedGene,
  CLOSING,
  ID_OPENING,
  type IdBytes,
  type RecordBytes,
  type RecordMaker,
  type UserGeneRef,
} from './record-bytes.ts';

type Options = {
  store: Store;
  readyMade: ReadyMade;
  reference: ReferenceData;
  signature: Signature;
  /** The name that replaces a hidden one. */
  anonymizedName: string;
};

export function rowMaker(options: Options): RecordMaker {
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
