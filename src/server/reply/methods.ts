/** Refuses the methods that an address does not take. */

import type { RequestHandler } from 'express';
import { RegistryError } from '../../domain/errors.ts';
import { replyWithMethods } from './replies.ts';

/** The methods of an address that is only read. The registry API names GET alone, as RDP does. */
export const READ_ONLY = 'GET, HEAD, OPTIONS';

/** The methods of a page with a form. */
export const READ_AND_SENT = 'GET, HEAD, POST, OPTIONS';

/** Returns the error for a refused method. @param allowed the allowed methods, in the notation of `Allow` */
export function methodRefused(method: string, allowed: string): RegistryError {
  return new RegistryError('method-not-allowed', { method, allowed });
}

/** Answers OPTIONS, and refuses the other methods that no earlier route has taken. */
export function refuseOtherMethods(allowed = READ_ONLY): RequestHandler {
  return ({ method }, res) => {
    if (method !== 'OPTIONS') throw methodRefused(method, allowed);
    replyWithMethods(res, allowed);
  };
}
