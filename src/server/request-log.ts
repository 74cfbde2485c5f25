/** Logs one event for each request: its route, its kind of viewer, its status and its duration. */

import type { IncomingMessage } from 'node:http';
import type { Request, Response } from 'express';
import type { QuestionKind } from '../domain/federation/source.ts';
import { whenOver } from './reply/reader.ts';
import { localsOf } from './request/reply-locals.ts';

export type LoggedRequest = {
  method: string;
  /** The route's pattern, such as `/api/users/:userId`; never the address, which may have a token or a name in it. */
  route: string;
  status: number;
  elapsedMs: number;
  viewer: string;
  /** The name of the partner's search token, if the caller sent one. */
  searchToken: string | undefined;
  /** The partner with this token, and its kind of question, if registries ask each other this question. */
  partnerQuestion: { partner: string; kind: QuestionKind } | undefined;
  /** False if the caller disconnected before the response was complete. */
  finished: boolean;
};

/** The kinds of questions between registries, by route. */
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

/** Returns a function that logs a request when its response is complete or its caller has disconnected. */
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

/** Returns the pattern of the route that answered. A refusal of a method for several addresses is no route. */
export function routeOf(req: IncomingMessage): string {
  const { route, baseUrl } = req as Request;
  return typeof route?.path === 'string' ? `${baseUrl}${route.path}` : '(none)';
}
