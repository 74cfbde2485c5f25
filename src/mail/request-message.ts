/** The message to the administrators about a request for access: everything but the person it is about, as others may read e-mail. */

import { domainToASCII } from 'node:url';
import { isMailAddress } from '../domain/mail-address.ts';
import type { ReceivedRequest } from '../registry/accounts/access-requests.ts';

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
  /** The contact as the text shows it, one address; undefined where a header cannot hold it. */
  replyTo: string | undefined;
  /** The same each time the message is sent, so that a mailbox shows it once. */
  messageId: string;
};

/** Writes the message in English, as the log is. Only the contact and the lines marked with `>` come from the person who asks. */
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
    `Somebody asks for access to an anonymised record of ${oneLine(fullname)} (${oneLine(shortname)}).`,
    facts.join('\n'),
    `Reason:\n${quoted(reason)}`,
    `Whom it is about is told to administrators only, on this page, where it can be noted what became of the request:\n${registryUrl}/admin`,
    replyTo === undefined ? 'Please write to the contact.' : 'An answer to this message goes to the contact.',
  ];
  return {
    subject: `Request for access ${reference}: ${oneLine(shortname)}`,
    text: text.join('\n\n'),
    replyTo,
    messageId: messageId(request, 'request', registryUrl),
  };
}

/** Returns the `Message-ID` of RFC 5322, which reveals nothing but the reference. */
export function messageId({ reference, id }: ReceivedRequest, about: string, registryUrl: string): string {
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
