/** Requests for access to anonymised records: kept for the administrators, who alone learn whom they are about. */

import { RegistryError } from '../../domain/errors.ts';
import type { AccessForm } from '../../domain/query/access-request.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../domain/record/model.ts';
import { fullName } from '../../domain/record/ordering.ts';
import type { AnonymousIds, AnonymousRef } from '../record/anonymous-ids.ts';
import type { Lookups } from '../record/lookups.ts';
import type { Store } from '../store/store.ts';

export type AccessRequest = AccessForm & {
  id: number;
  receivedAt: string;
  /** Whom it is about: no more than the id where the reader may not read the profile, or the account is gone. */
  user: { id: number; fullName: string | null; email: string | null };
  /** Of a request about a registered gene, or about its researcher by the id that came with it. */
  gene: { geneId: number; symbol: string | null } | null;
};

/** What may be told of a request where others could read it: nothing of whom it is about. */
export type ReceivedRequest = AccessForm & {
  receivedAt: string;
  /** Of a request about a registered gene. */
  symbol: string | undefined;
};

export type AccessRequests = {
  /** When the id stops to stand for somebody; undefined for one that does not, as it has expired or was never issued. */
  expiresAt(anonymousId: string): Promise<Date | undefined>;
  /**
   * Keeps the message for a year. Nothing of the person is answered.
   *
   * @throws RegistryError `unknown-anonymous-user` when the id stands for nobody whom the public is shown
   */
  receive(anonymousId: string, form: AccessForm): Promise<ReceivedRequest>;
  /** The newest first, and how many there are. For administrators only, who are told of people what they may read. */
  list(viewer: Viewer): Promise<{ requests: AccessRequest[]; total: number }>;
  /** Deletes one for good, and tells whether it was there. For administrators only. */
  remove(id: number): Promise<boolean>;
};

type AccessRequestsOptions = { store: Store; lookups: Lookups; anonymousIds: AnonymousIds; now: () => Date };

const MOST_LISTED = 1000;
/** Contact addresses are personal data: they go when nobody can be waiting for an answer any more. */
const KEPT_MS = 365 * 24 * 3_600_000;
const LIST = `
SELECT access_request.id, received_at, user_id, gene_id, contact, reason, gene.symbol
FROM access_request LEFT JOIN gene ON gene.id = gene_id
ORDER BY access_request.id DESC LIMIT ?
`;
/**
 * Ids are moments in milliseconds, or the next number where that is taken: the id of a deleted request is never given
 * to another one, which a page that was opened before would delete in its place.
 */
const INSERT = `
INSERT INTO access_request (id, received_at, user_id, gene_id, contact, reason)
SELECT max(?, coalesce(max(id), 0) + 1), ?, ?, ?, ?, ? FROM access_request
`;

const EXPIRE = 'DELETE FROM access_request WHERE received_at < ?';

/** What of a record is told with a request. */
type ShownPerson = { name: string | null; lastName: string | null; email: string | null };

type RequestRow = [
  ...[id: number, receivedAt: string, userId: number, geneId: number | null, contact: string, reason: string],
  symbol: string | null,
];

export function accessRequests({ store, lookups, anonymousIds, now }: AccessRequestsOptions): AccessRequests {
  const newest = store.query<RequestRow>(LIST);
  const count = store.query<[number]>('SELECT count(*) FROM access_request');
  const symbols = store.query<[string]>('SELECT symbol FROM gene WHERE id = ?');

  /** The id may be good and its person gone, or hidden altogether by now. */
  async function refuseUnknown(anonymousId: string, kind: AnonymousRef['kind']): Promise<void> {
    if (kind === 'gene') await lookups.geneByAnonymousId(PUBLIC_VIEWER, anonymousId);
    else await lookups.userByAnonymousId(PUBLIC_VIEWER, anonymousId);
  }

  /** As their record tells it to this viewer. */
  async function personFor(viewer: Viewer, id: number): Promise<AccessRequest['user']> {
    try {
      const record = Buffer.concat(await lookups.userById(viewer, id)).toString();
      const { name, lastName, email } = JSON.parse(record) as ShownPerson;
      return { id, fullName: fullName(name, lastName), email };
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      return unnamed(id);
    }
  }

  return {
    async expiresAt(anonymousId) {
      const ref = anonymousIds.open(anonymousId);
      if (ref === undefined) return undefined;
      try {
        await refuseUnknown(anonymousId, ref.kind);
      } catch (error) {
        if (error instanceof RegistryError) return undefined;
        throw error;
      }
      return anonymousIds.expiresAt(anonymousId);
    },

    async receive(anonymousId, { contact, reason }) {
      const ref = anonymousIds.open(anonymousId);
      if (ref === undefined) throw new RegistryError('unknown-anonymous-user', { anonymousId });
      await refuseUnknown(anonymousId, ref.kind);
      const geneId = ref.kind === 'user' ? null : ref.geneId;
      const at = now();
      const receivedAt = at.toISOString();
      const { changes } = await store.writeInTurn((tx) => {
        tx.run(INSERT, ...[at.getTime(), receivedAt, ref.userId, geneId, contact, reason]);
        return tx.run(EXPIRE, new Date(at.getTime() - KEPT_MS).toISOString());
      });
      if (changes > 0) store.dropDeleted();
      const symbol = geneId === null ? undefined : store.read((tx) => symbols.first(tx, geneId)?.[0]);
      return { contact, reason, receivedAt, symbol };
    },

    async list(viewer) {
      const { rows, total } = store.read((tx) => ({
        rows: newest.all(tx, MOST_LISTED),
        total: count.first(tx)?.[0] ?? 0,
      }));
      const people = new Map<number, AccessRequest['user']>();
      for (const [, , id] of rows) if (!people.has(id)) people.set(id, await personFor(viewer, id));
      return { requests: rows.map((row) => toRequest(row, people)), total };
    },

    async remove(id) {
      const { changes } = await store.writeInTurn((tx) => tx.run('DELETE FROM access_request WHERE id = ?', id));
      if (changes > 0) store.dropDeleted();
      return changes > 0;
    },
  };
}

function toRequest(row: RequestRow, people: ReadonlyMap<number, AccessRequest['user']>): AccessRequest {
  const [id, receivedAt, userId, geneId, contact, reason, symbol] = row;
  const user = people.get(userId) ?? unnamed(userId);
  return { id, receivedAt, user, gene: geneId === null ? null : { geneId, symbol }, contact, reason };
}

function unnamed(id: number): AccessRequest['user'] {
  return { id, fullName: null, email: null };
}
