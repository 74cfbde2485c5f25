/** Notes the requests of a call for an administrator: the address and the outcome of each, without any secret. */

import type { SentRequest } from '../../domain/federation/explained.ts';
import type { ExchangeOutcome } from './exchange.ts';

type Options = {
  base: URL;
  /** Path and parameters of the first request of the call. */
  start: string;
  authorization: string | undefined;
  /** Called with each request when it is sent; its outcome is added later. */
  onSent: (request: SentRequest) => void;
};

const HIDDEN = '…';

/** Returns a function that begins the note of a request to a path with parameters. */
export function requestNotes({ base, start, authorization, onSent }: Options) {
  const inAddress = new URL(base.origin + start).searchParams.get('auth');
  const secrets = [inAddress, authorization?.replace(/^Bearer /, '')].filter((one) => one != null && one !== '');

  // A partner may repeat the token anywhere in the address of a redirect.
  function shown(target: string): string {
    const url = new URL(base.origin + target);
    url.searchParams.delete('auth');
    for (const name of base.searchParams.keys()) url.searchParams.set(name, HIDDEN);
    const hide = (text: string, secret: string) =>
      text.replaceAll(encodeURIComponent(secret), HIDDEN).replaceAll(secret, HIDDEN);
    return secrets.reduce<string>((text, secret) => hide(text, secret ?? ''), url.href);
  }

  return (target: string) => {
    const isInAddress = new URL(base.origin + target).searchParams.has('auth');
    const credential = authorization !== undefined ? 'header' : isInAddress ? 'address' : 'none';
    const request: SentRequest = {
      ...{ method: 'GET', url: shown(target), credential },
      ...{ status: null, elapsedMs: null, bytes: null },
    };
    let beganMs: number | undefined;
    return {
      /** To be called when the request is sent; further calls change nothing. */
      sent() {
        if (beganMs !== undefined) return;
        beganMs = performance.now();
        onSent(request);
      },
      ended(outcome: ExchangeOutcome) {
        if (beganMs === undefined) return;
        request.elapsedMs = Math.round(performance.now() - beganMs);
        if (!('reply' in outcome)) return;
        request.status = outcome.reply.status;
        request.bytes = outcome.reply.bytes;
      },
    };
  };
}
