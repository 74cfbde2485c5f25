/** Turns a trial of a connection into steps about the name, the connection and the certificate of a partner. */

import { DAY_MS } from '../../domain/durations.ts';
import { finding } from '../../domain/federation/findings.ts';
import { isThisMachine } from '../../domain/this-machine.ts';
import type { ConnectionTrial } from '../transport/connection-trial.ts';
import { type ProbeStep, probeStep } from './check-step.ts';

/** Certificates are usually renewed before their last days, so such a one may have been forgotten. */
const LAST_DAYS = 14;

export function connectionSteps(url: string, trial: ConnectionTrial, now: Date): readonly ProbeStep[] {
  return [nameStep(url, trial), connectStep(url, trial), tlsStep(url, trial, now)];
}

function nameStep(url: string, { addresses, lookupMs, failure }: ConnectionTrial): ProbeStep {
  const { hostname: host } = new URL(url);
  if (failure?.error.startsWith('dns_')) {
    const found = finding('host-not-found', { host, because: failure.reason });
    return { ...probeStep('name', 'wrong', found), error: failure.error };
  }
  if (addresses.length === 0) return probeStep('name', 'ok', finding('host-is-address', { host }));
  return { ...probeStep('name', 'ok', finding('host-found', { host, addresses })), elapsedMs: lookupMs ?? null };
}

function connectStep(url: string, { connectMs, failure }: ConnectionTrial): ProbeStep {
  const { port: stated, protocol } = new URL(url);
  const port = stated || (protocol === 'https:' ? '443' : '80');
  if (connectMs !== undefined) {
    return { ...probeStep('connection', 'ok', finding('port-open', { port })), elapsedMs: connectMs };
  }
  if (failure === undefined || failure.error.startsWith('dns_')) {
    return probeStep('connection', 'not-asked', finding('not-tried'));
  }
  const found = finding('port-closed', { port, because: failure.reason });
  return { ...probeStep('connection', 'wrong', found), error: failure.error };
}

function tlsStep(url: string, trial: ConnectionTrial, now: Date): ProbeStep {
  const { connectMs, tlsMs, failure, protocol, certificate } = trial;
  const { protocol: scheme, hostname } = new URL(url);
  if (scheme === 'http:') {
    return isThisMachine(hostname)
      ? probeStep('tls', 'not-asked', finding('not-encrypted-here'))
      : probeStep('tls', 'remark', finding('not-encrypted'));
  }
  if (connectMs === undefined) return probeStep('tls', 'not-asked', finding('not-tried'));
  if (failure !== undefined) {
    const problems = certificate?.problems ?? [];
    const found =
      problems.length === 0
        ? finding('not-secured', { because: failure.reason })
        : finding('certificate-refused', { problems });
    return { ...probeStep('tls', 'wrong', found), error: failure.error };
  }
  const secured = {
    protocol: `${protocol}`,
    certificate: certificate === undefined ? null : { issuer: certificate.issuer, validUntil: dayOf(certificate) },
  };
  const isEnding = certificate !== undefined && certificate.validUntil.getTime() - now.getTime() < LAST_DAYS * DAY_MS;
  const step = isEnding
    ? probeStep('tls', 'remark', finding('certificate-ends-soon', secured))
    : probeStep('tls', 'ok', finding('secured', secured));
  return { ...step, elapsedMs: tlsMs ?? null };
}

function dayOf({ validUntil }: { validUntil: Date }): string {
  return validUntil.toISOString().slice(0, 10);
}
