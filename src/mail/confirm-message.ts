/** The message that confirms the address of a request for access. It repeats nothing of the request, as the address may be another person's. */

import type { AnswerLanguage } from '../domain/contact/access-form.ts';
import type { ReceivedRequest } from '../registry/accounts/access-requests.ts';
import { htmlMessage } from './html-message.ts';
import { type MessageAbout, messageId, oneLine, type RequestMessage } from './request-message.ts';

type ConfirmFacts = { registry: string; reference: string; address: string; until: string };
type Wording = { subject: string; text: readonly string[] };

const WORDS: Record<AnswerLanguage, (facts: ConfirmFacts) => Wording> = {
  en: ({ registry, reference, address, until }) => ({
    subject: `Please confirm your request ${reference}: ${registry}`,
    text: [
      'Hello,',
      `somebody, probably you, has asked ${registry} for access to a record and has given this e-mail address. If it was you, please open this page and confirm it there:`,
      address,
      `The request ${reference} reaches the registry only then. The page shows later what became of it: keep its address, and give it to nobody.`,
      `If it was not you, you can delete the request on the same page, or do nothing: it is deleted on ${until}.`,
      registry,
    ],
  }),
  fr: ({ registry, reference, address, until }) => ({
    subject: `Veuillez confirmer votre demande ${reference} : ${registry}`,
    text: [
      'Bonjour,',
      `quelqu’un, sans doute vous, a demandé à ${registry} l’accès à une fiche en donnant cette adresse de courriel. Si c’était vous, ouvrez cette page et confirmez-le :`,
      address,
      `La demande ${reference} ne parvient au registre qu’à ce moment. La page dira plus tard où en est la demande : conservez son adresse, et ne la donnez à personne.`,
      `Si ce n’était pas vous, vous pouvez supprimer la demande sur la même page, ou ne rien faire : elle est supprimée le ${until}.`,
      registry,
    ],
  }),
};

/** Writes the message in the chosen language. Opening its link changes nothing. */
export function confirmMessage(
  request: ReceivedRequest,
  { shortname, fullname, registryUrl }: MessageAbout,
): RequestMessage {
  const address = `${registryUrl}/requests/${request.pageKey}?lang=${request.language}`;
  const { subject, text } = WORDS[request.language]({
    registry: `${oneLine(fullname)} (${oneLine(shortname)})`,
    reference: request.reference,
    address,
    until: (request.confirmBy ?? request.receivedAt).slice(0, 10),
  });
  return {
    subject,
    text: text.join('\n\n'),
    html: htmlMessage([{ lang: request.language, text, links: [address] }]),
    replyTo: undefined,
    messageId: messageId(request, 'confirm', registryUrl),
  };
}
