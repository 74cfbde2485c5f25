/** Rows as bytes: what lists show of records, put together as they are, for those whom the rules let see them. */

import { anonymizedUser, type ShownAnonymously } from '../../domain/record/anonymize.ts';
import type { Signature } from '../../domain/record/model.ts';
import type { personRecord } from '../../domain/record/records.ts';
import { geneRow, personRow } from '../../domain/record/row.ts';
import type { ReferenceData } from '../reference/reference.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import type { AnonymousIds } from './anonymous-ids.ts';
import { geneRowKey, personRowKey, type ReadyMade } from './ready-made.ts';
import type { RecordMaker, UserGeneRef } from './record-bytes.ts';

type Options = {
  store: Store;
  readyMade: ReadyMade;
  reference: ReferenceData;
  anonymousIds: AnonymousIds;
  signature: Signature;
  /** The name that stands in for a hidden one. */
  anonymizedName: string;
};

const CLOSING = Buffer.from('}');

export function rowMaker(options: Options): RecordMaker {
  const { store, readyMade, reference, anonymousIds, signature, anonymizedName } = options;
  const personById = store.query<[string]>(
    'SELECT person FROM user_record JOIN user ON id = user_id WHERE user_id = ?',
  );
  const shownById = store.query<[string]>('SELECT shown_anonymously FROM user_record WHERE user_id = ?');

  function fullRow(tx: ReadTransaction, userId: number): Uint8Array | undefined {
    return readyMade(tx, personRowKey(userId), () => {
      const row = personById.first(tx, userId);
      // The text of a person is open at its end, for what depends on the viewer.
      const person = row && (JSON.parse(`${row[0]}}`) as ReturnType<typeof personRecord>);
      return person && JSON.stringify(personRow({ ...person, ...signature }));
    });
  }

  function anonymousRow(tx: ReadTransaction, userId: number, anonymousId: string): Uint8Array | undefined {
    const row = shownById.first(tx, userId);
    if (row === undefined) return undefined;
    const shown = JSON.parse(row[0]) as ShownAnonymously;
    const user = anonymizedUser(shown, { anonymousId, name: anonymizedName }, signature);
    return Buffer.from(JSON.stringify(personRow(user)));
  }

  function geneHead(tx: ReadTransaction, { geneId, tier }: UserGeneRef): string {
    const { symbol, taxon } = reference.geneFacts(tx, geneId);
    // As in the record, the least telling tier stands in for none.
    const row = geneRow({ geneId, symbol, taxon, tier: tier ?? 'TIER3' });
    return `${JSON.stringify(row).slice(0, -1)},"remoteUser":`;
  }

  return {
    fullUser(tx, userId) {
      const row = fullRow(tx, userId);
      return row && [row];
    },
    anonymousUser(tx, userId, anonymousId = anonymousIds.seal({ kind: 'user', userId })) {
      const row = anonymousRow(tx, userId, anonymousId);
      return row && [row];
    },
    fullGene(tx, ref) {
      const head = readyMade(tx, geneRowKey(ref.geneId, ref.tier), () => geneHead(tx, ref));
      const owner = fullRow(tx, ref.userId);
      return head && owner && [head, owner, CLOSING];
    },
    anonymousGene(tx, ref, anonymousId) {
      const { userId, geneId } = ref;
      const owner = anonymousRow(tx, userId, anonymousIds.seal({ kind: 'owner', userId, geneId }));
      if (owner === undefined) return undefined;
      const id = anonymousId ?? anonymousIds.seal({ kind: 'gene', userId, geneId });
      return [Buffer.from(`{"anonymousId":"${id}",${geneHead(tx, ref).slice(1)}`), owner, CLOSING];
    },
  };
}
