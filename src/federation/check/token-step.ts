/** What becomes of our search token at a partner, beside what any token gets. */

import { randomBytes } from 'node:crypto';
import { detailOf, titleOf } from '../../domain/federation/reasons-in-english.ts';
import { askedOnPurpose } from '../partner/asked-on-purpose.ts';
import { classifyAnswer } from '../partner/failure-class.ts';
import type { AskPartner, PartnerAnswer } from '../partner/partner-query.ts';
import { FINDS_NOBODY } from '../partner-probe.ts';
import { RDP } from '../rdp/rdp.ts';
import { type CheckStep, checkStep } from './check-step.ts';

type Options = {
  version: string | undefined;
  /** Undefined where no token is configured. */
  token: string | undefined;
  /** A way to ask with a token. */
  askWith: (token: string) => AskPartner;
  signal: AbortSignal;
};

/** Asks twice at most: with our token, and with one that nobody has made. */
export async function tokenStep({ version, token, askWith, signal }: Options): Promise<CheckStep> {
  if (token === undefined) return checkStep('token', 'not-asked', 'none is configured');
  const query = askedOnPurpose({ question: FINDS_NOBODY, version, credential: 'token', signal }, RDP);
  const began = performance.now();
  const answer = await askWith(token)(query);
  const elapsedMs = Math.round(performance.now() - began);
  if (isRefused(answer)) {
    return checkStep('token', 'wrong', `is refused: ${answer.failure && detailOf(answer.failure.reason)}`, {
      elapsedMs,
    });
  }
  if (classifyAnswer(answer) !== 'healthy') {
    return checkStep(
      'token',
      'not-asked',
      `cannot be told, as the registry ${answer.failure && titleOf(answer.failure.reason)}`,
      { elapsedMs },
    );
  }
  const unknown = await askWith(`unknown-${randomBytes(12).toString('hex')}`)(query);
  if (isRefused(unknown)) return checkStep('token', 'ok', 'is accepted; an unknown one is refused', { elapsedMs });
  const found = 'is not refused, but neither is an unknown one, so it may be one';
  return checkStep('token', 'remark', found, { elapsedMs });
}

function isRefused({ failure }: PartnerAnswer): boolean {
  return failure?.about === 'token-refused';
}
