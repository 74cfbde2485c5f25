/** Requests for access to anonymised records: kept for the administrators, who alone learn whom they are about. */

import { randomInt } from 'node:crypto';
import { RegistryError } from '../../domain/errors.ts';
import type { AccessForm } from '../../domain/query/access-request.ts';
import { requestReference } from '../../domain/query/request-reference.ts';
import type { RequestState, RequestStep } from '../../domain/query/request-step.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../domain/record/model.ts';
import type { AnonymousIds, AnonymousRef } from '../record/anonymous-ids.ts';
import type { Lookups } from '../record/lookups.ts';
import type { KeptRequest, RequestStore } from '../state/service-state.ts';
import type { Store } from '../store/store.ts';
import { type PersonTold, type PersonWithEmail, peopleTold, withoutEmail } from './people-told.ts';

export type AccessRequest = AccessForm & {
  id: number;
  /** What its sender was told to name it by; null for one from before there were references. */
  reference: string | null;
  receivedAt: string;
  state: RequestState;
  /** What became of it, the oldest first, beginning with its receipt, which is nobody's doing. */
  history: readonly { at: string; state: RequestState; by: PersonTold | null; note: string | null }[];
  /** Whom it is about. */
  user: PersonWithEmail;
  /** Of a request about a registered gene, or about its researcher by the id that came with it. */
  gene: { geneId: number; symbol: string | null } | null;
};

/** What may be told of a request where others could read it: nothing of whom it is about. */
export type ReceivedRequest = AccessForm & {
  reference: string;
  receivedAt: string;
  /** Of a request about a registered gene. */
  symbol: string | undefined;
};

export type AccessRequests = {
  /** When the id stops to stand for somebody; undefined for one that does not, as it has expired or was never issued. */
  expiresAt(anonymousId: string): Promise<Date | undefined>;
  /**
   * Keeps the message for a year, under a reference of its own. Nothing of the person is answered; undefined where as many
   * are kept as may be, so that nobody fills the disk.
   *
   * @throws RegistryError `unknown-anonymous-user` when the id stands for nobody whom the public is shown
   */
  receive(anonymousId: string, form: AccessForm): Promise<ReceivedRequest | undefined>;
  /** The newest first, and how many there are. For administrators only, who are told of people what they may read. */
  list(viewer: Viewer): Promise<{ requests: AccessRequest[]; total: number }>;
  /** Notes what became of one, and tells whether it was there and had room. For administrators only. */
  note(viewer: Viewer, id: number, step: RequestStep): Promise<boolean>;
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
/** Some 2 kB each. */
const MOST_KEPT = 20_000;
const MOST_STEPS = 100;
/** Contact addresses are personal data: they go when nobody can be waiting for an answer any more. */
const KEPT_MS = 365 * 24 * 3_600_000;

export function accessRequests(options: AccessRequestsOptions): AccessRequests {
  const { store, requests, lookups, anonymousIds, now } = options;
  const symbols = store.query<[string | null]>('SELECT symbol FROM gene WHERE id = ?');
  const symbolOf = (geneId: number) => store.read((tx) => symbols.first(tx, geneId)?.[0] ?? null);

  /** The id may be good and its person gone, or hidden altogether by now. */
  async function refuseUnknown(anonymousId: string, kind: AnonymousRef['kind']): Promise<void> {
    if (kind === 'gene') await lookups.geneByAnonymousId(PUBLIC_VIEWER, anonymousId);
    else await lookups.userByAnonymousId(PUBLIC_VIEWER, anonymousId);
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
      const reference = requestReference(randomInt);
      const request = { receivedAt, userId: ref.userId, geneId, contact, reason, reference };
      if (!(await requests.keep(request, expiry, MOST_KEPT))) return undefined;
      return {
        reference,
        contact,
        reason,
        receivedAt,
        symbol: geneId === null ? undefined : (symbolOf(geneId) ?? undefined),
      };
    },

    async list(viewer) {
      const { requests: kept, total } = await requests.list(MOST_LISTED);
      const ids = kept.flatMap(({ userId, steps }) => [userId, ...steps.map(({ byUserId }) => byUserId)]);
      const told = await peopleTold(lookups, viewer, ids);
      const listed = ({ userId, geneId, steps, ...request }: KeptRequest): AccessRequest => ({
        ...request,
        state: steps.at(-1)?.state ?? 'received',
        history: [
          { at: request.receivedAt, state: 'received', by: null, note: null },
          ...steps.map(({ byUserId, ...step }) => ({ ...step, by: withoutEmail(told(byUserId)) })),
        ],
        user: told(userId),
        gene: geneId === null ? null : { geneId, symbol: symbolOf(geneId) },
      });
      return { requests: kept.map(listed), total };
    },

    async note({ userId }, id, { state, note }) {
      if (userId === undefined) return false;
      return requests.addStep(id, { at: now().toISOString(), state, byUserId: userId, note }, MOST_STEPS);
    },

    remove: requests.remove,
  };
}
