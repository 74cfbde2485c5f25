/** Refuses the methods that an address does not take. */

import type { RequestHandler } from 'express';
import { RegistryError } from '../../domain/errors.ts';

/** The methods of an address that is only read. The registry API names GET alone, as RDP does. */
export const READ_ONLY = 'GET, HEAD, OPTIONS';

/** Returns the error for a refused method. @param allowed the allowed methods, in the notation of `Allow` */
export function methodRefused(method: string, allowed: string): RegistryError {
  return new RegistryError('method-not-allowed', { method, allowed });
}

/** Refuses the methods that no earlier route has taken. Express answers OPTIONS itself. */
export function refuseOtherMethods(allowed = READ_ONLY): RequestHandler {
  return ({ method }, _res, next) => {
    if (method !== 'OPTIONS') throw methodRefused(method, allowed);
    next();
  };
}
