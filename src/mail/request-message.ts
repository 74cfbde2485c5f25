/** What the administrators are written about a request for access: all but whom it is about, as e-mail is read by others. */

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
  /** The same with a link, for programs that show HTML. */
  html?: string;
  /** The contact as the text shows it, one address; unset where headers cannot hold it. */
  replyTo: string | undefined;
  /** The same for each message however often it is sent, so that a mailbox shows it once. */
  messageId: string;
};

/** In English, as the log is; the reader who asks can write nothing but the contact and the lines marked with `>`. */
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

/** As RFC 5322 writes it. It holds nothing but the reference. */
export function messageId({ reference, id }: ReceivedRequest, about: string, registryUrl: string): string {
  return `<${about}-${reference.toLowerCase()}-${id}@${domainToASCII(URL.parse(registryUrl)?.hostname ?? '') || 'localhost'}>`;
}

/**
 * An address as headers hold it: not every mail server takes letters beyond ASCII there, and names of hosts are
 * rewritten, as mail programs do. Undefined for what is no address or cannot be rewritten.
 */
function headerAddress(contact: string): string | undefined {
  if (!isMailAddress(contact)) return undefined;
  const at = contact.lastIndexOf('@');
  const [local, host] = [contact.slice(0, at), domainToASCII(contact.slice(at + 1))];
  return host === '' || !/^[\x21-\x7e]+$/.test(local) ? undefined : `${local}@${host}`;
}

/** Signs that are no text, line ends among them, could begin a header of the message. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function quoted(reason: string): string {
  const lines = reason.split(/\r\n?|[\n\p{Zl}\p{Zp}]/u);
  return lines.map((line) => `> ${line.replace(/[^\P{Cc}\t]/gu, '')}`.trimEnd()).join('\n');
}
