/** Reads the headers in which a partner describes its public view (decision 53). */

import { NAMED_MINUTES_HEADER, PUBLIC_VIEW_HEADER } from '../../domain/federation/own-headers.ts';
import type { Reply } from './reply.ts';

const NAME = /^[\w-]{1,64}$/;
const MINUTES = /^[1-9]\d{0,3}$/;
const MOST_MINUTES = 1440;
/** Used if the partner states no number. */
const USUAL_MINUTES = 15;

/** Returns undefined if the partner gives no name, or an invalid one. */
export function readPublicView(header: (name: string) => string | undefined): Reply['publicView'] {
  const name = header(PUBLIC_VIEW_HEADER);
  if (name === undefined || !NAME.test(name)) return undefined;
  const minutes = header(NAMED_MINUTES_HEADER) ?? '';
  return { name, minutes: MINUTES.test(minutes) ? Math.min(Number(minutes), MOST_MINUTES) : USUAL_MINUTES };
}
