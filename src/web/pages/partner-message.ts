/** The messages to the contact of a partner that has been unwell for a day, and when it is well again; each has all languages. */

import { renderReason } from '../../domain/federation/federated-answer.ts';
import type { Reason } from '../../domain/federation/reasons.ts';
import type { UnwellMessage } from '../../domain/federation/unwell-time.ts';
import { momentIn } from '../words/dates.ts';
import { LANGUAGES } from '../words/languages.ts';
import type { AllWords } from '../words/words.ts';
import { type Piece, type WrittenMessage, writtenMessage } from './written-message.ts';

type PartnerMessage = {
  message: UnwellMessage;
  /** The partner as it is configured here. */
  partner: { name: string; url: string };
  /** The short name of this registry. */
  shortname: string;
  /** The address of this registry, without a trailing slash. */
  host: string;
  since: Date;
  /** Since when the partner is well again. */
  wellSince: Date | undefined;
  /** The reason why the last question failed. */
  because: Reason | undefined;
};

/** Writes the message. The language of the reader is unknown, so the message repeats its text in each language. */
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
