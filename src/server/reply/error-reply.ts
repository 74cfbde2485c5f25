/** Sends errors to callers (rdp-protocol 1.14): the sentence as text, or the default error document. */

import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { phrase, RegistryError, type WrongMember } from '../../domain/errors.ts';
import { errorDocumentForm } from '../request/negotiation.ts';
import { localsOf } from '../request/reply-locals.ts';
import { addressParams, pathOf } from '../request/request-context.ts';
import { parameterOf } from '../request/wrong-parameters.ts';
import { addDeprecation } from './deprecation.ts';
import { endWith } from './replies.ts';
import { addHeader, addHeaders, beginAgain, hasHeader } from './reply-headers.ts';
import { NOT_INDEXED } from './safety-headers.ts';

/** Reports an error that is a mistake in this program. */
export type ReportFault = (error: unknown, about: { method: string; path: string }) => void;

/** Returns the last handler of the app: it sends every thrown error as a response, and reports internal ones. */
export function errorReply(reportFault: ReportFault): ErrorRequestHandler {
  return (error: unknown, req, res, _next) => {
    const known = toRegistryError(error);
    if (known.code === 'internal') reportFault(error, { method: req.method, path: pathOf(req) });
    // Part of the response is sent already. Only a cut connection shows the caller that it is incomplete.
    if (res.headersSent) {
      res.destroy();
      return;
    }
    replyWithError(req, res, known);
  };
}

/**
 * The same for routes with their own format of errors.
 *
 * @param reply sends the error; the headers of errors are set before
 */
export function errorReplyInForm(
  reportFault: ReportFault,
  reply: (res: Response, error: RegistryError) => void,
): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const known = toRegistryError(error);
    if (known.code === 'internal') reportFault(error, { method: req.method, path: pathOf(req) });
    beginErrorHeaders(res, known);
    reply(res, known);
  };
}

/** Returns the error to send for any thrown value; an unexpected one becomes `internal`. */
export function toRegistryError(error: unknown): RegistryError {
  if (error instanceof RegistryError) return error;
  // Express throws this for a path that it cannot decode.
  if (error instanceof URIError)
    return new RegistryError('path-invalid', { found: phrase('the-path'), allowed: phrase('utf-8') });
  return new RegistryError('internal');
}

/**
 * Returns a handler that answers, and also sends the errors of the caller. Every further step of Express would slow
 * down every request. An error that leaves a router of its own is sent in a later turn of the event loop, behind other
 * work.
 */
export function answering(answer: (req: Request, res: Response) => Promise<void>): typeof answer {
  return async (req, res) => {
    try {
      await answer(req, res);
    } catch (error) {
      const isForCaller = error instanceof RegistryError && !res.headersSent;
      if (!isForCaller) throw error;
      replyWithError(req, res, error);
    }
  };
}

/** Sends an error, before any other part of the response. */
export function replyWithError(req: Request, res: Response, error: RegistryError): void {
  beginErrorHeaders(res, error);
  const path = pathOf(req);
  // What was refused before it was read is read here.
  if (path.startsWith('/api/') || OF_QUESTIONS.test(path)) {
    addDeprecation(res, localsOf(res).context ?? { path, params: addressParams(req.originalUrl) });
  }
  if (wantsProblems(req, path)) {
    replyWithProblem(req, res, error);
    return;
  }
  if (error.form === 'challenge') {
    addHeader(res, 'WWW-Authenticate', 'Bearer');
    endWith(res, error.status, 'text/plain;charset=ISO-8859-1', Buffer.from(error.message, 'latin1'));
    return;
  }
  if (error.form === 'text') {
    endWith(res, error.status, 'text/plain', Buffer.from(error.message));
    return;
  }
  replyWithDocument(req, res, error);
}

/** Sets the headers of a response with an error, whatever its format. */
export function beginErrorHeaders(res: Response, { allowed, retryAfterSeconds }: RegistryError): void {
  beginAgain(res);
  if (!hasHeader(res, 'X-Robots-Tag')) addHeaders(res, NOT_INDEXED);
  addHeaders(res, localsOf(res).publicView ?? []);
  addHeader(res, 'Cache-Control', 'no-store');
  if (allowed !== undefined) addHeader(res, 'Allow', allowed);
  if (retryAfterSeconds !== undefined) addHeader(res, 'Retry-After', String(retryAfterSeconds));
}

/** The addresses outside the APIs that may have a deprecated parameter. */
const OF_QUESTIONS = /^\/(?:export|feeds)(?:\/|$)/;
const OF_OUR_OWN = /^\/(?:api\/federated|api\/admin|feeds|suggest)(?:\/|$)/;
const FILES = '/export';

/**
 * Whether errors of this route are problem documents (RFC 9457), as on all routes that RDP does not have. Links to a
 * file are also opened by people, who get text or a page.
 */
function wantsProblems(req: Request, path: string): boolean {
  if (path === FILES) return errorDocumentForm(req.headers.accept) !== 'html';
  return OF_OUR_OWN.test(path);
}

/** The page that explains every error, below the address of this registry. */
export const ERRORS_PAGE = '/docs/errors';

function replyWithProblem(req: Request, res: Response, error: RegistryError): void {
  const { status, message, code, form } = error;
  if (form === 'challenge') addHeader(res, 'WWW-Authenticate', 'Bearer');
  const { host = '', context } = localsOf(res);
  const errors = wrongIn(error, context?.params ?? addressParams(req.originalUrl));
  const type = `${host}${ERRORS_PAGE}#${code}`;
  const title = STATUS_CODES[status] ?? '';
  const problem = { type, title, status, detail: message, code, ...(errors.length > 0 && { errors }) };
  endWith(res, status, 'application/problem+json', Buffer.from(JSON.stringify(problem)));
}

function wrongIn(error: RegistryError, params: URLSearchParams): readonly WrongMember[] {
  if (error.wrong.length > 0) return error.wrong;
  if (error.code === 'body-invalid') return [{ pointer: '#', detail: error.message }];
  const parameter = parameterOf(error, params);
  return parameter === undefined ? [] : [{ parameter, detail: error.message }];
}

function replyWithDocument(req: Request, res: Response, { status, message }: RegistryError): void {
  const form = errorDocumentForm(req.headers.accept);
  if (form === undefined) {
    endWith(res, status);
    return;
  }
  const error = STATUS_CODES[status] ?? '';
  if (form === 'html') {
    const page = `<!doctype html><html lang="en"><title>${status} ${error}</title><h1>${error}</h1><p>${escaped(message)}</p></html>`;
    endWith(res, status, 'text/html;charset=utf-8', Buffer.from(page));
    return;
  }
  const timestamp = new Date().toISOString().replace('Z', '+00:00');
  const document = { timestamp, status, error, path: pathOf(req), message };
  endWith(res, status, 'application/json', Buffer.from(JSON.stringify(document)));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
