/** Reads the body of a request as JSON. No error repeats any of it. */

import express, { type Request, type Response } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import { phrase } from '../../domain/phrases.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { RequestPipeline } from './request-pipeline.ts';

/** Room for the longest list of genes, however it is escaped. */
const MOST_BODY_BYTES = 64 * 1024;
const JSON_TYPE = 'application/json';

type ReadBody = (req: Request, res: Response) => Promise<unknown>;

const readJson = jsonBodyReader(MOST_BODY_BYTES);

/**
 * Reads the body, and the viewer after it has arrived: the token of a slow sender may be revoked meanwhile.
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
  const parse = express.json({ limit: mostBytes, strict: false, type: () => true });
  return (req, res) =>
    new Promise((resolve, reject) => {
      parse(req, res, (error?: unknown) => {
        if (error === undefined) resolve(req.body);
        else reject(toRegistryError(error, mostBytes));
      });
    });
}

/** Replaces the error of the parser, which quotes the body. */
function toRegistryError(error: unknown, mostBytes: number): unknown {
  const { type, status } = error as { type?: string; status?: number };
  if (type === 'entity.too.large') return new RegistryError('body-too-large', { allowed: mostBytes });
  if (status === undefined || status >= 500) return new Error('The body of a request could not be read.');
  return new RegistryError('body-invalid', { allowed: phrase('json-in-utf-8') });
}
