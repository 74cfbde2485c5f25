/** Routes of taxa, ontologies and statistics, and of the API's description (rdp-protocol 2.11, 1.11, 1.12). */

import { type Request, type RequestHandler, type Response, Router } from 'express';
import { phrase } from '../../domain/errors.ts';
import { pageEnvelope, parsePageRequest, parseSort, SORTABLE } from '../../domain/query/paging.ts';
import { integerParameter, listParameter, missing, textParameter } from '../../domain/query/parameters.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { refuseOtherMethods } from '../reply/methods.ts';
import { replyWithBytes, replyWithJson } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { readAddress } from '../request/request-context.ts';
import { readOrFaults } from '../request/wrong-parameters.ts';
import { readId, setPageLinks } from './record-routes.ts';
import { type RegistryRoute, requireJson } from './registry-route.ts';

type ReferenceRoutesOptions = Pick<LocalRegistry, 'taxon' | 'terms' | 'stats' | 'publicView'> & {
  /** The OpenAPI document of these routes. */
  document: () => Promise<object>;
};

export function referenceRoutes({
  taxon,
  terms,
  stats,
  publicView,
  document,
}: ReferenceRoutesOptions): RegistryRoute[] {
  return [
    {
      path: '',
      negotiates: 'before',
      repeatable: true,
      answer: async ({ req, res }) => replyWithJson(req, res, await document()),
    },
    {
      path: '/stats',
      negotiates: 'before',
      repeatable: true,
      answer: async ({ req, res }) => replyWithJson(req, res, await stats()),
    },
    {
      path: '/public-view',
      negotiates: 'before',
      repeatable: false,
      answer: async ({ req, res }) => replyWithJson(req, res, { name: await publicView() }),
    },
    {
      path: '/taxa/:taxonId',
      negotiates: 'after',
      repeatable: true,
      async answer({ req, res }) {
        const record = await taxon(readId(req.params.taxonId));
        requireJson(req, res, true);
        await replyWithJson(req, res, record);
      },
    },
    {
      path: '/ontologies',
      negotiates: 'before',
      repeatable: true,
      answer: async ({ req, res }) => replyWithJson(req, res, await terms.ontologies()),
    },
    {
      path: '/ontologies/:ontologyName/terms',
      negotiates: 'before',
      repeatable: true,
      async answer({ context, req, res }) {
        const name = String(req.params.ontologyName);
        const termIds = listParameter(context.params, 'ontologyTermIds');
        if (termIds !== undefined) {
          await replyWithJson(req, res, await terms.named(name, termIds));
          return;
        }
        const page = parsePageRequest(context.params);
        const sorts = parseSort(context.params, SORTABLE.terms);
        const { terms: content, totalElements } = await terms.page(name, page, sorts);
        setPageLinks(res, context, page, totalElements);
        await replyWithJson(req, res, {
          content,
          ...pageEnvelope(page, totalElements, content.length, sorts.length > 0),
        });
      },
    },
    {
      path: '/ontologies/:ontologyName/terms/:termId',
      negotiates: 'before',
      repeatable: true,
      async answer({ req, res }) {
        const { ontologyName, termId } = req.params;
        await replyWithJson(req, res, await terms.term(String(ontologyName), String(termId)));
      },
    },
  ];
}

type SuggestOptions = Pick<LocalRegistry, 'suggestGenes' | 'suggestTerms' | 'refuseUnfit'>;

const CACHED_SECONDS = 60;

/**
 * Makes the routes. Both send a JSON list that anybody may cache for a minute: genes and terms are public, so no token
 * is read. Errors are problem documents.
 */
export function suggestRoutes({ suggestGenes, suggestTerms, refuseUnfit }: SuggestOptions): Router {
  const routes = Router();
  const suggest = (read: (params: URLSearchParams) => () => Promise<unknown[]>): RequestHandler => {
    return async (req, res) => {
      refuseUnfit();
      const list = await readOrFaults(readAddress(req.originalUrl).params, read);
      await replyWithList(req, res, await list());
    };
  };

  routes.get(
    '/suggest/genes',
    suggest((params) => {
      const typed = textParameter(params, 'q');
      const taxonId = integerParameter(params, 'taxonId');
      if (typed === undefined) throw missing('q', phrase('typed-so-far', { example: 'q=BRC' }));
      if (taxonId === undefined) {
        throw missing('taxonId', phrase('names-organism'));
      }
      return () => suggestGenes(typed, taxonId);
    }),
  );
  routes.get(
    '/suggest/terms',
    suggest((params) => {
      const typed = textParameter(params, 'q');
      const ontologyName = textParameter(params, 'ontologyName');
      if (typed === undefined) throw missing('q', phrase('typed-so-far', { example: 'q=seiz' }));
      if (ontologyName === undefined) throw missing('ontologyName', phrase('names-ontology'));
      return () => suggestTerms(ontologyName, typed);
    }),
  );
  routes.all(['/suggest/genes', '/suggest/terms'], refuseOtherMethods());
  return routes;
}

async function replyWithList(req: Request, res: Response, list: readonly unknown[]): Promise<void> {
  addHeader(res, 'Cache-Control', `public, max-age=${CACHED_SECONDS}`);
  await replyWithBytes(req, res, [Buffer.from(JSON.stringify(list))]);
}
