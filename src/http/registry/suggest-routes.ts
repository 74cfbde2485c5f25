/** `/suggest/genes` and `/suggest/terms`: suggestions while somebody types in a form, from this registry's own tables. */

import { type Request, type RequestHandler, type Response, Router } from 'express';
import { phrase } from '../../domain/errors.ts';
import { integerParameter, missing, textParameter } from '../../domain/query/parameters.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { replyWithBytes } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import { refuseOtherMethods } from '../request/methods.ts';
import { readAddress } from '../request/request-context.ts';

type SuggestOptions = Pick<LocalRegistry, 'suggestGenes' | 'suggestTerms' | 'refuseUnfit'>;

const CACHED_SECONDS = 60;

/**
 * Makes the routes. Both send a JSON list that anybody may cache for a minute: genes and terms are public, so no token
 * is read. Errors are problem documents.
 */
export function suggestRoutes({ suggestGenes, suggestTerms, refuseUnfit }: SuggestOptions): Router {
  const routes = Router();
  const suggest = (listFor: (params: URLSearchParams) => Promise<unknown[]>): RequestHandler => {
    return async (req, res) => {
      refuseUnfit();
      const list = await listFor(readAddress(req.originalUrl).params);
      await replyWithList(req, res, list);
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
      return suggestGenes(typed, taxonId);
    }),
  );
  routes.get(
    '/suggest/terms',
    suggest((params) => {
      const typed = textParameter(params, 'q');
      const ontologyName = textParameter(params, 'ontologyName');
      if (typed === undefined) throw missing('q', phrase('typed-so-far', { example: 'q=seiz' }));
      if (ontologyName === undefined) throw missing('ontologyName', phrase('names-ontology'));
      return suggestTerms(ontologyName, typed);
    }),
  );
  routes.all(['/suggest/genes', '/suggest/terms'], refuseOtherMethods());
  return routes;
}

async function replyWithList(req: Request, res: Response, list: readonly unknown[]): Promise<void> {
  addHeader(res, 'Cache-Control', `public, max-age=${CACHED_SECONDS}`);
  await replyWithBytes(req, res, [Buffer.from(JSON.stringify(list))]);
}
