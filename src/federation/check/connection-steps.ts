/** What a trial of the connection says of the name, the connection and the certificate of a partner. */

import { detailOf } from '../../domain/federation/reasons-in-english.ts';
import { isThisMachine } from '../../domain/this-machine.ts';
import type { ConnectionTrial, SeenCertificate } from '../transport/connection-trial.ts';
import { type CheckStep, checkStep } from './check-step.ts';

/** A certificate is renewed before its last days, so somebody has forgotten it. */
const LAST_DAYS = 14;
const MS_PER_DAY = 24 * 60 * 60 * 1000;

export function connectionSteps(url: string, trial: ConnectionTrial, now: Date): readonly CheckStep[] {
  return [nameStep(url, trial), connectStep(url, trial), tlsStep(url, trial, now)];
}

function nameStep(url: string, { addresses, lookupMs, failure }: ConnectionTrial): CheckStep {
  const { hostname } = new URL(url);
  if (failure?.error.startsWith('dns_'))
    return wrong('name', `${hostname}: ${detailOf(failure.reason)}`, failure.error);
  if (addresses.length === 0) return checkStep('name', 'ok', `${hostname} is an address, and no name`);
  return checkStep('name', 'ok', `${hostname} is ${addresses.join(', ')}`, { elapsedMs: lookupMs ?? null });
}

function connectStep(url: string, { connectMs, failure }: ConnectionTrial): CheckStep {
  const { port, protocol } = new URL(url);
  const place = `port ${port || (protocol === 'https:' ? '443' : '80')}`;
  if (connectMs !== undefined) {
    return checkStep('connection', 'ok', `${place} accepts connections`, { elapsedMs: connectMs });
  }
  if (failure === undefined || failure.error.startsWith('dns_'))
    return checkStep('connection', 'not-asked', 'not tried');
  return wrong('connection', `${place}: ${detailOf(failure.reason)}`, failure.error);
}

function tlsStep(url: string, trial: ConnectionTrial, now: Date): CheckStep {
  const { connectMs, tlsMs, failure, protocol, certificate } = trial;
  const { protocol: scheme, hostname } = new URL(url);
  if (scheme === 'http:') {
    if (isThisMachine(hostname)) return checkStep('tls', 'not-asked', 'none, as it is on this machine');
    return checkStep('tls', 'remark', 'none: the address begins with http, and others can read along');
  }
  if (connectMs === undefined) return checkStep('tls', 'not-asked', 'not tried');
  const problems = certificate?.problems ?? [];
  if (failure !== undefined) {
    const because = problems.length === 0 ? detailOf(failure.reason) : `its certificate ${problems.join(', and ')}`;
    return wrong('tls', because, failure.error);
  }
  const secured = certificate === undefined ? `${protocol}` : `${protocol}, ${certificateText(certificate)}`;
  const isEnding =
    certificate !== undefined && certificate.validUntil.getTime() - now.getTime() < LAST_DAYS * MS_PER_DAY;
  return checkStep('tls', isEnding ? 'remark' : 'ok', secured, { elapsedMs: tlsMs ?? null });
}

function certificateText({ issuer, validUntil }: SeenCertificate): string {
  return `certificate by ${issuer}, valid until ${validUntil.toISOString().slice(0, 10)}`;
}

function wrong(check: CheckStep['check'], found: string, error: CheckStep['error']): CheckStep {
  return checkStep(check, 'wrong', found, { error });
}
