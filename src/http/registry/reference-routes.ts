/** Routes of taxa, ontologies and statistics, and of the API's description (rdp-protocol 2.11, 1.11, 1.12). */

import { pageEnvelope, parsePageRequest, parseSort, SORTABLE } from '../../domain/query/paging.ts';
import { listParameter } from '../../domain/query/parameters.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { replyWithJson } from '../reply/replies.ts';
import { setPageLinks } from './record-replies.ts';
import { type RegistryRoute, requireJson } from './registry-route.ts';
import { readId } from './users-routes.ts';

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
