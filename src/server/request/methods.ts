/** Refuses the methods that an address does not take. */

import type { RequestHandler } from 'express';
import { RegistryError } from '../../domain/errors.ts';

/** Returns the error for a refused method. @param allowed the allowed methods, in the notation of `Allow` */
export function methodRefused(method: string, allowed = 'GET'): RegistryError {
  return new RegistryError('method-not-allowed', { method, allowed });
}

/** Refuses the methods that no earlier route has taken. Express answers OPTIONS itself. */
export function refuseOtherMethods(allowed = 'GET'): RequestHandler {
  return ({ method }, _res, next) => {
    if (method !== 'OPTIONS') throw methodRefused(method, allowed);
    next();
  };
}
