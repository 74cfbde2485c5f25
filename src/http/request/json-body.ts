/** The body of a request as JSON. What is in it is told to nobody: no error holds a word of it. */

import express, { type Request, type Response } from 'express';
import { RegistryError } from '../../domain/errors.ts';

/** Room for the longest list of genes, however it is escaped. */
const MOST_BODY_BYTES = 64 * 1024;
const JSON_TYPE = 'application/json';

const parse = express.json({ limit: MOST_BODY_BYTES, strict: false, type: JSON_TYPE });

/** @throws RegistryError `body-type-invalid`, `body-too-large`, `body-invalid` */
export function readJsonBody(req: Request, res: Response): Promise<unknown> {
  if (!req.is(JSON_TYPE)) {
    const found = req.headers['content-type'] === undefined ? 'of no type' : 'of another type';
    return Promise.reject(new RegistryError('body-type-invalid', { found, allowed: JSON_TYPE }));
  }
  return new Promise((resolve, reject) => {
    parse(req, res, (error?: unknown) => {
      if (error === undefined) resolve(req.body);
      else reject(toRegistryError(error));
    });
  });
}

/** What the parser throws holds the body, and quotes it. */
function toRegistryError(error: unknown): unknown {
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') return new RegistryError('body-too-large', { allowed: MOST_BODY_BYTES });
  if (status === undefined || status >= 500) return new Error('The body of a request could not be read.');
  return new RegistryError('body-invalid', { allowed: 'JSON in UTF-8' });
}
