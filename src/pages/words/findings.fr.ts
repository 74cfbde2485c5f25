/** French words for the findings of a test of a partner. Each continues a sentence that begins with what was tested. */

import type { Finding, FindingCode, FindingParams } from '../../domain/federation/findings.ts';
import { reasonInFrench } from './reasons.fr.ts';

type Phrase<Params> = string | ((params: Params) => string);
type Because = { because: Parameters<typeof reasonInFrench>[0] };

const PHRASES: { readonly [Code in FindingCode]: Phrase<FindingParams[Code]> } = {
  'host-is-address': ({ host }) => `${host} est une adresse, et pas un nom`,
  'host-found': ({ host, addresses }) => `${host} est ${addresses.join(', ')}`,
  'host-not-found': (params) => `${params.host} ${because(params)}`,

  'port-open': ({ port }) => `le port ${port} accepte les connexions`,
  'port-closed': (params) => `le port ${params.port} ${because(params)}`,
  'not-tried': 'pas essayé',

  'not-encrypted-here': 'aucun, car le registre est sur cette machine',
  'not-encrypted': 'aucun : l’adresse commence par http, et d’autres peuvent lire ce qui est échangé',
  secured,
  'certificate-ends-soon': secured,
  'certificate-refused': ({ problems }) =>
    `son certificat ${problems.map((one) => findingInFrench(one)).join(', et ')}`,
  'not-secured': (params) => `il ${because(params)}`,
  'certificate-expired': ({ on }) => `a expiré le ${on}`,
  'certificate-not-yet-valid': ({ from }) => `n’est valable qu’à partir du ${from}`,
  'certificate-of-others': ({ names, host }) => `est pour ${names ?? 'personne'} et pas pour ${host}`,
  'certificate-self-signed': 'est signé par lui-même, et pas par une autorité que cette machine reconnaît',
  'certificate-by-untrusted': 'est signé par une autorité que cette machine ne reconnaît pas',
  'certificate-by-unknown': 'est envoyé sans les certificats intermédiaires, ou signé par une autorité inconnue',

  version: ({ version, askedAs, lacks }) =>
    `${version}, interrogée comme ${askedAs}${lacks.length === 0 ? '' : ` ; trop ancienne pour ${lacks.join(', ')}`}`,
  'version-not-told': ({ status }) => `/api a répondu ${status}, sans document qui indique une version`,
  'password-asked':
    '/api demande un nom d’utilisateur et un mot de passe : le serveur web devant le registre doit laisser passer /api sans eux',
  'address-with-api': ({ status }) =>
    `/api/api a répondu ${status} : l’adresse configurée finit par /api, qu’il faut enlever`,
  'version-too-long': ({ mostBytes }) =>
    `/api a envoyé plus de ${mostBytes / 1024} ko, ce qui n’est pas un document qui indique une version`,
  'version-failed': (params) => `il ${because(params)}`,
  'version-timed-out': ({ timeoutMs }) =>
    `/api n’a pas donné de réponse en ${String(timeoutMs / 1000).replace('.', ',')} s`,

  'address-not-told': 'il n’indique pas son adresse',
  'address-as-configured': ({ host }) => `il se nomme ${host}, comme dans la configuration`,
  'other-address': ({ there, here }) => `il se nomme ${there}, mais la configuration le nomme ${here}`,

  'this-registry': 'c’est ce registre lui-même, sous une autre adresse : retirez-le des partenaires',
  'another-registry': 'c’est un autre registre que celui-ci',
  'nobody-asks': 'aucun registre n’interroge ici',

  'no-token': 'aucun n’est configuré',
  'token-accepted': 'est accepté ; un jeton inconnu est refusé',
  'token-refused': (params) => `est refusé : il ${because(params)}`,
  'token-unclear': (params) => `on ne peut pas le dire, car le registre ${because(params)}`,
  'any-token': 'n’est pas refusé, mais un jeton inconnu ne l’est pas non plus : notre jeton est peut-être inconnu',
};

/** Returns the words of a finding; undefined if this version does not know its code. */
export function findingInFrench({ code, params }: Finding): string | undefined {
  if (!Object.hasOwn(PHRASES, code)) return undefined;
  const phrase = PHRASES[code] as Phrase<object>;
  return typeof phrase === 'string' ? phrase : phrase(params);
}

function because({ because }: Because): string {
  return reasonInFrench(because) ?? 'a échoué';
}

function secured({ protocol, certificate }: FindingParams['secured']): string {
  if (certificate === null) return protocol;
  const { issuer, validUntil } = certificate;
  return `${protocol}, certificat de ${issuer ?? 'une autorité sans nom'}, valable jusqu’au ${validUntil}`;
}
