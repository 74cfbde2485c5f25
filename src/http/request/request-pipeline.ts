/** What a request passes before any route sees it. */

import type { Request } from 'express';
import type { RequestContext } from './request-context.ts';

/** What stands before every route, in the order of rdp-protocol 6.1. */
export type RequestPipeline = {
  /** Reads the request and who is asking. @throws RegistryError when something is switched off or a token refused */
  read(req: Request): Promise<RequestContext>;
  /** Answers the tag of the present data for answers that may be cached. */
  currentTag(): string;
  /** Names what the public may see at present: at once where it is known. */
  publicView(): string | Promise<string>;
  /** For so many minutes others may name people of an answer where they cannot learn that name. */
  namedAtPartnersMinutes: number;
};
