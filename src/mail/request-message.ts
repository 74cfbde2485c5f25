/** What the administrators are written about a request for access: all but whom it is about, as e-mail is read by others. */

import type { ReceivedRequest } from '../registry/accounts/access-requests.ts';

export type MessageAbout = {
  shortname: string;
  fullname: string;
  /** Address of the administrators' page. */
  adminPage: string;
};
export type RequestMessage = {
  subject: string;
  text: string;
  /** The contact, as one address; unset where headers cannot hold it. */
  replyTo: string | undefined;
};

/** Not every mail server takes headers with letters beyond ASCII; names of hosts are rewritten. */
const HEADER_ADDRESS = /^(?=[\x21-\x7e]+@)[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$/;

/** In English, as the log is; the reader who asks can write nothing but the contact and the lines marked with `>`. */
export function requestMessage(
  request: ReceivedRequest,
  { shortname, fullname, adminPage }: MessageAbout,
): RequestMessage {
  const { reference, receivedAt, symbol, contact, reason } = request;
  const replyTo = HEADER_ADDRESS.test(contact) ? contact : undefined;
  const facts = [
    `Reference: ${reference}`,
    `Received: ${receivedAt}`,
    symbol === undefined ? 'Record: a researcher' : `Record: a researcher's gene, ${oneLine(symbol)}`,
    `Contact: ${oneLine(contact)}`,
  ];
  const text = [
    `Somebody asks for access to an anonymised record of ${oneLine(fullname)} (${oneLine(shortname)}).`,
    facts.join('\n'),
    `Reason:\n${quoted(reason)}`,
    `Whom it is about is told to administrators only, on this page, where it can be noted what became of the request:\n${adminPage}`,
    replyTo === undefined ? 'Please write to the contact.' : 'An answer to this message goes to the contact.',
  ];
  return { subject: `Request for access ${reference}: ${oneLine(shortname)}`, text: text.join('\n\n'), replyTo };
}

/** Signs that are no text, line ends among them, could begin a header of the message. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function quoted(reason: string): string {
  const lines = reason.split(/\r\n?|[\n\p{Zl}\p{Zp}]/u);
  return lines.map((line) => `> ${line.replace(/[^\P{Cc}\t]/gu, '')}`.trimEnd()).join('\n');
}
