/** Requests for access to anonymised records: stored for the administrators, and only they learn whom a request is about. */

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { AccessForm } from '../../domain/contact/access-form.ts';
import { type NotForwarded, whyNotForwarded } from '../../domain/contact/person-plan.ts';
import {
  type Asking,
  CONFIRM_MS,
  type DueMessage,
  PAGE_KEY_BYTES,
  type RequestFigures,
  requestFigures,
  requestNow,
  requestReference,
  type SenderSees,
  senderSees,
} from '../../domain/contact/request-events.ts';
import type { Acceptance, RequestAnswer, RequestState, RequestStep } from '../../domain/contact/request-step.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { RegistryError } from '../../domain/errors.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../domain/record/model.ts';
import { compareText } from '../../domain/record/ordering.ts';
import type { AnonymousIds, AnonymousRef } from '../record/anonymous-ids.ts';
import type { Lookups } from '../record/lookups.ts';
import type { RequestStore, StepState, StoredRequest } from '../state/service-state.ts';
import type { Store } from '../store/store.ts';
import type { ForwardedRequests } from './forwarded-requests.ts';
import { type NamedPerson, type PersonWithEmail, readPeople, withoutEmail } from './people-by-id.ts';
import { eventsOf } from './request-history.ts';

type AccessRequest = Omit<AccessForm, 'name' | 'organisation' | 'language'> & {
  id: number;
  /** Null for a request from a release that did not ask for it. */
  name: string | null;
  organisation: string | null;
  language: AccessForm['language'] | null;
  /** The reference that the sender knows; null for a request from a release without references. */
  reference: string | null;
  receivedAt: string;
  /** When the sender confirmed the address; null if not confirmed, or if no message could be sent. */
  confirmedAt: string | null;
  state: RequestState | 'unconfirmed';
  /** What the sender sees of the request; null for one from a release without pages of requests. */
  senderSees: SenderSees | null;
  /** How far it is forwarded to the person whom it is about; null if it is not forwarded. */
  asking: Asking | null;
  /** Why it cannot be forwarded by message now; null if it can. */
  whyNotForwarded: NotForwarded | null;
  /** The events of the request, the oldest first. `by` is null for what this service or the sender did. */
  history: readonly {
    at: string;
    state: StepState | 'confirmed';
    by: NamedPerson | null;
    /** Whether the person whom the request is about did it. */
    isByPerson: boolean;
    note: string | null;
    answer: RequestAnswer | null;
  }[];
  /** The person whom the request is about. */
  user: PersonWithEmail;
  /** The gene of a request about a registered gene, or about the researcher found by it. */
  gene: { geneId: number; symbol: string | null } | null;
};

/** A request without anything about its person, for places that others could read. */
export type ReceivedRequest = AccessForm & {
  id: number;
  reference: string;
  receivedAt: string;
  /** Until when the sender has to confirm the address; null if no message is sent. */
  confirmBy: string | null;
  confirmedAt: string | null;
  /** The end of the address of its page, which nobody can guess. */
  pageKey: string;
  /** The symbol of a request about a registered gene. */
  symbol: string | undefined;
};

/** A request that is accepted, with what its sender may read. `number` counts its steps: another answer is another message. */
export type AcceptedRequest = { request: ReceivedRequest; acceptance: Acceptance; number: number };

/** What the page of a request shows, and the request. */
type RequestPage = { sees: SenderSees; request: ReceivedRequest };

export type AccessRequests = {
  /** Returns when an anonymous id expires; undefined for one that has expired or was never issued. */
  expiresAt(anonymousId: string): Promise<Date | undefined>;
  /**
   * Stores a request for a year under its own reference. A request with an unconfirmed address is deleted after seven
   * days. For an equal request within a minute, for example from a second click, it returns the first one. Requests
   * with two ids of one person are never equal, because that would reveal that they belong to one person. The result
   * holds nothing about the person. `full` if no more requests can be stored, so that nobody fills the disk;
   * `address-full` if too many came with one address, or wait for its confirmation.
   *
   * @param isConfirmed whether a message is sent to confirm the address
   * @throws RegistryError `unknown-anonymous-user` if the public may see nobody by this id
   */
  receive(
    anonymousId: string,
    form: AccessForm,
    isConfirmed: 'by-message' | 'never',
  ): Promise<(ReceivedRequest & { isRepeated?: true }) | 'full' | 'address-full'>;
  /** Returns the page with a key; undefined for an unknown key. */
  page(pageKey: string): Promise<RequestPage | undefined>;
  /** Confirms the address and returns the page afterwards; `isNew` is false if it was confirmed before. */
  confirm(pageKey: string): Promise<(RequestPage & { isNew: boolean }) | undefined>;
  /** Deletes a request that another person sent with this address, unless it was confirmed; returns whether it did. */
  discard(pageKey: string): Promise<boolean>;
  /** Whether a message about a request is still to be sent. */
  isMessageDue(id: number, message: DueMessage): Promise<boolean>;
  /** Notes that the due message about a request is sent. */
  noteSent(id: number, message: DueMessage): Promise<void>;
  /**
   * Claims requests whose message is overdue, because a process may have ended before it sent it. Deletes expired requests and
   * those not confirmed in time.
   */
  claimDue(): Promise<ReceivedRequest[]>;
  /** Claims requests whose sender is to learn by message that they are accepted. */
  claimAccepted(): Promise<AcceptedRequest[]>;
  /**
   * Returns the newest requests, the newest first, the number of all, and figures of those in the list. For administrators only,
   * who see of people what they may read.
   */
  list(viewer: Viewer): Promise<{ requests: AccessRequest[]; total: number; figures: RequestFigures }>;
  /**
   * Adds a step to a request as an administrator has seen it. For administrators only.
   *
   * @param seenEvents how many events its history had then
   * @returns the present state if the history has other events by now; `unknown` if the request does not exist or has
   * no room for a step
   */
  note(viewer: Viewer, id: number, step: RequestStep, seenEvents: number): Promise<Noted>;
  /** Deletes a request and returns whether it existed. For administrators only. */
  remove(id: number): Promise<boolean>;
};

export type Noted = 'noted' | 'unknown' | { changedTo: AccessRequest['state'] };

type AccessRequestsOptions = {
  store: Store;
  requests: RequestStore;
  /** The key from which keys of pages are derived; the same in all processes and instances. */
  pagesKey: Uint8Array;
  lookups: Lookups;
  anonymousIds: AnonymousIds;
  noteSettled: ForwardedRequests['noteSettled'];
  /** After this many days a request that was not accepted is closed for its sender. */
  termDays: number;
  now: () => Date;
};

const MOST_LISTED = 1000;
/** Each takes some 2 kB. */
const MOST_STORED = 20_000;
const MOST_STEPS = 100;
type RequestFacts = Omit<StoredRequest, 'steps' | 'userId'>;

/** Contact addresses are personal data; after this time nobody waits for an answer, and they are deleted. */
const RETENTION_MS = 365 * DAY_MS;
/** Per day; and how many may wait for confirmation at a time, so that nobody can fill the mailbox of another person. */
const MOST_OF_ADDRESS = 20;
const MOST_UNCONFIRMED = 3;
const EQUAL_MS = 60_000;
/** A message is sent within this time; otherwise any process may claim it. */
const MESSAGE_MS = 900_000;
const MOST_CLAIMED = 20;
/** The id of a request, and its key in base64url. */
const PAGE_KEY = /^([1-9]\d{0,15})-([\w-]{22})$/;

export function accessRequests(options: AccessRequestsOptions): AccessRequests {
  const { store, requests, pagesKey, lookups, anonymousIds, noteSettled, termDays, now } = options;
  const symbols = store.query<[string | null]>('SELECT symbol FROM gene WHERE id = ?');
  const symbolOf = (geneId: number) => store.read((tx) => symbols.first(tx, geneId)?.[0] ?? null);

  /** Returns a key that nobody can guess; equal requests within the same minute have the same key. */
  function pageKeyOf(anonymousId: string, { name, organisation, contact, reason, language }: AccessForm, ms: number) {
    const sent = [Math.floor(ms / EQUAL_MS), anonymousId, name, organisation, contact, reason, language];
    return createHmac('sha256', pagesKey).update(JSON.stringify(sent)).digest().subarray(0, PAGE_KEY_BYTES);
  }

  /** Refuses a valid id whose person is gone, or by now completely hidden. */
  async function refuseUnknown(anonymousId: string, kind: AnonymousRef['kind']): Promise<void> {
    if (kind === 'gene') await lookups.geneByAnonymousId(PUBLIC_VIEWER, anonymousId);
    else await lookups.userByAnonymousId(PUBLIC_VIEWER, anonymousId);
  }

  async function byPageKey(pageKey: string): Promise<StoredRequest | undefined> {
    const [, id, key] = PAGE_KEY.exec(pageKey) ?? [];
    if (id === undefined || key === undefined || !Number.isSafeInteger(Number(id))) return undefined;
    const request = await requests.find(Number(id));
    const known = request?.pageKey;
    return known && timingSafeEqual(known, Buffer.from(key, 'base64url')) ? request : undefined;
  }

  /** Returns undefined if the address was not confirmed in time. */
  function pageOf(request: StoredRequest): RequestPage | undefined {
    const sees = senderSees(requestNow(eventsOf(request)), now().getTime(), termDays);
    return sees.state === 'gone' ? undefined : { sees, request: received(request) };
  }

  async function settled(request: StoredRequest | undefined): Promise<void> {
    if (request !== undefined) await noteSettled(request.userId);
  }

  function received({
    id,
    receivedAt,
    confirmBy,
    confirmedAt,
    pageKey,
    geneId,
    ...request
  }: RequestFacts): ReceivedRequest {
    return {
      ...{ id, receivedAt, confirmBy, confirmedAt },
      name: request.name ?? '',
      organisation: request.organisation ?? '',
      contact: request.contact,
      reason: request.reason,
      language: request.language ?? 'en',
      reference: request.reference ?? '',
      pageKey: `${id}-${Buffer.from(pageKey ?? []).toString('base64url')}`,
      symbol: geneId === null ? undefined : (symbolOf(geneId) ?? undefined),
    };
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

    async receive(anonymousId, form, isConfirmed) {
      const ref = anonymousIds.open(anonymousId);
      if (ref === undefined) throw new RegistryError('unknown-anonymous-user', { anonymousId });
      await refuseUnknown(anonymousId, ref.kind);
      const at = now();
      const byMessage = isConfirmed === 'by-message';
      const request = {
        ...form,
        receivedAt: at.toISOString(),
        userId: ref.userId,
        geneId: ref.kind === 'user' ? null : ref.geneId,
        reference: requestReference(randomInt),
        pageKey: pageKeyOf(anonymousId, form, at.getTime()),
        confirmBy: byMessage ? later(at, CONFIRM_MS) : null,
        messageDueAt: byMessage ? later(at, MESSAGE_MS) : null,
      };
      const stored = await requests.keep(request, {
        expiry: later(at, -RETENTION_MS),
        most: MOST_STORED,
        since: at.getTime() - DAY_MS,
        mostOfAddress: MOST_OF_ADDRESS,
        mostUnconfirmed: MOST_UNCONFIRMED,
        otherPageKey: pageKeyOf(anonymousId, form, at.getTime() - EQUAL_MS),
        equalSince: at.getTime() - EQUAL_MS,
      });
      if (typeof stored === 'string') return stored;
      if (typeof stored === 'number') return received({ ...request, id: stored, confirmedAt: null });
      return { ...received(stored), isRepeated: true };
    },

    async page(pageKey) {
      const request = await byPageKey(pageKey);
      return request && pageOf(request);
    },

    async confirm(pageKey) {
      const request = await byPageKey(pageKey);
      if (request === undefined) return undefined;
      const at = now();
      const isNew = await requests.confirm(request.id, at.toISOString(), later(at, MESSAGE_MS));
      const confirmed = await byPageKey(pageKey);
      const page = confirmed && pageOf(confirmed);
      return page && { ...page, isNew };
    },

    async discard(pageKey) {
      const request = await byPageKey(pageKey);
      return request !== undefined && requests.discard(request.id);
    },

    isMessageDue: requests.isMessageDue,
    noteSent: requests.noteSent,

    async claimDue() {
      const at = now();
      await requests.dropEnded(later(at, -RETENTION_MS), at.toISOString());
      const due = await requests.claimDue(at.toISOString(), later(at, MESSAGE_MS), MOST_CLAIMED);
      return due.filter(({ confirmBy }) => confirmBy === null || confirmBy > at.toISOString()).map(received);
    },

    async claimAccepted() {
      const at = now();
      const due = await requests.claimAccepted(at.toISOString(), later(at, MESSAGE_MS), MOST_CLAIMED);
      return due.flatMap((request) => {
        const sees = senderSees(requestNow(eventsOf(request)), at.getTime(), termDays);
        if (sees.state !== 'accepted') return [];
        const { name, address, words } = sees;
        return [{ request: received(request), acceptance: { name, address, words }, number: request.steps.length }];
      });
    },

    async list(viewer) {
      const { requests: stored, total } = await requests.list(MOST_LISTED);
      const ids = stored.flatMap(({ userId, steps }) => [userId, ...steps.flatMap(({ byUserId }) => byUserId ?? [])]);
      const personOf = await readPeople(lookups, viewer, ids);
      const nowMs = now().getTime();
      const listed = (request: StoredRequest): AccessRequest => {
        const { userId, geneId, steps, pageKey, confirmBy: _, ...rest } = request;
        const events = eventsOf(request);
        const present = requestNow(events);
        const nobody = { by: null, isByPerson: false, note: null, answer: null };
        return {
          ...rest,
          state: present.state,
          asking: present.state === 'unconfirmed' ? null : present.asking,
          whyNotForwarded: whyNotForwarded(events, { now: nowMs, termDays }) ?? null,
          senderSees: pageKey === null ? null : senderSees(present, nowMs, termDays),
          history: [
            { at: request.receivedAt, state: 'received' as const, ...nobody },
            ...(rest.confirmedAt === null ? [] : [{ at: rest.confirmedAt, state: 'confirmed' as const, ...nobody }]),
            ...steps.map(({ byUserId, ...step }) => ({
              ...step,
              by: byUserId === null ? null : withoutEmail(personOf(byUserId)),
              isByPerson: byUserId === userId,
            })),
          ].toSorted((one, other) => compareText(one.at, other.at)),
          user: personOf(userId),
          gene: geneId === null ? null : { geneId, symbol: symbolOf(geneId) },
        };
      };
      return { requests: stored.map(listed), total, figures: requestFigures(stored.map(eventsOf)) };
    },

    async note({ userId }, id, step, seenEvents) {
      const before = await requests.find(id);
      if (userId === undefined || before === undefined) return 'unknown';
      const steps = before.steps.length;
      if (eventCount(before) !== seenEvents) return { changedTo: requestNow(eventsOf(before)).state };
      const noted = { ...step, at: now().toISOString(), byUserId: userId, once: null };
      const isNoted = await requests.addStep(id, noted, Math.min(MOST_STEPS, steps + 1), steps);
      const after = await requests.find(id);
      if (isNoted) await settled(after);
      if (isNoted) return 'noted';
      if (after === undefined || after.steps.length === steps) return 'unknown';
      return { changedTo: requestNow(eventsOf(after)).state };
    },

    async remove(id) {
      const request = await requests.find(id);
      const isRemoved = await requests.remove(id);
      if (isRemoved) await settled(request);
      return isRemoved;
    },
  };
}

/** Returns how many events the history of a request has: that it was received, that it was confirmed, and its steps. */
function eventCount({ confirmedAt, steps }: StoredRequest): number {
  return 1 + (confirmedAt === null ? 0 : 1) + steps.length;
}

function later(at: Date, ms: number): string {
  return new Date(at.getTime() + ms).toISOString();
}
