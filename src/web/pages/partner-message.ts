/** What those who run a partner are written when it has been unwell for a day, and when it is well again: in every language. */

import { renderReason } from '../../domain/federation/federated-answer.ts';
import type { Reason } from '../../domain/federation/reasons.ts';
import type { UnwellMessage } from '../../domain/federation/unwell-time.ts';
import { momentIn } from '../words/dates.ts';
import { LANGUAGES } from '../words/languages.ts';
import type { AllWords } from '../words/words.ts';
import { type Piece, type WrittenMessage, writtenMessage } from './written-message.ts';

type PartnerMessage = {
  message: UnwellMessage;
  /** As it is configured. */
  partner: { name: string; url: string };
  /** Of this registry. */
  shortname: string;
  /** The address of this registry, without a trailing slash. */
  host: string;
  since: Date;
  /** Since when it is well again. */
  wellSince: Date | undefined;
  /** Why the last question failed. */
  because: Reason | undefined;
};

/** Nobody has chosen a language, so it says the same in each. */
export function partnerMessage(about: PartnerMessage): WrittenMessage {
  const { message, partner, shortname } = about;
  const subjects = LANGUAGES.map(({ partnerMail }) => partnerMail.subjects[message](partner.name, shortname));
  return writtenMessage(
    subjects.join(' · '),
    LANGUAGES.map((words) => ({ words, pieces: piecesIn(words, about) })),
  );
}

function piecesIn(words: AllWords, { message, partner, shortname, host, ...about }: PartnerMessage): Piece[] {
  const { partnerMail } = words;
  const since = momentIn(about.since.toISOString());
  const glass = [partnerMail.glass, { link: `${host}/looking-glass?lang=${words.lang}` }, partnerMail.why(shortname)];
  if (message === 'well-again') {
    const wellSince = momentIn((about.wellSince ?? about.since).toISOString());
    return [partnerMail.wellAgain(partner.name, shortname, wellSince, since), ...glass];
  }
  const reason = about.because && words.reasonOf(renderReason(about.because), 'failed', false);
  return [
    partnerMail.unwell(partner.name, partner.url, shortname, since),
    ...(reason === undefined ? [] : [partnerMail.lastLook(partner.name, reason)]),
    partnerMail.elsewhere,
    partnerMail.next,
    ...glass,
  ];
}
