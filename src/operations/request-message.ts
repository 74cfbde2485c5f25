/** Writes a message as HTML: paragraphs of text, and links. */

import { domainToASCII } from 'node:url';
import type { AnswerLanguage } from '../domain/contact/access-form.ts';
import type { Acceptance } from '../domain/contact/request-step.ts';
import { isMailAddress } from '../domain/mail-address.ts';
import type { AcceptedRequest, ReceivedRequest } from '../registry/accounts/access-requests.ts';

/** Paragraphs in one language; a paragraph that is one of `links` becomes a link. */
type Paragraphs = { lang: string; text: readonly string[]; links: readonly string[] };

/** Returns a complete document. @param parts the first one is in the language of the document */
export function htmlMessage(parts: readonly Paragraphs[]): string {
  const [{ lang } = { lang: 'en' }] = parts;
  const sections = parts.map(({ lang: own, text, links }) => {
    const paragraphs = text.map((one) => paragraph(one, links.includes(one))).join('');
    return own === lang ? paragraphs : `<div lang="${own}">${paragraphs}</div>`;
  });
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><body>${sections.join('<hr>')}</body></html>`;
}

function paragraph(text: string, isLink: boolean): string {
  const shown = escaped(text).replaceAll('\n', '<br>');
  return isLink ? `<p><a href="${shown}">${shown}</a></p>` : `<p>${shown}</p>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

// The messages about a request for access: to the address in it, and to the administrators.

export type MessageAbout = {
  shortname: string;
  fullname: string;
  /** The address of this registry, without a slash at its end. */
  registryUrl: string;
};
export type RequestMessage = {
  subject: string;
  text: string;
  /** The same text with a link, for programs that show HTML. */
  html?: string;
  /** The contact in the form of the text, one address; undefined if a header cannot hold it. */
  replyTo: string | undefined;
  /** The same each time the message is sent, so that a mailbox shows it once. */
  messageId: string;
};

/** Writes to the administrators everything but the person it is about, as others may read e-mail. It is in English, as the log is. Only the contact and the lines marked with `>` come from the person who asks. */
export function requestMessage(
  request: ReceivedRequest,
  { shortname, fullname, registryUrl }: MessageAbout,
): RequestMessage {
  const { reference, receivedAt, symbol, reason, name, organisation } = request;
  const replyTo = headerAddress(request.contact);
  const contact = replyTo ?? request.contact;
  const facts = [
    `Reference: ${reference}`,
    `Received: ${receivedAt}`,
    symbol === undefined ? 'Record: a researcher' : `Record: a researcher's gene, ${oneLine(symbol)}`,
    `Name: ${oneLine(name)}`,
    ...(organisation === '' ? [] : [`Organisation: ${oneLine(organisation)}`]),
    `Contact: ${oneLine(contact)}`,
  ];
  const text = [
    `Someone requests access to an anonymised record of ${oneLine(fullname)} (${oneLine(shortname)}).`,
    facts.join('\n'),
    `Reason:\n${quoted(reason)}`,
    `Only administrators can see whom the request is about. Open this page to answer it:\n${registryUrl}/admin`,
    replyTo === undefined ? 'Please write to the contact.' : 'Your reply to this message goes to the contact.',
  ];
  return {
    subject: `Request for access ${reference}: ${oneLine(shortname)}`,
    text: text.join('\n\n'),
    replyTo,
    messageId: messageId(request, 'request', registryUrl),
  };
}

/** Returns the `Message-ID` of RFC 5322, which reveals nothing but the reference. */
function messageId({ reference, id }: ReceivedRequest, about: string, registryUrl: string): string {
  return `<${about}-${reference.toLowerCase()}-${id}@${domainToASCII(URL.parse(registryUrl)?.hostname ?? '') || 'localhost'}>`;
}

/**
 * Returns the address as a header can hold it: host names become ASCII, as mail programs do, since not every mail server accepts
 * other letters. Undefined for a text that is no address or cannot be rewritten.
 */
function headerAddress(contact: string): string | undefined {
  if (!isMailAddress(contact)) return undefined;
  const at = contact.lastIndexOf('@');
  const [local, host] = [contact.slice(0, at), domainToASCII(contact.slice(at + 1))];
  return host === '' || !/^[\x21-\x7e]+$/.test(local) ? undefined : `${local}@${host}`;
}

/** Replaces control characters: a line end could begin a header of the message. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function quoted(reason: string): string {
  const lines = reason.split(/\r\n?|[\n\p{Zl}\p{Zp}]/u);
  return lines.map((line) => `> ${line.replace(/[^\P{Cc}\t]/gu, '')}`.trimEnd()).join('\n');
}

type ConfirmFacts = { registry: string; reference: string; address: string; until: string };
type AcceptedFacts = { registry: string; reference: string; page: string } & Acceptance;
type Wording = { subject: string; text: readonly string[] };

const CONFIRM: Record<AnswerLanguage, (facts: ConfirmFacts) => Wording> = {
  en: ({ registry, reference, address, until }) => ({
    subject: `Please confirm your request ${reference}: ${registry}`,
    text: [
      'Hello,',
      `someone, probably you, has asked ${registry} for access to a record and has given this e-mail address. If it was you, please open this page and confirm it there:`,
      address,
      `The registry receives the request ${reference} only after that. The page later shows its status. Keep its address, and do not share it.`,
      `If it was not you, you can delete the request on the same page, or do nothing: it is deleted on ${until}.`,
      registry,
    ],
  }),
  fr: ({ registry, reference, address, until }) => ({
    subject: `Veuillez confirmer votre demande ${reference} : ${registry}`,
    text: [
      'Bonjour,',
      `quelqu’un, sans doute vous, a demandé à ${registry} l’accès à une fiche en donnant cette adresse électronique. Si c’était vous, ouvrez cette page et confirmez-le :`,
      address,
      `Le registre ne reçoit la demande ${reference} qu’ensuite. La page indiquera plus tard où en est la demande. Conservez son adresse, et ne la communiquez à personne.`,
      `Si ce n’était pas vous, vous pouvez supprimer la demande sur la même page, ou ne rien faire : elle est supprimée le ${until}.`,
      registry,
    ],
  }),
};

/** Writes to the address in the request, in the chosen language: nothing that was typed there, as the address may be another's. Opening its link changes nothing. */
export function confirmMessage(
  request: ReceivedRequest,
  { shortname, fullname, registryUrl }: MessageAbout,
): RequestMessage {
  const address = `${registryUrl}/requests/${request.pageKey}?lang=${request.language}`;
  const { subject, text } = CONFIRM[request.language]({
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

const ACCEPTED: Record<AnswerLanguage, (facts: AcceptedFacts) => Wording> = {
  en: ({ registry, reference, address, name, page, words }) => ({
    subject: `Your request ${reference} is accepted: ${registry}`,
    text: [
      'Hello,',
      `the person whom you asked for at ${registry} has accepted your request ${reference}. You can write to them now.`,
      `Name: ${oneLine(name)}`,
      `Contact: ${oneLine(address)}`,
      ...(words === null ? [] : [`They write:\n${quoted(words)}`]),
      'The page of your request says the same:',
      page,
      registry,
    ],
  }),
  fr: ({ registry, reference, address, name, page, words }) => ({
    subject: `Votre demande ${reference} est acceptée : ${registry}`,
    text: [
      'Bonjour,',
      `la personne que vous cherchiez à joindre par ${registry} a accepté votre demande ${reference}. Vous pouvez lui écrire.`,
      `Nom : ${oneLine(name)}`,
      `Contact : ${oneLine(address)}`,
      ...(words === null ? [] : [`Son message :\n${quoted(words)}`]),
      'La page de votre demande dit la même chose :',
      page,
      registry,
    ],
  }),
};

/** Writes to the sender of an accepted request, at the confirmed address and in the chosen language, what its page shows. */
export function acceptedMessage(
  { request, acceptance, number }: AcceptedRequest,
  { shortname, fullname, registryUrl }: MessageAbout,
): RequestMessage {
  const page = `${registryUrl}/requests/${request.pageKey}?lang=${request.language}`;
  const registry = `${oneLine(fullname)} (${oneLine(shortname)})`;
  const facts = { ...acceptance, registry, page, reference: request.reference };
  const { subject, text } = ACCEPTED[request.language](facts);
  return {
    subject,
    text: text.join('\n\n'),
    html: htmlMessage([{ lang: request.language, text, links: [page] }]),
    replyTo: headerAddress(acceptance.address),
    messageId: messageId(request, `accepted-${number}`, registryUrl),
  };
}
