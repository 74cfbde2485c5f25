/** One event for each request: what was asked of which route, by what kind of viewer, and how long it took. */

import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { QuestionKind } from '../../domain/federation/source.ts';
import { whenOver } from '../reply/reader.ts';
import { localsOf } from '../request/reply-locals.ts';

export type LoggedRequest = {
  method: string;
  /** The route's pattern, such as `/api/users/:userId`; never the address itself, which may hold a token or a name. */
  route: string;
  status: number;
  elapsedMs: number;
  viewer: string;
  /** The name of the search token of a partner, where the caller came with one. */
  searchToken: string | undefined;
  /** The partner that this token is tied to, and its question, where a registry asks that of another. */
  partnerQuestion: { partner: string; kind: QuestionKind } | undefined;
  /** False when the caller left before the answer was complete. */
  finished: boolean;
};

/** What registries ask each other, by the route. */
const QUESTIONS: ReadonlyMap<string, QuestionKind> = new Map([
  ['/api/genes/search', 'genes-search'],
  ['/api/users/search', 'users-search'],
  ['/api/genes', 'genes-list'],
  ['/api/users', 'users-list'],
  ['/api/users/:userId', 'user'],
  ['/api/users/by-anonymous-id/:anonymousId', 'anonymous-user'],
  ['/api/genes/by-anonymous-id/:anonymousId', 'anonymous-gene'],
  ['/api/stats', 'stats'],
  ['/api/ontologies/:ontologyName/terms', 'terms'],
  ['/api/ontologies/:ontologyName/terms/:termId', 'terms'],
]);

export type LogRequest = (event: LoggedRequest) => void;

/** Answers a function that logs a request when its answer is out or its caller has left. */
export function requestLog(logRequest: LogRequest): (req: Request, res: Response) => void {
  return (req, res) => {
    const startedAt = performance.now();
    whenOver(res, () => {
      const { context } = localsOf(res);
      const route = routeOf(req);
      const partner = context?.viewer.partnerKey;
      const kind = QUESTIONS.get(route);
      logRequest({
        method: req.method,
        route,
        status: res.statusCode,
        elapsedMs: Math.round((performance.now() - startedAt) * 10) / 10,
        viewer: context?.viewer.kind ?? 'unknown',
        searchToken: context?.viewer.searchToken,
        partnerQuestion: partner === undefined || kind === undefined ? undefined : { partner, kind },
        finished: res.writableFinished,
      });
    });
  };
}

/** The pattern of the route that answered. Several addresses may refuse a method together: that is no route. */
export function routeOf(req: IncomingMessage): string {
  const { route, baseUrl } = req as Request;
  return typeof route?.path === 'string' ? `${baseUrl}${route.path}` : '(none)';
}
