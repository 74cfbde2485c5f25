/** Requests for access to anonymised records: stored for the administrators, who alone learn whom they are about. */

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { AccessForm } from '../../domain/contact/access-form.ts';
import { type NotForwarded, whyNotForwarded } from '../../domain/contact/person-plan.ts';
import {
  type Asking,
  CONFIRM_MS,
  type DueMessage,
  requestNow,
  type SenderSees,
  senderSees,
} from '../../domain/contact/request-events.ts';
import { type RequestFigures, requestFigures } from '../../domain/contact/request-figures.ts';
import { PAGE_KEY_BYTES, requestReference } from '../../domain/contact/request-reference.ts';
import type { RequestAnswer, RequestState, RequestStep } from '../../domain/contact/request-step.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { RegistryError } from '../../domain/errors.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../domain/record/model.ts';
import type { AnonymousIds, AnonymousRef } from '../record/anonymous-ids.ts';
import type { Lookups } from '../record/lookups.ts';
import type { RequestStore, StepState, StoredRequest } from '../state/service-state.ts';
import type { Store } from '../store/store.ts';
import type { ForwardedRequests } from './forwarded-requests.ts';
import { type NamedPerson, type PersonWithEmail, readPeople, withoutEmail } from './people-by-id.ts';
import { eventsOf } from './request-history.ts';

type AccessRequest = Omit<AccessForm, 'name' | 'organisation' | 'language'> & {
  id: number;
  /** Null for one from before they were asked for. */
  name: string | null;
  organisation: string | null;
  language: AccessForm['language'] | null;
  /** What its sender names it by; null for one from before there were references. */
  reference: string | null;
  receivedAt: string;
  /** When its sender confirmed the address; null where that was not done, or no message could be sent. */
  confirmedAt: string | null;
  state: RequestState | 'unconfirmed';
  /** What its sender sees of it; null for one from before there were pages of requests. */
  senderSees: SenderSees | null;
  /** Where the person whom it is about is asked by message, or is to be. */
  asking: Asking | null;
  /** Why it cannot be forwarded by message at the moment; null where it can. */
  whyNotForwarded: NotForwarded | null;
  /** What became of it, the oldest first. Nobody did what this service did, or whoever asked. */
  history: readonly {
    at: string;
    state: StepState | 'confirmed';
    by: NamedPerson | null;
    /** Whether the person whom it is about did it. */
    isByPerson: boolean;
    note: string | null;
    answer: RequestAnswer | null;
  }[];
  /** Whom it is about. */
  user: PersonWithEmail;
  /** Of a request about a registered gene, or about its researcher by the id that came with it. */
  gene: { geneId: number; symbol: string | null } | null;
};

/** What may be shown of a request where others could read it: nothing of whom it is about. */
export type ReceivedRequest = AccessForm & {
  id: number;
  reference: string;
  receivedAt: string;
  /** Until when its sender has to confirm the address; null where no message is sent. */
  confirmBy: string | null;
  confirmedAt: string | null;
  /** What the address of its page ends with, which nobody can guess. */
  pageKey: string;
  /** Of a request about a registered gene. */
  symbol: string | undefined;
};

/** What the page of a request shows, and of what it is a copy. */
type RequestPage = { sees: SenderSees; request: ReceivedRequest };

export type AccessRequests = {
  /** When the id stops to stand for somebody; undefined for one that does not, as it has expired or was never issued. */
  expiresAt(anonymousId: string): Promise<Date | undefined>;
  /**
   * Keeps the message for a year, under a reference of its own; one whose address has to be confirmed for seven days, unless
   * it is. Of an equal one within a minute, as by two clicks on a button, the first is answered and nothing stored. Two ids of
   * one person are never equal, as that would say that they are. Nothing of the person is answered. `full` where as many are stored as may be, so that nobody fills the disk;
   * `address-full` where too many came with one address, or wait for it to be confirmed.
   *
   * @param isConfirmed whether a message is sent to confirm the address
   * @throws RegistryError `unknown-anonymous-user` when the id stands for nobody whom the public is shown
   */
  receive(
    anonymousId: string,
    form: AccessForm,
    isConfirmed: 'by-message' | 'never',
  ): Promise<(ReceivedRequest & { isRepeated?: true }) | 'full' | 'address-full'>;
  /** Of the key of a page; undefined for a key of none. */
  page(pageKey: string): Promise<RequestPage | undefined>;
  /** Confirms the address, and answers whether it was not before; the page shows what it is then. */
  confirm(pageKey: string): Promise<(RequestPage & { isNew: boolean }) | undefined>;
  /** Deletes for good what somebody else sent with an address, unless it was confirmed; answers whether it did. */
  discard(pageKey: string): Promise<boolean>;
  /** Whether a message about one is still to be sent. */
  isMessageDue(id: number, message: DueMessage): Promise<boolean>;
  /** The message that was due about one has been sent. */
  noteSent(id: number, message: DueMessage): Promise<void>;
  /**
   * Requests whose message is due and not sent by anybody: a process may have ended before it was. What has ended, and what
   * was not confirmed in time, is deleted for good.
   */
  claimDue(): Promise<ReceivedRequest[]>;
  /**
   * The newest first, how many there are, and figures of those that are listed. For administrators only, who are shown
   * of people what they may read.
   */
  list(viewer: Viewer): Promise<{ requests: AccessRequest[]; total: number; figures: RequestFigures }>;
  /** Notes what became of one, and answers whether it was there and had room. For administrators only. */
  note(viewer: Viewer, id: number, step: RequestStep): Promise<boolean>;
  /** Deletes one for good, and answers whether it was there. For administrators only. */
  remove(id: number): Promise<boolean>;
};

type AccessRequestsOptions = {
  store: Store;
  requests: RequestStore;
  /** What keys of pages are made with; the same in every process and instance. */
  pagesKey: Uint8Array;
  lookups: Lookups;
  anonymousIds: AnonymousIds;
  noteSettled: ForwardedRequests['noteSettled'];
  /** After so many days every request that was not accepted is closed for its sender. */
  termDays: number;
  now: () => Date;
};

const MOST_LISTED = 1000;
/** Some 2 kB each. */
const MOST_STORED = 20_000;
const MOST_STEPS = 100;
type RequestFacts = Omit<StoredRequest, 'steps' | 'userId'>;

/** Contact addresses are personal data: they go when nobody can be waiting for an answer any more. */
const RETENTION_MS = 365 * DAY_MS;
/** In a day, and as many at one time may wait to be confirmed: nobody's mailbox is filled by others. */
const MOST_OF_ADDRESS = 20;
const MOST_UNCONFIRMED = 3;
const EQUAL_MS = 60_000;
/** A message is sent within this time, or by whoever finds that it was not. */
const MESSAGE_MS = 900_000;
const MOST_CLAIMED = 20;
/** The id of a request, and its key in base64url. */
const PAGE_KEY = /^([1-9]\d{0,15})-([\w-]{22})$/;

export function accessRequests(options: AccessRequestsOptions): AccessRequests {
  const { store, requests, pagesKey, lookups, anonymousIds, noteSettled, termDays, now } = options;
  const symbols = store.query<[string | null]>('SELECT symbol FROM gene WHERE id = ?');
  const symbolOf = (geneId: number) => store.read((tx) => symbols.first(tx, geneId)?.[0] ?? null);

  /** Nobody can guess it, and what is equal within the same minute has the same. */
  function pageKeyOf(anonymousId: string, { name, organisation, contact, reason, language }: AccessForm, ms: number) {
    const sent = [Math.floor(ms / EQUAL_MS), anonymousId, name, organisation, contact, reason, language];
    return createHmac('sha256', pagesKey).update(JSON.stringify(sent)).digest().subarray(0, PAGE_KEY_BYTES);
  }

  /** The id may be good and its person gone, or hidden altogether by now. */
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

  /** Undefined where it was not confirmed in time. */
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
          ].toSorted((one, other) => (one.at < other.at ? -1 : Number(one.at > other.at))),
          user: personOf(userId),
          gene: geneId === null ? null : { geneId, symbol: symbolOf(geneId) },
        };
      };
      return { requests: stored.map(listed), total, figures: requestFigures(stored.map(eventsOf)) };
    },

    async note({ userId }, id, step) {
      if (userId === undefined) return false;
      const noted = { ...step, at: now().toISOString(), byUserId: userId, once: null };
      const isNoted = await requests.addStep(id, noted, MOST_STEPS);
      if (isNoted) await settled(await requests.find(id));
      return isNoted;
    },

    async remove(id) {
      const request = await requests.find(id);
      const isRemoved = await requests.remove(id);
      if (isRemoved) await settled(request);
      return isRemoved;
    },
  };
}

function later(at: Date, ms: number): string {
  return new Date(at.getTime() + ms).toISOString();
}
