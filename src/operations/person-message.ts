/**
 * The message to the person whom requests for access are about: how many people ask, about which genes, and a link to each
 * request. It names nobody and says nothing about those who ask, which only the page shows. It is in every language, as a
 * registry does not know which language a person reads.
 */

import type { AnswerLanguage } from '../domain/contact/access-form.ts';
import { counted, isOne } from '../domain/plurals.ts';
import { shownText } from '../domain/shown-text.ts';
import type { PersonMessage } from '../registry/accounts/forwarded-requests.ts';
import type { SingleMessage } from './mailer.ts';
import { htmlMessage, type MessageAbout, oneLine } from './request-message.ts';

type PersonFacts = {
  kind: PersonMessage['kind'];
  count: number;
  genes: string | undefined;
  registry: string;
  until: string;
  waiting: number;
};
type Wording = {
  subject(facts: PersonFacts): string;
  before(facts: PersonFacts): readonly string[];
  /** The line above the link of a request. */
  request(reference: string, gene: string | undefined): string;
  after(facts: PersonFacts): readonly string[];
};

const LONGEST_SUBJECT = 150;
const LONGEST_GENE = 40;

const WORDS: Record<AnswerLanguage, Wording> = {
  en: {
    subject: ({ kind, count, genes, registry }) =>
      `${kind === 'remind' ? 'Reminder: ' : ''}${peopleInEnglish(count)}${genes === undefined ? ' about your work' : ` about ${genes}`} (${registry})`,
    before: ({ count, registry }) => [
      'Hello,',
      `${peopleInEnglish(count)} for you at ${registry}, without knowing who you are. You decide: accept, decline, or say that you cannot now. To read and answer, open:`,
    ],
    request: (reference, gene) => `Request ${reference}${gene === undefined ? '' : `, about ${gene}`}:`,
    after: ({ until, waiting, registry }) => [
      ...(waiting === 0
        ? []
        : [
            counted(
              waiting,
              'more request waits until you have answered these.',
              'more requests wait until you have answered these.',
            ),
          ]),
      `Opening a link tells nobody anything. Each link works once, until ${until}. If you do nothing, nobody learns anything about you. Do not share the links.`,
      registry,
    ],
  },
  fr: {
    subject: ({ kind, count, genes, registry }) =>
      `${kind === 'remind' ? 'Rappel : ' : ''}${peopleInFrench(count)} au sujet de ${genes ?? 'vos travaux'} (${registry})`,
    before: ({ count, registry }) => [
      'Bonjour,',
      `${peopleInFrench(count)} par le registre ${registry}, sans savoir qui vous êtes. Vous décidez : accepter, refuser, ou dire que vous ne pouvez pas en ce moment. Pour lire et répondre, ouvrez :`,
    ],
    request: (reference, gene) => `Demande ${reference}${gene === undefined ? '' : `, sur ${gene}`} :`,
    after: ({ until, waiting, registry }) => [
      ...(waiting === 0
        ? []
        : [
            waiting === 1
              ? '1 autre demande attend que vous ayez répondu à celles-ci.'
              : `${waiting} autres demandes attendent que vous ayez répondu à celles-ci.`,
          ]),
      `Ouvrir un lien ne révèle rien à personne. Chaque lien sert une fois, jusqu’au ${until}. Sans réponse de votre part, personne n’apprend rien sur vous. Ne communiquez ces liens à personne.`,
      registry,
    ],
  },
};

function peopleInEnglish(count: number): string {
  return isOne(count) ? 'One person asks' : `${count} people ask`;
}

function peopleInFrench(count: number): string {
  return count === 1 ? 'Une personne souhaite vous joindre' : `${count} personnes souhaitent vous joindre`;
}

const LANGUAGES = Object.keys(WORDS) as AnswerLanguage[];

/** Writes the message. Opening one of its links changes nothing. */
export function personMessage(
  message: PersonMessage,
  { shortname, fullname, registryUrl }: MessageAbout,
): SingleMessage {
  const { kind, requests, people, links, waiting, key, to } = message;
  const addresses = links.map((link) => `${registryUrl}/answer/${link}`);
  const genes = [...new Set(requests.flatMap(({ symbol }) => (symbol === undefined ? [] : geneOf(symbol))))];
  const facts = {
    ...{ kind, count: people, waiting, until: message.until.slice(0, 10) },
    genes: genes.length === 0 ? undefined : genes.join(', '),
    registry: `${oneLine(fullname)} (${oneLine(shortname)})`,
  };
  const parts = LANGUAGES.map((lang) => {
    const words = WORDS[lang];
    const lines = requests.flatMap(({ reference, symbol }, at) => [
      words.request(reference, symbol === undefined ? undefined : geneOf(symbol)),
      `${addresses[at]}?lang=${lang}`,
    ]);
    return { lang, text: [...words.before(facts), ...lines, ...words.after(facts)] };
  });
  const subjects = LANGUAGES.map((lang) => WORDS[lang].subject({ ...facts, registry: oneLine(shortname) }));
  const opened = LANGUAGES.flatMap((lang) => addresses.map((address) => `${address}?lang=${lang}`));
  return {
    ...{ to, key, oneClickUrl: undefined, receiver: 'the person of a request for access' },
    subject: shownText(subjects.map((one) => shownText(one, LONGEST_SUBJECT)).join(' / '), 2 * LONGEST_SUBJECT),
    text: `${parts.map(({ text }) => text.join('\n\n')).join('\n\n----\n\n')}\n`,
    html: htmlMessage(parts.map((part) => ({ ...part, links: opened }))),
  };
}

function geneOf(symbol: string): string {
  return shownText(symbol, LONGEST_GENE);
}
