/** `/mme`: a node of the Matchmaker Exchange (API 1.1), whose answers are people who work on a patient's candidate genes. */

import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import {
  type ListedGene,
  meansOneGene,
  questionOfGene,
  type UnderstoodList,
  understoodTexts,
} from '../../domain/gene-list/list-question.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import type { ResolvedText } from '../../domain/resolve/candidate.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import { inSlices } from '../../lib/slices.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { errorReplyInForm, type ReportFault } from '../../server/reply/error-reply.ts';
import { refuseOtherMethods } from '../../server/reply/methods.ts';
import { readerSignal } from '../../server/reply/reader.ts';
import { endWith } from '../../server/reply/replies.ts';
import { addHeader } from '../../server/reply/reply-headers.ts';
import { jsonBodyReader } from '../../server/request/request-body.ts';
import type { IntegrationOptions } from '../integration.ts';
import { MatchRefusal, readMatchRequest } from './match-request.ts';
import { matchResults, type SearchedGene } from './match-results.ts';

type MmeOptions = Pick<UseCases, 'wholeSearch'> & Pick<LocalRegistry, 'resolveText'>;

type Search = SearchedGene & { complete: boolean; summary: string };

const VERSION = '1.1';
const TYPE = `application/vnd.ga4gh.matchmaker.v${VERSION}+json`;
const ACCEPTED_TYPES = ['application/vnd.ga4gh.matchmaker.v1.0+json', TYPE];
/** Matches all minor versions of version 1, as they are compatible. */
const OUR_TYPE = /^application\/(?:vnd\.ga4gh\.matchmaker\.v1\.\d{1,3}\+)?json$/;
const ANY_TYPES = ['*/*', 'application/*'];
const MOST_TYPES = 100;
/** Room for thousands of features of a patient. A body of this size that is all nested lists takes 80 ms to parse, and blocks others meanwhile. */
const MOST_BODY_BYTES = 1024 * 1024;
const CANDIDATES = 4;
const DISCLAIMER =
  'Results are researchers who registered the gene or an ortholog, not patients. Facts about a patient are never stored, logged or handed on. Candidate genes are searched for in the registries of this network.';

const readBody = jsonBodyReader(MOST_BODY_BYTES);

/** Opens the integration. Errors have the form of the protocol: `{"message":…}`. */
export function openIntegration({
  settings,
  useCases,
  registry,
  admit,
  lists,
  tokenAmong,
  ...more
}: IntegrationOptions): Router {
  const { now, reportFault } = more;
  const { wholeSearch } = useCases;
  const { resolveText, refuseUnfit } = registry;
  const acceptsToken = tokenAmong(settings.mme.tokens.map(({ token }) => token));
  const options = { wholeSearch, resolveText };
  const routes = Router();
  /** Counts since the start of this process, without test requests. */
  const counts = { requests: 0, matches: 0 };

  routes.use('/mme', admit, (req, res, next) => {
    addHeader(res, 'Cache-Control', 'no-store');
    const token = req.headers['x-auth-token'];
    if (typeof token !== 'string' || !acceptsToken(token)) {
      throw new MatchRefusal(401, 'X-Auth-Token is missing, or is not one of this node.');
    }
    if (!isAccepted(req.headers.accept)) throw unsupported('Accept');
    next();
  });

  routes.post('/mme/match', async (req, res) => {
    refuseUnfit();
    if (!OUR_TYPE.test(typeOf(req))) throw unsupported('Content-Type');
    const { genes, isTest } = readMatchRequest(await readBody(req, res));
    using _ = await lists.enter(req.ip ?? '');
    const understood = await understand(options, genes);
    const reading = readerSignal(res);
    const searches = await Promise.all(understood.genes.map((gene) => searchFor(options, gene, reading)));
    if (!searches.every((search) => search !== undefined)) return;
    const results = await inSlices(matchResults(searches), reading);
    if (results === undefined) return;
    if (!isTest) {
      counts.requests += 1;
      counts.matches += results.length;
    }
    reply(res, 200, { results, _disclaimer: DISCLAIMER, _completeness: completenessOf(searches, understood) });
  });

  routes.get('/mme/heartbeat', (_req, res) => {
    const heartbeat = { production: true, version: VERSION, accept: ACCEPTED_TYPES };
    reply(res, 200, { heartbeat, disclaimer: DISCLAIMER });
  });

  routes.get('/mme/metrics', (_req, res) => {
    const metrics = {
      numberOfRequestsReceived: counts.requests,
      numberOfPotentialMatchesSent: counts.matches,
      dateGenerated: now().toISOString().slice(0, 10),
    };
    reply(res, 200, { metrics, disclaimer: DISCLAIMER });
  });

  routes.all('/mme/match', refuseOtherMethods('POST, OPTIONS'));
  routes.all(['/mme/heartbeat', '/mme/metrics'], refuseOtherMethods());
  routes.use('/mme', replyWithMessage(reportFault));
  return routes;
}

/** Looks up the genes. A text that may mean several genes counts as unknown, so that no more genes are searched for than a patient may have. */
async function understand({ resolveText }: MmeOptions, genes: readonly string[]): Promise<UnderstoodList> {
  const resolutions = await Promise.all(genes.map((gene) => resolveText(gene, CANDIDATES)));
  const entries = resolutions.map(({ entries: [first, ...others] }, index) => {
    return first !== undefined && others.length === 0 && meansOneGene(first) ? first : notOneGene(genes[index] ?? '');
  });
  return understoodTexts(entries);
}

function notOneGene(text: string): ResolvedText {
  return { text, form: 'words', candidates: [], didYouMean: [] };
}

/** Searches all registries for one gene; undefined if the other node has disconnected. */
async function searchFor(
  { wholeSearch }: MmeOptions,
  gene: ListedGene,
  signal: AbortSignal,
): Promise<Search | undefined> {
  const query = { question: questionOfGene(gene), origins: undefined, form: 'row' as const };
  const collected = await wholeSearch(query, PUBLIC_VIEWER, signal).collect();
  if (collected === undefined) return undefined;
  const { complete, summary } = collected.answer;
  return { gene, parts: collected.parts, complete, summary };
}

/**
 * Returns how complete the answer is, gene by gene. Unknown genes are not searched for, and make the answer incomplete,
 * as does a patient without known genes.
 */
function completenessOf(searches: readonly Search[], { notUnderstood }: UnderstoodList) {
  return {
    complete: searches.length > 0 && notUnderstood.length === 0 && searches.every(({ complete }) => complete),
    genes: searches.map(({ gene: { symbol, taxonId }, complete, summary }) => ({ symbol, taxonId, complete, summary })),
    genesNotKnown: notUnderstood.length,
  };
}

function reply(res: Response, status: number, value: object): void {
  endWith(res, status, TYPE, Buffer.from(JSON.stringify(value)));
}

function replyWithMessage(reportFault: ReportFault): ErrorRequestHandler {
  const replyToOthers = errorReplyInForm(reportFault, (res, { status, message }) => reply(res, status, { message }));
  return (error: unknown, req, res, next) => {
    if (res.headersSent || !(error instanceof MatchRefusal)) return replyToOthers(error, req, res, next);
    const { status, message } = error;
    reply(res, status, { message, ...(status === 406 ? { supportedVersions: ACCEPTED_TYPES } : {}) });
  };
}

function unsupported(header: string): MatchRefusal {
  return new MatchRefusal(406, `${header} names no version that this node supports: version 1, or plain JSON.`);
}

function typeOf(req: Request): string {
  return mediaType(req.headers['content-type'] ?? '');
}

function isAccepted(accept = '*/*'): boolean {
  const types = accept.split(',', MOST_TYPES).map(mediaType);
  return types.some((type) => ANY_TYPES.includes(type) || OUR_TYPE.test(type));
}

/** Returns the media type of a header, without parameters. */
function mediaType(header: string): string {
  return header
    .slice(0, (header.indexOf(';') + 1 || header.length + 1) - 1)
    .trim()
    .toLowerCase();
}
