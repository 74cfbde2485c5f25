/** The findings in English; each text follows the name of what was tested. */

import type { Finding, FindingCode, FindingParams } from './findings.ts';
import { reason } from './reasons.ts';
import { detailOf, titleOf } from './reasons-in-english.ts';

type Phrase<Params> = string | ((params: Params) => string);

const PHRASES: { readonly [Code in FindingCode]: Phrase<FindingParams[Code]> } = {
  'host-is-address': ({ host }) => `${host} is an address, and no name`,
  'host-found': ({ host, addresses }) => `${host} is ${addresses.join(', ')}`,
  'host-not-found': ({ host, because }) => `${host}: ${detailOf(because)}`,

  'port-open': ({ port }) => `port ${port} accepts connections`,
  'port-closed': ({ port, because }) => `port ${port}: ${detailOf(because)}`,
  'not-tried': 'not tried',

  'not-encrypted-here': 'none, as it is on this machine',
  'not-encrypted': 'none: the address begins with http, so others can read what is sent',
  secured,
  'certificate-ends-soon': secured,
  'certificate-refused': ({ problems }) => `its certificate ${problems.map(findingInEnglish).join(', and ')}`,
  'not-secured': ({ because }) => detailOf(because),
  'certificate-expired': ({ on }) => `expired on ${on}`,
  'certificate-not-yet-valid': ({ from }) => `is valid only from ${from}`,
  'certificate-of-others': ({ names, host }) => `is for ${names ?? 'nobody'} and not for ${host}`,
  'certificate-self-signed': 'is signed by itself, and not by an authority that this machine trusts',
  'certificate-by-untrusted': 'is signed by an authority that this machine does not trust',
  'certificate-by-unknown': 'is sent without the certificates in between, or signed by an unknown authority',

  version: ({ version, askedAs, lacks }) =>
    `${version}, asked as ${askedAs}${lacks.length === 0 ? '' : `; too old for ${lacks.join(', ')}`}`,
  'version-not-told': ({ status }) => `/api answered ${status}, without a document that states a version`,
  'password-asked':
    '/api asks for a user name and a password: the web server in front of the registry must allow /api without them',
  'address-with-api': ({ status }) =>
    `/api/api answered ${status}: the configured address ends in /api; remove /api from it`,
  'version-too-long': ({ mostBytes }) =>
    `/api answered with more than ${mostBytes / 1024} kB, which is not a document that states a version`,
  'version-failed': ({ because }) => detailOf(because),
  'version-timed-out': ({ timeoutMs }) => `/api gave no answer within ${timeoutMs / 1000} s`,

  'address-not-told': 'it does not state its address',
  'address-as-configured': ({ host }) => `it calls itself ${host}, as configured`,
  'other-address': ({ there, here }) => `it calls itself ${there}, but is configured as ${here}`,

  'this-registry': `it ${titleOf(reason('this-registry-itself'))}: remove it from the partners`,
  'another-registry': 'it is another registry than this one',
  'nobody-asks': 'no registry asks here',

  'no-token': 'none is configured',
  'token-accepted': 'is accepted; an unknown one is refused',
  'token-refused': ({ because }) => `is refused: ${detailOf(because)}`,
  'token-unclear': ({ because }) => `cannot be seen, as the registry ${titleOf(because)}`,
  'any-token': 'is not refused, but neither is an unknown one, so it may be unknown there',
};

export function findingInEnglish({ code, params }: Finding): string {
  const phrase = PHRASES[code] as Phrase<object>;
  return typeof phrase === 'string' ? phrase : phrase(params);
}

function secured({ protocol, certificate }: FindingParams['secured']): string {
  if (certificate === null) return protocol;
  const { issuer, validUntil } = certificate;
  return `${protocol}, certificate by ${issuer ?? 'an authority without a name'}, valid until ${validUntil}`;
}
