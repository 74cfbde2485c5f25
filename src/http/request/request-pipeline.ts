/** What a request passes before any route sees it. */

import type { Request } from 'express';
import type { Viewer } from '../../domain/record/model.ts';
import type { RequestContext } from './request-context.ts';

/** What stands before every route, in the order of rdp-protocol 6.1. */
export type RequestPipeline = {
  /** Reads the request and who is asking. @throws RegistryError when something is switched off or a token refused */
  read(req: Request): Promise<RequestContext>;
  /**
   * Who is asking by now: to be asked behind whatever a request has waited for, its own body included. A token may be taken
   * away meanwhile, or an account lose its rights. @throws RegistryError when the token is refused
   */
  viewerNow(viewer: Viewer): Promise<Viewer>;
  /** Answers the tag of the present data for answers that may be cached. */
  currentTag(): string;
  /** Names what the public may see at present: at once where it is known. */
  publicView(): string | Promise<string>;
  /** For so many minutes others may name people of an answer where they cannot learn that name. */
  namedAtPartnersMinutes: number;
};
