/** Reads the body of a request: a form of this registry's own pages, or JSON. No error repeats any of it. */

import { isUtf8 } from 'node:buffer';
import express, { type Request, type RequestHandler, type Response } from 'express';
import { phrase, RegistryError } from '../../domain/errors.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { RequestPipeline } from './request-context.ts';

// Reads forms of pages: only from this registry's own pages, up to a size, and as fields.

/** Room for four thousand characters of up to nine bytes each when encoded. */
const MOST_FORM_BYTES = 64 * 1024;
const ALLOWED = 'application/x-www-form-urlencoded in UTF-8';

export type FormFields = Readonly<Record<string, unknown>>;

/** Returns the fields of a form. @throws RegistryError `form-invalid` if no form was sent */
export function fieldsOf(body: unknown): FormFields {
  if (body === undefined) throw new RegistryError('form-invalid', { allowed: ALLOWED });
  return body as FormFields;
}

/** Refuses forms that a browser sends from another website; other programs send no such header, and pass. */
export function fromOwnPage(host: string): RequestHandler {
  const known = URL.parse(host)?.host;
  return ({ headers }, _res, next) => {
    const site = headers['sec-fetch-site'];
    const { origin } = headers;
    const own = [headers.host, known];
    const isOwn = site === undefined ? origin === undefined || own.includes(URL.parse(origin)?.host) : isSame(site);
    if (!isOwn) throw new RegistryError('form-from-elsewhere');
    next();
  };
}

/** Whether a form comes from this website. `none` is the person in the browser itself, who for example sends the form again. */
function isSame(site: string | string[]): boolean {
  return site === 'same-origin' || site === 'none';
}

/** Parses the fields. Errors are passed on as `form-too-large` or `form-invalid`. */
export function formFields(): RequestHandler {
  const parse = express.urlencoded({ extended: false, limit: MOST_FORM_BYTES, parameterLimit: 20 });
  return (req, res, next) => {
    parse(req, res, (error?: unknown) => next(error === undefined ? undefined : toFormError(error)));
  };
}

function toFormError(error: unknown): unknown {
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') return new RegistryError('form-too-large', { allowed: MOST_FORM_BYTES });
  if (status === undefined || status >= 500) return error;
  return new RegistryError('form-invalid', { allowed: ALLOWED });
}

/** Room for the longest list of genes, however it is escaped. */
const MOST_BODY_BYTES = 64 * 1024;
const JSON_TYPE = 'application/json';

type ReadBody = (req: Request, res: Response) => Promise<unknown>;

const readJson = jsonBodyReader(MOST_BODY_BYTES);

/**
 * Reads the body, and then the viewer, because the token of a slow sender may be revoked meanwhile.
 *
 * @throws RegistryError `body-type-invalid`, `body-too-large`, `body-invalid`, and if the token is refused by then
 */
export async function readPosted(
  req: Request,
  res: Response,
  { viewer, viewerNow }: { viewer: Viewer } & Pick<RequestPipeline, 'viewerNow'>,
): Promise<{ body: unknown; viewer: Viewer }> {
  const body = await readJsonBody(req, res);
  return { body, viewer: await viewerNow(viewer) };
}

async function readJsonBody(req: Request, res: Response): Promise<unknown> {
  if (req.is(JSON_TYPE)) return readJson(req, res);
  const found = req.headers['content-type'] === undefined ? 'of no type' : 'of another type';
  throw new RegistryError('body-type-invalid', { found, allowed: JSON_TYPE });
}

/** Returns a reader of JSON bodies, which ignores their media type. It @throws RegistryError `body-too-large`, `body-invalid` */
export function jsonBodyReader(mostBytes: number): ReadBody {
  const parse = express.json({ limit: mostBytes, strict: false, type: () => true, verify: refuseGarbled });
  return (req, res) =>
    new Promise((resolve, reject) => {
      parse(req, res, (error?: unknown) => {
        if (error === undefined) resolve(req.body);
        else reject(toJsonError(error, mostBytes));
      });
    });
}

/** Refuses bytes of another encoding, as the parser reads a character in their place that nobody's name has. */
function refuseGarbled(_req: unknown, _res: unknown, body: Buffer): void {
  if (!isUtf8(body)) throw new Error('no UTF-8');
}

/** Replaces the error of the parser, which quotes the body. */
function toJsonError(error: unknown, mostBytes: number): unknown {
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') return new RegistryError('body-too-large', { allowed: mostBytes });
  if (status === undefined || status >= 500) return new Error('The body of a request could not be read.');
  return new RegistryError('body-invalid', { allowed: phrase('json-in-utf-8') });
}
