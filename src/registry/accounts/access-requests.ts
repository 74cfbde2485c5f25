/** Requests for access to anonymised records: kept for the administrators, who alone learn whom they are about. */

import { RegistryError } from '../../domain/errors.ts';
import type { AccessForm } from '../../domain/query/access-request.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../domain/record/model.ts';
import { fullName } from '../../domain/record/ordering.ts';
import type { AnonymousIds, AnonymousRef } from '../record/anonymous-ids.ts';
import type { Lookups } from '../record/lookups.ts';
import type { KeptRequest, RequestStore } from '../state/service-state.ts';
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

type AccessRequestsOptions = {
  store: Store;
  requests: RequestStore;
  lookups: Lookups;
  anonymousIds: AnonymousIds;
  now: () => Date;
};

const MOST_LISTED = 1000;
/** Contact addresses are personal data: they go when nobody can be waiting for an answer any more. */
const KEPT_MS = 365 * 24 * 3_600_000;

/** What of a record is told with a request. */
type ShownPerson = { name: string | null; lastName: string | null; email: string | null };

export function accessRequests(options: AccessRequestsOptions): AccessRequests {
  const { store, requests, lookups, anonymousIds, now } = options;
  const symbols = store.query<[string | null]>('SELECT symbol FROM gene WHERE id = ?');
  const symbolOf = (geneId: number) => store.read((tx) => symbols.first(tx, geneId)?.[0] ?? null);

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
      const expiry = new Date(at.getTime() - KEPT_MS).toISOString();
      await requests.keep({ receivedAt, userId: ref.userId, geneId, contact, reason }, expiry);
      return { contact, reason, receivedAt, symbol: geneId === null ? undefined : (symbolOf(geneId) ?? undefined) };
    },

    async list(viewer) {
      const { requests: kept, total } = await requests.list(MOST_LISTED);
      const people = new Map<number, AccessRequest['user']>();
      for (const { userId } of kept) if (!people.has(userId)) people.set(userId, await personFor(viewer, userId));
      const listed = ({ id, receivedAt, userId, geneId, contact, reason }: KeptRequest): AccessRequest => {
        const user = people.get(userId) ?? unnamed(userId);
        return {
          id,
          receivedAt,
          user,
          gene: geneId === null ? null : { geneId, symbol: symbolOf(geneId) },
          contact,
          reason,
        };
      };
      return { requests: kept.map(listed), total };
    },

    remove: requests.remove,
  };
}

function unnamed(id: number): AccessRequest['user'] {
  return { id, fullName: null, email: null };
}
