/** Which methods an address takes, and how others are refused. */

import type { RequestHandler } from 'express';
import { RegistryError } from '../../domain/errors.ts';

/** @param allowed the methods that are possible, as `Allow` writes them */
export function methodRefused(method: string, allowed = 'GET'): RegistryError {
  return new RegistryError('method-not-allowed', { method, allowed });
}

/** Refuses what no route before it has taken. Express itself answers OPTIONS. */
export function refuseOtherMethods(allowed = 'GET'): RequestHandler {
  return ({ method }, _res, next) => {
    if (method !== 'OPTIONS') throw methodRefused(method, allowed);
    next();
  };
}
