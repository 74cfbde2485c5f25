/** `/feeds/genes` and `/feeds/users`: a public feed of the people whom a search finds, with the date on which each appeared. */

import { type Request, type RequestHandler, type Response, Router } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import { ASKED } from '../../domain/federation/federated-query.ts';
import { feedPeople, notInCache } from '../../domain/federation/feed.ts';
import { invalid, refuseOthers } from '../../domain/query/parameters.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import { inSlices } from '../../lib/slices.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { addDeprecation } from '../../server/reply/deprecation.ts';
import { refuseOtherMethods } from '../../server/reply/methods.ts';
import { readerSignal } from '../../server/reply/reader.ts';
import { answerUnchanged, replyWithBytes, setJsonType } from '../../server/reply/replies.ts';
import { addHeader } from '../../server/reply/reply-headers.ts';
import { entityTagOf, hasAlreadySince } from '../../server/request/entity-tags.ts';
import { checkSearchMode, type FeatureFlags } from '../../server/request/features.ts';
import { preferredType } from '../../server/request/negotiation.ts';
import { siteOf } from '../../server/request/rate-limit.ts';
import { readAddress } from '../../server/request/request-context.ts';
import { readOrFaults } from '../../server/request/wrong-parameters.ts';
import type { ResultKind } from '../parts/choices.ts';
import { pickWords } from '../words/languages.ts';
import { atomFeed, type Feed, jsonFeed } from './feed.ts';
import { readSavedSearch, refuseUnknownOrigins, type SentenceOptions, searchSentence } from './saved-search.ts';

export type FeedRouteOptions = Pick<UseCases, 'wholeSearch'> &
  Pick<LocalRegistry, 'feedQuestions' | 'refuseUnfit'> &
  SentenceOptions & {
    features: FeatureFlags;
    shortname: string;
    /** The address of this registry, without a trailing slash. */
    host: string;
  };

type FeedFormat = keyof typeof FORMATS;

const FORMATS = {
  atom: { type: 'application/atom+xml', write: atomFeed },
  json: { type: 'application/feed+json', write: jsonFeed },
};
const TYPES = {
  'application/atom+xml': 'atom',
  'application/feed+json': 'json',
  'application/json': 'json',
  'application/xml': 'atom',
  'text/xml': 'atom',
} as const satisfies Record<string, FeedFormat>;
const OFFERED = Object.keys(TYPES) as (keyof typeof TYPES)[];

/** Makes the routes. A feed is the same for all readers, so no token is read. */
export function feedRoutes(options: FeedRouteOptions): Router {
  const routes = Router();
  routes.get('/feeds/genes', feedHandler('genes', options));
  routes.get('/feeds/users', feedHandler('users', options));
  routes.all(['/feeds/genes', '/feeds/users'], refuseOtherMethods());
  return routes;
}

function feedHandler(kind: ResultKind, options: FeedRouteOptions): RequestHandler {
  const known = [...ASKED[kind], 'format', 'lang'];
  return async (req, res) => {
    options.refuseUnfit();
    const address = readAddress(req.originalUrl);
    const { params } = address;
    addDeprecation(res, address);
    const { search, query, key, format } = await readOrFaults(params, (given) => {
      refuseOthers(given, known);
      const saved = readSavedSearch(kind, given);
      refuseUnknownOrigins(saved, options);
      return { ...saved, format: formatOf(req, given) };
    });
    const words = pickWords(undefined, params.get('lang'));
    checkSearchMode(kind, options.features);
    const reading = readerSignal(res);
    const repeated = { kind, search: search.params.toString() };
    const question = await options.feedQuestions.read(key, repeated, siteOf(req.ip ?? ''));
    // Partners are not asked for a question that is not stored, however often it is requested.
    const wholeQuery = { ...query, isFromCache: !question.isStored };
    const collected = await options.wholeSearch(wholeQuery, PUBLIC_VIEWER, reading).collect();
    if (collected === undefined) return;
    const found = await inSlices(feedPeople(collected.parts), reading);
    if (found === undefined) return;
    const look = await question.look(found);
    const partly = question.isStored ? found.partly : [...found.partly, ...notInCache(collected.parts, query.origins)];
    const sentence = await searchSentence(words, search, options);
    const selfUrl = `${options.host}/feeds/${kind}?${new URLSearchParams([...search.params, ['lang', words.lang], ['format', format]])}`;
    const { shortname, host } = options;
    await replyWithFeed(req, res, format, {
      ...{ words, shortname, host, sentence, search: search.params, selfUrl, look, partly, notices: found.notices },
    });
  };
}

/** Sends the feed. A feed that is not stored has no date of its last change. */
async function replyWithFeed(req: Request, res: Response, format: FeedFormat, feed: Feed): Promise<void> {
  const { type, write } = FORMATS[format];
  const { changedAt, isStored } = feed.look;
  const body = Buffer.from(write(feed));
  const tag = entityTagOf(body);
  const lastModified = isStored ? changedAt.toUTCString() : undefined;
  addHeader(res, 'Cache-Control', 'no-cache');
  addHeader(res, 'ETag', tag);
  if (lastModified !== undefined) addHeader(res, 'Last-Modified', lastModified);
  setJsonType(res, `${type}; charset=utf-8`);
  if (hasAlreadySince(req, tag, lastModified)) answerUnchanged(res);
  await replyWithBytes(req, res, [body]);
}

/** Chooses the format, by parameter or by `Accept`. @throws RegistryError `parameter-invalid`, `not-acceptable` */
function formatOf(req: Request, params: URLSearchParams): FeedFormat {
  const given = params.get('format') ?? '';
  if (given !== '') {
    if (given !== 'atom' && given !== 'json') throw invalid('format', given, Object.keys(FORMATS).join(', '));
    return given;
  }
  const type = preferredType(req.headers.accept, OFFERED);
  if (type === undefined) throw new RegistryError('not-acceptable', { offered: OFFERED.join(', ') });
  return TYPES[type];
}
