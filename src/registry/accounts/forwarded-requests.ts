/** Forwards requests for access by message to the people whom they are about: their links, pages and answers. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  LINK_MS,
  linkState,
  type NotForwarded,
  type PersonPlan,
  personPlan,
  type RequestToPerson,
  whyNotForwarded,
} from '../../domain/contact/person-plan.ts';
import { CONFIRM_MS, requestNow } from '../../domain/contact/request-events.ts';
import type { RequestStep } from '../../domain/contact/request-step.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { isMailAddress, mailboxOf } from '../../domain/mail-address.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { ClaimedPerson, DuePeopleStore, NewStep, RequestStore, StoredRequest } from '../state/service-state.ts';
import type { Store } from '../store/store.ts';
import { eventsOf } from './request-history.ts';

type PersonLink = {
  requestId: number;
  /** The number of the forwarding that the link belongs to. */
  number: number;
  /** In ms since 1970, a whole second. */
  expires: number;
};

export type PersonLinks = {
  write(link: PersonLink): string;
  /** Returns undefined for a text that this registry did not make with its present key. */
  read(text: string): PersonLink | undefined;
};

const SEAL_BYTES = 16;
const LINK = /^(([1-9]\d{0,15})-([1-9]\d{0,3})-([1-9]\d{0,11}))-([\w-]{22})$/;

/** @param key 32 bytes */
export function personLinks(key: Uint8Array): PersonLinks {
  const sealOf = (text: string) => createHmac('sha256', key).update(text).digest().subarray(0, SEAL_BYTES);
  return {
    write({ requestId, number, expires }) {
      const text = [requestId, number, expires / 1000].join('-');
      return `${text}-${sealOf(text).toString('base64url')}`;
    },
    read(text) {
      const [, signed, requestId, number, seconds, seal] = LINK.exec(text) ?? [];
      if (signed === undefined || seal === undefined) return undefined;
      if (!timingSafeEqual(sealOf(signed), Buffer.from(seal, 'base64url'))) return undefined;
      return { requestId: Number(requestId), number: Number(number), expires: Number(seconds) * 1000 };
    },
  };
}

/** What a link leads to: `unknown` if this registry did not make it, `gone` if the request was deleted. */
export type PersonPage =
  | { state: 'open'; request: RequestToPerson; waiting: number }
  | { state: 'unknown' | 'gone' | 'used' | 'expired' | 'person-gone' };

/** A message to a person about requests. */
export type PersonMessage = {
  kind: 'ask' | 'remind';
  to: string;
  requests: readonly Pick<RequestToPerson, 'reference' | 'symbol'>[];
  /** The number of people who sent the requests, counted by their addresses. */
  people: number;
  /** For each of `requests`, the end of the address of its page. */
  links: readonly string[];
  /** When the links expire. */
  until: string;
  /** How many other requests wait. */
  waiting: number;
  /** The same whenever the message is sent again. */
  key: string;
};

/** A claimed person, to whom no other process writes meanwhile. If not settled, it can be claimed again after a quarter of an hour. */
export type DuePerson = {
  messages: readonly { message: PersonMessage; note(outcome: 'asked' | 'undelivered'): Promise<void> }[];
  settle(): Promise<void>;
};

export type Forwarded = 'forwarded' | 'unknown' | 'person-gone' | NotForwarded;

export type ForwardedRequests = {
  /** Adds a request to those that wait for a message to the person. For administrators only. */
  forward(viewer: Viewer, id: number): Promise<Forwarded>;
  /** Does the same after the sender has confirmed the address; repeated calls have no further effect. */
  forwardConfirmed(id: number): Promise<void>;
  page(link: string): Promise<PersonPage>;
  /** Stores the answer of the person, once for each link; if it cannot, returns what the link leads to. */
  answer(link: string, step: RequestStep): Promise<'answered' | PersonPage>;
  /** Claims the next person who is due for a message or a check of their requests. */
  claim(): Promise<DuePerson | undefined>;
  /** Makes all people with forwarded requests due, because a process may have ended before it did so. */
  lookAtAll(): Promise<void>;
  /** Notes that a request was ended in another way, such as by an administrator, so that waiting ones may be sent. */
  noteSettled(userId: number): Promise<void>;
};

type Options = {
  store: Store;
  requests: RequestStore;
  people: DuePeopleStore;
  links: PersonLinks;
  termDays: number;
  /** The largest number of requests that a person has to answer at a time. */
  mostOpen: number;
  now: () => Date;
};

/** A message is sent within this time; otherwise any process may claim it. */
const CLAIM_MS = 900_000;
/** Further requests wait for the next check. */
const MOST_OF_PERSON = 1000;
const MOST_STEPS = 200;
/** A forwarded request still has room for the steps that follow: sent, reminded, answered. */
const MOST_BEFORE_FORWARDING = MOST_STEPS - 10;
/** Uses the contact address only if it is verified and not empty, otherwise the address of the account. */
const ADDRESS = `
SELECT iif(contact_email_verified = 1 AND contact_email != '', contact_email, email)
FROM user WHERE id = ? AND enabled = 1
`;

/** Returns the functions for forwarded requests, which are stored in the state of the service. */
export function forwardedRequests({
  store,
  requests,
  people,
  links,
  termDays,
  mostOpen,
  now,
}: Options): ForwardedRequests {
  const addresses = store.query<[string]>(ADDRESS);
  const symbols = store.query<[string | null]>('SELECT symbol FROM gene WHERE id = ?');
  const isoNow = () => now().toISOString();

  /** Returns undefined if the person is gone or has no valid address. */
  function addressOf(userId: number): string | undefined {
    const address = store.read((tx) => addresses.first(tx, userId)?.[0]);
    return address !== undefined && isMailAddress(address) ? address : undefined;
  }

  function toPerson(request: StoredRequest): RequestToPerson {
    const { reference, receivedAt, name, organisation, contact, confirmedAt, reason, geneId } = request;
    const symbol = geneId === null ? undefined : store.read((tx) => symbols.first(tx, geneId)?.[0] ?? undefined);
    return {
      ...{ reference: reference ?? '', receivedAt, contact, reason, symbol },
      ...{ name: name ?? '', organisation: organisation ?? '', isConfirmed: confirmedAt !== null },
    };
  }

  /** Returns the time before which no request can be open. */
  function oldest(): string {
    return new Date(now().getTime() - CONFIRM_MS - termDays * DAY_MS).toISOString();
  }

  async function lookAtPerson(userId: number): Promise<{ plan: PersonPlan; byId: Map<number, StoredRequest> }> {
    const requestsToPerson = await requests.forwardedTo(userId, oldest(), MOST_OF_PERSON);
    const events = requestsToPerson.map((request) => ({ id: request.id, events: eventsOf(request) }));
    const plan = personPlan(events, { now: now().getTime(), most: mostOpen, termDays });
    return { plan, byId: new Map(requestsToPerson.map((request) => [request.id, request])) };
  }

  async function queue(request: StoredRequest, byUserId: number | null, number: number): Promise<boolean> {
    const at = isoNow();
    const step = { at, state: 'queued', byUserId, note: null, answer: null, once: `queued-${number}` } as const;
    const isNew = await requests.addStep(request.id, step, MOST_BEFORE_FORWARDING);
    if (isNew) await people.lookAt(request.userId, at);
    return isNew;
  }

  async function find(
    link: string,
  ): Promise<{ request: StoredRequest; number: number } | Exclude<PersonPage['state'], 'open'>> {
    const read = links.read(link);
    if (read === undefined) return 'unknown';
    const request = await requests.find(read.requestId);
    if (request === undefined) return 'gone';
    const state = linkState(eventsOf(request), read, now().getTime());
    if (state !== 'open') return state;
    return addressOf(request.userId) === undefined ? 'person-gone' : { request, number: read.number };
  }

  async function pageOf(request: StoredRequest): Promise<PersonPage> {
    const { plan } = await lookAtPerson(request.userId);
    return { state: 'open', request: toPerson(request), waiting: plan.waiting };
  }

  function messageTo(to: string, kind: PersonMessage['kind'], those: readonly StoredRequest[], waiting: number) {
    const expires = Math.floor((now().getTime() + LINK_MS) / 1000) * 1000;
    const numbers = those.map(timesForwarded);
    return {
      ...{ kind, to, waiting, requests: those.map(toPerson) },
      people: new Set(those.map(({ contact }) => mailboxOf(contact))).size,
      links: those.map(({ id }, at) => links.write({ requestId: id, number: numbers[at] ?? 0, expires })),
      until: new Date(expires).toISOString(),
      key: `${kind}-${those.map(({ id }, at) => `${id}-${numbers[at]}`).join('-')}`,
    };
  }

  /** Notes all requests of one message at once, because one that is not noted would be sent again in another message. */
  async function noteAll(those: readonly StoredRequest[], state: NewStep['state'], at: string): Promise<void> {
    const step = { at, state, byUserId: null, note: null, answer: null, once: null };
    await requests.addToAll(
      those.map(({ id }) => id),
      step,
    );
  }

  async function due(claimed: ClaimedPerson): Promise<DuePerson> {
    const { plan, byId } = await lookAtPerson(claimed.userId);
    const at = isoNow();
    const to = addressOf(claimed.userId);
    const those = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []);
    const batches = [
      { kind: 'ask' as const, event: 'asked' as const, requests: those(plan.ask) },
      { kind: 'remind' as const, event: 'reminded' as const, requests: those(plan.remind) },
    ].filter((batch) => batch.requests.length > 0);
    if (to === undefined) for (const batch of batches) await noteAll(batch.requests, 'undelivered', at);
    return {
      messages: (to === undefined ? [] : batches).map((batch) => ({
        message: messageTo(to ?? '', batch.kind, batch.requests, plan.waiting),
        note: (outcome) => noteAll(batch.requests, outcome === 'asked' ? batch.event : 'undelivered', at),
      })),
      async settle() {
        const { plan: next } = await lookAtPerson(claimed.userId);
        const hasMore = next.ask.length + next.remind.length > 0;
        const nextMs = hasMore ? now().getTime() : next.nextMs;
        await people.settle(claimed, nextMs === null ? null : new Date(nextMs).toISOString());
      },
    };
  }

  return {
    async forward({ userId: byUserId = null }, id) {
      const request = await requests.find(id);
      if (request === undefined) return 'unknown';
      const events = eventsOf(request);
      const why = whyNotForwarded(events, { now: now().getTime(), termDays });
      if (why !== undefined) return why;
      if (addressOf(request.userId) === undefined) return 'person-gone';
      return (await queue(request, byUserId, timesForwarded(request) + 1)) ? 'forwarded' : 'waiting';
    },

    async forwardConfirmed(id) {
      const request = await requests.find(id);
      if (request === undefined || request.confirmedAt === null) return;
      const why = whyNotForwarded(eventsOf(request), { now: now().getTime(), termDays });
      // A request that was forwarded before has its first step already.
      if (why === undefined) await queue(request, null, 1);
    },

    async page(link) {
      const found = await find(link);
      return typeof found === 'string' ? { state: found } : pageOf(found.request);
    },

    async answer(link, { state, answer, note }) {
      const found = await find(link);
      if (typeof found === 'string') return { state: found };
      const { request, number } = found;
      const at = isoNow();
      const step = { at, state, byUserId: request.userId, note, answer, once: `answered-${number}` };
      if (!(await requests.addStep(request.id, step, MOST_STEPS))) return { state: 'used' };
      await people.lookSooner(request.userId, at);
      return 'answered';
    },

    async claim() {
      const at = now();
      const claimed = await people.claim(at.toISOString(), new Date(at.getTime() + CLAIM_MS).toISOString());
      return claimed && due(claimed);
    },

    async lookAtAll() {
      const at = isoNow();
      for (const userId of await requests.forwardedPeople(oldest())) await people.lookAt(userId, at);
    },

    noteSettled: (userId) => people.lookSooner(userId, isoNow()),
  };
}

/** How often a request was forwarded by message. */
function timesForwarded(request: StoredRequest): number {
  const present = requestNow(eventsOf(request));
  return present.state === 'unconfirmed' ? 0 : present.timesForwarded;
}
