/** What a partner says of what the public may see there, beside its answers (decision 53). */

import { NAMED_MINUTES_HEADER, PUBLIC_VIEW_HEADER } from '../../domain/federation/own-headers.ts';
import type { Reply } from './reply.ts';

const NAME = /^[\w-]{1,64}$/;
const MINUTES = /^[1-9]\d{0,3}$/;
const MOST_MINUTES = 1440;
/** Where the partner does not say. */
const USUAL_MINUTES = 15;

/** Undefined where the partner gives no name, or one that is none. */
export function readPublicView(header: (name: string) => string | undefined): Reply['publicView'] {
  const name = header(PUBLIC_VIEW_HEADER);
  if (name === undefined || !NAME.test(name)) return undefined;
  const minutes = header(NAMED_MINUTES_HEADER) ?? '';
  return { name, minutes: MINUTES.test(minutes) ? Math.min(Number(minutes), MOST_MINUTES) : USUAL_MINUTES };
}
