/** Prepared messages about a request for access: to its sender, and to the person whom it is about. */

import { mailtoAddress } from '../../../domain/mail-address.ts';
import { momentIn } from '../../parts/dates.ts';
import type { AllWords } from '../../words/words.ts';

const MOST_REASON = 150;

export type AboutRequest = {
  reference: string | null;
  receivedAt: string;
  contact: string;
  reason: string;
  user: { email: string | null };
  gene: { symbol: string | null } | null;
};

/** Returns a link to write to the sender, which says nothing about the person. Undefined if the contact is no address for a link. */
export function answerAddress(request: AboutRequest, registry: string, { admin }: AllWords): string | undefined {
  const { answerMail } = admin;
  return mailtoAddress({
    to: request.contact,
    subject: answerMail.subject(request.reference ?? '', registry),
    body: answerMail.body(momentIn(request.receivedAt), symbolOf(request), registry),
  });
}

/** Returns a link to write to the person. Undefined if the administrator may not see the address. */
export function forwardAddress(request: AboutRequest, registry: string, { admin }: AllWords): string | undefined {
  const { forwardMail } = admin;
  const { contact, reason, reference } = request;
  const to = request.user.email;
  if (to === null) return undefined;
  const subject = forwardMail.subject(reference ?? '', registry);
  const withReason = (text: string) =>
    mailtoAddress({ to, subject, body: forwardMail.body(text, contact, symbolOf(request), registry) });
  // A reason that is too long for a link is cut; the administrator completes it.
  return withReason(reason) ?? withReason(`${reason.slice(0, MOST_REASON)} …`);
}

function symbolOf({ gene }: AboutRequest): string | undefined {
  return gene?.symbol ?? undefined;
}
