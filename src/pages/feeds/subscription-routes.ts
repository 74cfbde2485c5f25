/** Subscriptions to messages about new people: the form, and the links that confirm a subscription or end it. */

import { type Request, type Response, Router } from 'express';
import { TRAP_FIELD } from '../../domain/contact/access-form.ts';
import { RegistryError } from '../../domain/errors.ts';
import { feedPeople } from '../../domain/federation/feed.ts';
import { FREQUENCIES, type Frequency } from '../../domain/federation/subscription.ts';
import { isPublicMailAddress } from '../../domain/mail-address.ts';
import { ownMember } from '../../domain/own-member.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import { inSlices } from '../../lib/slices.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { Subscription } from '../../registry/state/subscriptions.ts';
import { READ_AND_SENT, refuseOtherMethods } from '../../server/reply/methods.ts';
import { readerSignal } from '../../server/reply/reader.ts';
import { endWith } from '../../server/reply/replies.ts';
import { addHeader } from '../../server/reply/reply-headers.ts';
import { checkSearchMode, type FeatureFlags } from '../../server/request/features.ts';
import { type HourlyLimit, type RateLimit, rateLimit, siteOf } from '../../server/request/rate-limit.ts';
import { type FormFields, fieldsOf, formFields, fromOwnPage } from '../../server/request/request-body.ts';
import { readAddress } from '../../server/request/request-context.ts';
import type { ResultKind } from '../parts/choices.ts';
import type { PageSearch } from '../search/search-query.ts';
import { allowReferrer } from '../server/came-from.ts';
import { type RecordViewOptions, recordViewOf, redirect, replyWithPage, viewOf } from '../server/page-replies.ts';
import { readSavedSearch, refuseUnknownOrigins, type SavedSearch, searchSentence } from './saved-search.ts';
import {
  goneLinkPage,
  type LinkPage,
  linkPage,
  type SubscribePage,
  subscribePage,
  TICK_FIELD,
} from './subscription-pages.ts';

/** Queues the message with the link that confirms a subscription. */
export type SendLink = (subscription: Subscription) => void;

export type SubscriptionRoutesOptions = RecordViewOptions &
  Pick<LocalRegistry, 'subscriptions' | 'takeTurn'> &
  Pick<UseCases, 'wholeSearch'> & {
    sources: Parameters<typeof searchSentence>[2]['sources'];
    features: FeatureFlags;
    /** Undefined if this registry sends no mail. */
    sendLink: SendLink | undefined;
    /** The public address of this registry. */
    host: string;
  };

/** Limits requests for subscriptions, as each may send a message to somebody who does not want it. */
const REQUEST_LIMIT: HourlyLimit = { name: 'subscriptions', callerOf: siteOf, mostOfCaller: 10, mostInAll: 200 };

const STATUSES: Record<SubscribePage['outcome'] | LinkPage['outcome'], number> = {
  ...{ open: 200, sent: 200, done: 200 },
  ...{ mistaken: 400, unticked: 400, 'too-many': 429, full: 503 },
};

export function subscriptionRoutes(options: SubscriptionRoutesOptions): Router {
  const { host } = options;
  const routes = Router();
  const limit = rateLimit(REQUEST_LIMIT, options.takeTurn);
  const fromForm = [fromOwnPage(host), formFields()];
  for (const kind of ['genes', 'users'] as const) {
    const form = subscribeHandlers(kind, limit, options);
    routes.get(`/subscribe/${kind}`, form.open);
    routes.post(`/subscribe/${kind}`, fromForm, form.send);
  }
  for (const kind of ['confirm', 'leave'] as const) {
    const link = linkHandlers(kind, options);
    routes.get(`/subscriptions/:token/${kind}`, link.open);
    routes.post(`/subscriptions/:token/${kind}`, fromForm, link.send);
  }
  const ONE_CLICK = '/subscriptions/:token/one-click';
  // For mail programs that do not know RFC 8058 and open the address.
  routes.get(ONE_CLICK, async (req, res) => {
    const found = await options.subscriptions.find('one-click', tokenOf(req));
    if (found === undefined) return replyGone(req, res, options);
    redirect(res, 302, `../${options.subscriptions.linkToken('leave', found)}/leave?lang=${found.lang}`);
  });
  // Comes from a mail server rather than from a page, so its body is not checked.
  routes.post(ONE_CLICK, async (req, res) => {
    const found = await options.subscriptions.find('one-click', tokenOf(req));
    if (found !== undefined) await options.subscriptions.unsubscribe(found);
    addHeader(res, 'Cache-Control', 'no-store');
    endWith(res, found === undefined ? 404 : 204);
  });
  const paths = [
    '/subscribe/genes',
    '/subscribe/users',
    '/subscriptions/:token/confirm',
    '/subscriptions/:token/leave',
  ];
  routes.all([...paths, ONE_CLICK], refuseOtherMethods(READ_AND_SENT));
  return routes;
}

function subscribeHandlers(kind: ResultKind, limit: RateLimit, options: SubscriptionRoutesOptions) {
  async function reply(req: Request, res: Response, page: Pick<SubscribePage, 'form' | 'outcome'>): Promise<void> {
    const { params } = readAddress(req.originalUrl);
    allowReferrer(res);
    const view = await recordViewOf(req, params, options);
    const { search } = readSavedSearch(kind, params);
    const sentence = await searchSentence(view.words, search, options);
    const whole = { ...page, sentence, search: search.params, trapField: TRAP_FIELD };
    await replyWithPage(req, res, STATUSES[page.outcome], subscribePage(view, whole));
  }

  function searchOf(req: Request): SavedSearch {
    if (options.sendLink === undefined) throw new RegistryError('no-page');
    checkSearchMode(kind, options.features);
    const saved = readSavedSearch(kind, readAddress(req.originalUrl).params);
    refuseUnknownOrigins(saved, options);
    return saved;
  }

  async function outcomeOf(req: Request, form: SubscribePage['form']): Promise<SubscribePage['outcome']> {
    const { search, key } = searchOf(req);
    if (!(await limit.take(req.ip ?? '')).isAllowed) return 'too-many';
    const { words } = viewOf(req, readAddress(req.originalUrl).params, options.site);
    const wish = { ...form, kind, search: search.params.toString(), lang: words.lang, question: key };
    const outcome = await options.subscriptions.ask(wish);
    if (outcome.state === 'full') return 'full';
    // The page is the same if nothing was sent, so that nobody can find out who has a subscription.
    if (outcome.state === 'asked') options.sendLink?.(outcome.subscription);
    return 'sent';
  }

  return {
    async open(req: Request, res: Response) {
      searchOf(req);
      await reply(req, res, { form: { address: '', frequency: FREQUENCIES[0] }, outcome: 'open' });
    },
    async send(req: Request, res: Response) {
      searchOf(req);
      const fields = fieldsOf(req.body);
      const form = { address: textOf(fields, 'address').trim(), frequency: frequencyOf(fields) };
      const isFromMachine = textOf(fields, TRAP_FIELD) !== '';
      if (!isPublicMailAddress(form.address)) return reply(req, res, { form, outcome: 'mistaken' });
      await reply(req, res, { form, outcome: isFromMachine ? 'sent' : await outcomeOf(req, form) });
    },
  };
}

function linkHandlers(kind: 'confirm' | 'leave', options: SubscriptionRoutesOptions) {
  const { subscriptions } = options;

  async function reply(
    [req, res]: [Request, Response],
    { address, frequency, ...found }: Subscription,
    page: Pick<LinkPage, 'outcome'> & Partial<LinkPage>,
  ): Promise<void> {
    allowReferrer(res);
    const view = await recordViewOf(req, readAddress(req.originalUrl).params, options);
    const search = readableSearch(found);
    const sentence = search && (await searchSentence(view.words, search, options));
    const whole = { kind, sentence, address, frequency, partly: [], unsubscribePath: undefined, ...page };
    await replyWithPage(req, res, STATUSES[page.outcome], linkPage(view, whole));
  }

  /** Confirms a subscription, and stores whom the search finds now, as only later people are new. */
  async function confirm(exchange: [Request, Response], found: Subscription): Promise<void> {
    checkSearchMode(found.kind, options.features);
    const { query, key } = readSavedSearch(found.kind, new URLSearchParams(found.search));
    const [req, res] = exchange;
    const reading = readerSignal(res);
    const collected = await options.wholeSearch(query, PUBLIC_VIEWER, reading).collect();
    if (collected === undefined) return;
    const people = await inSlices(feedPeople(collected.parts), reading);
    if (people === undefined) return;
    const confirmed = await subscriptions.confirm(found, key, people);
    if (confirmed === 'gone') return replyGone(req, res, options);
    if (confirmed === 'full') return reply(exchange, found, { outcome: 'full' });
    const unsubscribePath = `subscriptions/${confirmed.token}/leave`;
    await reply(exchange, found, { outcome: 'done', partly: people.partly, unsubscribePath });
  }

  return {
    async open(req: Request, res: Response) {
      const found = await subscriptions.find(kind, tokenOf(req));
      if (found === undefined) return replyGone(req, res, options);
      await reply([req, res], found, { outcome: 'open' });
    },
    async send(req: Request, res: Response) {
      const found = await subscriptions.find(kind, tokenOf(req));
      if (found === undefined) return replyGone(req, res, options);
      if (textOf(fieldsOf(req.body), TICK_FIELD) !== 'yes') return reply([req, res], found, { outcome: 'unticked' });
      if (kind === 'confirm') return confirm([req, res], found);
      await subscriptions.unsubscribe(found);
      await reply([req, res], found, { outcome: 'done' });
    },
  };
}

/** Reads the search; undefined if it was stored by an older version and is no longer valid: the subscription can still be ended. */
function readableSearch({ kind, search }: Pick<Subscription, 'kind' | 'search'>): PageSearch | undefined {
  try {
    return readSavedSearch(kind, new URLSearchParams(search)).search;
  } catch (error) {
    if (error instanceof RegistryError) return undefined;
    throw error;
  }
}

async function replyGone(req: Request, res: Response, { site }: SubscriptionRoutesOptions): Promise<void> {
  const view = viewOf(req, readAddress(req.originalUrl).params, site);
  await replyWithPage(req, res, 404, goneLinkPage(view));
}

function tokenOf(req: Request): string {
  return String(req.params.token);
}

function textOf(fields: FormFields, name: string): string {
  const value = ownMember(fields, name);
  return typeof value === 'string' ? value : '';
}

function frequencyOf(fields: FormFields): Frequency {
  return FREQUENCIES.find((one) => one === fields.frequency) ?? FREQUENCIES[0];
}
