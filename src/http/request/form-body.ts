/** Forms as pages send them: only from a page of this registry, within a bound, and as fields. */

import express, { type RequestHandler } from 'express';
import { RegistryError } from '../../domain/errors.ts';

/** Four thousand characters take up to nine bytes each on their way. */
const MOST_BODY_BYTES = 64 * 1024;
const ALLOWED = 'application/x-www-form-urlencoded in UTF-8';

export type FormFields = Readonly<Record<string, unknown>>;

/** @throws RegistryError `form-invalid` where no form was sent */
export function fieldsOf(body: unknown): FormFields {
  if (body === undefined) throw new RegistryError('form-invalid', { allowed: ALLOWED });
  return body as FormFields;
}

/** Refuses what a browser sends from another website; programs that are no browser say nothing about that. */
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

/** `none` is a person at work in the browser itself, such as sending the form anew. */
function isSame(site: string | string[]): boolean {
  return site === 'same-origin' || site === 'none';
}

/** Reads the fields. What cannot be read is passed on as `form-too-large` or `form-invalid`. */
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
