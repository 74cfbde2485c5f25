/** Counts the memory of the people of a list of genes, who are many: a row for each pair of a person and a gene. */

import type { Response } from 'express';
import type { Part } from '../../domain/federation/federated-answer.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import { localsOf } from '../request/reply-locals.ts';
import { bytesOf } from './export-routes.ts';

/** The memory of the objects behind one row, however short its text is. */
const ROW_BYTES = 4096;
/** Room for two thousand rows. Each answer reserves it at the start, or several that grow together would all be refused. */
const RESERVED_BYTES = 8 * 1024 * 1024;

/**
 * Returns a function that counts the people of partners part by part. It counts those of this registry before they are
 * read.
 *
 * @throws RegistryError `too-much-unread` if there is no room, also from the returned function
 */
export function countedRows(res: Response): (part: Part) => void {
  const { memory } = localsOf(res);
  let reservedBytes = RESERVED_BYTES;
  memory?.reserve(0, reservedBytes);
  return ({ origin, records }) => {
    if (origin.key === LOCAL_ORIGIN) return;
    const bytes = Math.max(records.length * ROW_BYTES, bytesOf(records));
    const within = Math.min(bytes, reservedBytes);
    reservedBytes -= within;
    memory?.reserve(records.length, bytes - within);
  };
}
