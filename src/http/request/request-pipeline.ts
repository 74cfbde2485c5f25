/** The steps that a request passes before its route. */

import type { Request } from 'express';
import type { Viewer } from '../../domain/record/model.ts';
import type { RequestContext } from './request-context.ts';

/** The steps before every route, in the order of rdp-protocol 6.1. */
export type RequestPipeline = {
  /** Reads the request and its viewer. @throws RegistryError if a feature is switched off or the token is refused */
  read(req: Request): Promise<RequestContext>;
  /**
   * Returns the viewer with the rights of this moment: to be called after anything that a request waited for, such as
   * its own body, as a token may be revoked meanwhile, or an account may lose rights. @throws RegistryError if the
   * token is refused
   */
  viewerNow(viewer: Viewer): Promise<Viewer>;
  /** Returns the entity tag of the current data, for responses that may be cached. */
  currentTag(): string;
  /** Returns the name of what the public may see now; not as a promise if it is known. */
  publicView(): string | Promise<string>;
  /** For how many minutes others may show the names in an answer if they cannot fetch the current public view. */
  namedAtPartnersMinutes: number;
};
