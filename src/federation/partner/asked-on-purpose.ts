/** A question that an operator puts to one partner to see what becomes of it: nobody else waits for its answer. */

import type { PartnerQuery } from './partner-query.ts';
import type { SourceType } from './source-type.ts';

type Asked = Pick<PartnerQuery, 'question' | 'version' | 'credential' | 'signal'>;

/** The question in the dialect of that version; a partner is asked it at rest, too. */
export function askedOnPurpose(asked: Asked, { dialectFor }: Pick<SourceType, 'dialectFor'>): PartnerQuery {
  return { ...asked, dialect: dialectFor(asked.version), isRetry: true };
}
