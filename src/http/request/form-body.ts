/** Reads forms of pages: only from this registry's own pages, up to a size, and as fields. */

import express, { type RequestHandler } from 'express';
import { RegistryError } from '../../domain/errors.ts';

/** Room for four thousand characters of up to nine bytes each when encoded. */
const MOST_BODY_BYTES = 64 * 1024;
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
  const parse = express.urlencoded({ extended: false, limit: MOST_BODY_BYTES, parameterLimit: 20 });
  return (req, res, next) => {
    parse(req, res, (error?: unknown) => next(error === undefined ? undefined : toRegistryError(error)));
  };
}

function toRegistryError(error: unknown): unknown {
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') return new RegistryError('form-too-large', { allowed: MOST_BODY_BYTES });
  if (status === undefined || status >= 500) return error;
  return new RegistryError('form-invalid', { allowed: ALLOWED });
}
