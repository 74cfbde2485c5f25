/** The sentence about an invalid request in the reader's language: the value that was found, and what is allowed. All errors of the catalogue (src/api/errors.ts) stand here in French, with the phrases for their details. Browsers must not load this file. */

import {
  type ErrorCode,
  type ErrorDetail,
  type PhraseCode,
  type PhraseWords,
  type RegistryError,
  wordsOf,
} from '../../domain/errors.ts';
import type { Reason } from '../../domain/federation/reasons.ts';
import { ownMember } from '../../domain/own-member.ts';
import { reasonInFrench } from './reasons.fr.ts';
import type { AllWords } from './words.ts';

/** `{…}` is replaced by a detail of the error, which {@link detailInFrench} writes. */
export const PROBLEMS: Readonly<Record<ErrorCode, string>> = {
  'parameter-missing': 'Le paramètre « {name} » manque. {hint}',
  'parameter-invalid': 'Le paramètre « {name} » ne peut pas être « {found} ». Valeurs possibles : {allowed}.',
  'repeated-parameter': 'Le paramètre « {name} » est donné {found} fois. Possible : une seule fois.',
  'parameter-garbled': 'Le paramètre « {name} » contient des caractères illisibles. Possible : du texte en UTF-8.',
  'unknown-parameter': 'Il n’y a pas ici de paramètre « {found} ». Paramètres possibles : {allowed}.',
  'parameter-too-long': 'Le paramètre « {name} » a un texte de {found} caractères. Maximum : {allowed}.',
  'too-many-values': 'Le paramètre « {name} » a {found} valeurs. Maximum : {allowed}.',
  'path-invalid': 'L’adresse contient « {found} », où il faut {allowed}.',
  'escape-invalid':
    'L’adresse contient « {found} », qui n’est pas un caractère codé. Forme possible : % suivi de deux chiffres hexadécimaux.',
  'path-forbidden': 'Le chemin contient {found}, ce qui n’est pas possible ici.',
  'address-too-long': 'L’adresse compte {found} caractères. Maximum : {allowed}.',
  'search-mode-missing': 'Pour chercher des chercheurs, donnez un nom, un thème de recherche, ou les deux.',
  'sort-unknown': 'La réponse ne peut pas être triée selon « {found} ». Valeurs possibles : {allowed}.',
  'unknown-tier': 'Le niveau « {tier} » n’existe pas.',
  'unknown-taxon-searched': 'L’organisme {taxonId} n’est pas connu ici.',
  'list-invalid': 'La liste de gènes ne peut pas être lue : on y trouve {found}. Valeurs possibles : {allowed}.',
  'list-too-long': 'La liste compte {found} gènes. Maximum : {allowed}.',
  'feed-too-broad':
    'Un flux convient à une question qui trouve au plus {allowed} personnes ; celle-ci en trouve {found}.',
  'body-invalid': 'Le corps de la requête ne peut pas être lu. Valeurs possibles : {allowed}.',
  'member-invalid': 'Dans le corps de la requête, « {name} » est {found}. Valeurs possibles : {allowed}.',
  'body-type-invalid': 'Le corps de la requête est {found}. Valeurs possibles : {allowed}.',
  'body-too-large': 'Le corps de la requête dépasse {allowed} octets.',
  'too-many-lists':
    'Trop de listes de gènes sont recherchées en ce moment, ici ou depuis votre adresse. Réessayez dans {retryAfterSeconds} secondes.',
  'empty-symbol': 'Le symbole du gène ne peut pas être vide.',
  'unknown-symbol': 'Aucun gène avec le symbole « {symbol} » n’est connu ici.',
  'no-orthologs': 'Aucun orthologue n’a été trouvé pour cette question.',
  'ontology-lists-differ': 'Il faut autant d’ontologies que de termes (ontologyNames et ontologyTermIds).',
  'unknown-ontologies': 'Ces ontologies n’existent pas dans ce registre : {names}.',
  'unknown-taxon': 'L’organisme {taxonId} n’est pas connu ici.',
  'unknown-ontology': 'L’ontologie « {ontologyName} » n’est pas connue ici.',
  'unknown-term': 'Le terme « {termId} » n’est pas connu dans l’ontologie « {ontologyName} ».',
  'unknown-user': 'Aucun chercheur avec le numéro {userId} n’est connu ici.',
  'unknown-anonymous-user':
    'La référence anonyme {anonymousId} n’est pas connue ici, ou ne l’est plus. Relancez la recherche.',
  'unknown-anonymous-gene':
    'La référence anonyme {anonymousId} n’est pas connue ici, ou ne l’est plus. Relancez la recherche.',
  'access-denied': 'Ce registre ne vous laisse pas lire cette fiche.',
  'unknown-token': 'Ce jeton d’accès est inconnu.',
  'expired-token': 'Le jeton d’accès a expiré.',
  'invalid-token': 'Le jeton d’accès n’est pas valable.',
  'remote-account-missing': 'Le compte des registres partenaires n’est pas configuré correctement : {reason}.',
  'no-endpoint': 'Il n’y a rien à cette adresse.',
  'no-page': 'Il n’y a rien à cette adresse.',
  'method-not-allowed': '{method} n’est pas possible ici. Possible : {allowed}.',
  'not-acceptable': 'Cette adresse répond par {offered}, ce que votre programme n’accepte pas.',
  'api-disabled': 'Ce registre n’est pas ouvert aux recherches.',
  'search-mode-disabled': 'La recherche {what} est fermée dans ce registre.',
  'anonymised-results-disabled': 'Ce registre ne donne pas de références anonymes.',
  'data-replaced': 'Les données ont été remplacées pendant la préparation de la réponse. Veuillez réessayer.',
  'data-not-read-yet': 'Ce registre est lu pour la première fois. Veuillez réessayer dans quelques minutes.',
  'data-not-compared-yet':
    'Ce registre vient de démarrer et compare ses données avec leur source. Veuillez réessayer dans un instant.',
  'record-withheld':
    'La réponse n’est pas possible pour le moment, car les données de ce registre sont mises à jour. Veuillez réessayer plus tard.',
  'data-too-old': 'Ce registre n’a pas pu vérifier ses données depuis trop longtemps. Veuillez réessayer plus tard.',
  'state-unavailable':
    'Les jetons, les demandes d’accès et les flux ne peuvent pas être consultés pour le moment. Veuillez réessayer plus tard.',
  'unknown-origin': 'Il n’y a pas ici de registre « {found} ». Valeurs possibles : {allowed}.',
  'cursor-invalid': 'Le lien vers cette page de la réponse n’a pas été écrit par ce registre. Relancez la recherche.',
  'cursor-of-another-question':
    'Le lien vers cette page de la réponse appartient à une autre question. Relancez la recherche.',
  'paging-conflict': '« {found} » ne peut pas être donné ici. {hint}',
  'origin-record-unknown': '{origin} n’a pas cette fiche.',
  'origin-access-denied': '{origin} ne vous laisse pas lire cette fiche.',
  'origin-unsupported': '{origin} {reason}.',
  'origin-timed-out': '{origin} {reason}.',
  'origin-failed': '{origin} {reason}.',
  'origin-unavailable': '{origin} {reason}.',
  'search-criterion-missing': 'Veuillez indiquer au moins un critère de recherche.',
  'form-invalid': 'Le formulaire est illisible. Forme possible : {allowed}.',
  'token-needed': 'Cette adresse demande le jeton d’accès d’un administrateur.',
  'administrators-only': 'Cette adresse est réservée aux administrateurs de ce registre.',
  'account-unfit':
    'Aucun compte {found} ne peut utiliser un jeton. Valeur possible : le numéro d’un compte qui n’est pas désactivé.',
  'account-full': 'Le compte {found} a déjà {allowed} jetons, le maximum.',
  'request-changed': 'La demande a changé entre-temps : elle est maintenant {found}. Rien n’a été enregistré.',
  'request-not-forwarded': 'La demande ne peut pas être transmise par courriel : {reason}.',
  'form-from-elsewhere': 'Le formulaire a été envoyé par un autre site. Utilisez la page de ce registre.',
  'form-too-large': 'Le formulaire dépasse {allowed} octets.',
  'too-many-requests': 'Trop de demandes sont venues de votre adresse. Veuillez réessayer dans {minutes} min.',
  'too-many-questions':
    'Trop de questions sont venues de votre adresse ou avec votre jeton. Veuillez réessayer dans {retryAfterSeconds} secondes.',
  'too-much-work':
    'Votre adresse ou votre jeton a demandé plus de fiches qu’il n’est possible en une minute. Veuillez réessayer dans {retryAfterSeconds} secondes.',
  'too-many-searches': 'Trop de recherches sont en cours ici. Veuillez réessayer dans {retryAfterSeconds} secondes.',
  'too-much-unread':
    'Trop de réponses attendent ici d’être lues. Veuillez réessayer dans {retryAfterSeconds} secondes.',
  'too-many-exports':
    'Trop de fichiers de recherches sont en préparation, ici ou pour votre adresse. Veuillez réessayer dans {retryAfterSeconds} secondes.',
  stopping: 'Ce registre est en train de s’arrêter. Veuillez réessayer dans un instant.',
  internal: 'Une erreur est survenue ici ; elle a été consignée. Veuillez réessayer plus tard.',
};

const PHRASES: PhraseWords = {
  'names-gene': 'Il nomme le gène, par exemple symbol=BRCA1.',
  'names-organism': 'Il nomme l’organisme, par exemple taxonId=9606 pour l’humain.',
  'names-terms': 'Il nomme les termes, et peut être répété.',
  'names-registry': 'Il nomme le registre, par exemple origin=local.',
  'names-ontology': 'Il nomme l’ontologie, par exemple ontologyName=hp.',
  'typed-so-far': ({ example }) => `C’est ce qui a été saisi jusqu’ici, par exemple ${example}.`,
  'typed-by-somebody': 'C’est ce que quelqu’un a saisi, par exemple text=KCNQ2.',
  'says-how-names-match':
    'Donnez prefix=true pour les noms de famille qui commencent ainsi, prefix=false pour les noms qui le contiennent.',
  'one-of-formats': ({ formats }) => `Valeurs possibles : ${formats}.`,
  'cursor-knows-its-page': 'Le curseur connaît sa page et sa taille ; donnez-le seul.',
  'stream-has-no-pages':
    'Une recherche en continu donne toutes les fiches de chaque registre ; les pages sont pour la réponse simple.',
  'stream-counts-nothing':
    'Une recherche en continu donne toutes les fiches de chaque registre ; ce qui est compté est dans la réponse simple.',
  'no-records-no-pages': ({ granularity }) =>
    `Une réponse avec granularity=${granularity} ne contient pas de fiches, donc pas de pages non plus.`,
  integer: 'un nombre entier de 32 bits au plus',
  'integer-from-to': ({ least, most }) => `un nombre entier de ${least} à ${most}`,
  'from-to': ({ least, most }) => `de ${least} à ${most}`,
  'from-to-at-size': ({ least, most }) => `de ${least} à ${most} pour cette taille`,
  'part-of-path': ({ characters }) => `un élément de ${characters} caractères au plus`,
  'most-names': ({ names }) => `${names} noms au plus`,
  names: ({ names }) => `${names} noms`,
  'key-of-registry': 'la clé d’un registre',
  day: 'un jour tel que 2026-03-01',
  uuid: 'un UUID',
  'utf-8': 'de l’UTF-8',
  'json-in-utf-8': 'du JSON en UTF-8',
  'form-in-utf-8': 'application/x-www-form-urlencoded en UTF-8',
  'the-path': 'le chemin',
  'by-gene': 'par gène',
  'for-researchers': 'de chercheurs',
  'sends-no-mail': 'ce registre n’envoie pas de courriel',
  'sender-unconfirmed': 'son adresse n’est pas confirmée',
  'closed-for-sender': 'elle est close pour le demandeur',
  answered: 'elle a déjà une réponse',
  'waits-for-person': 'elle attend déjà son tour',
  'with-the-person': 'la personne l’a déjà reçue',
  'account-unreachable': 'le compte n’existe plus, est désactivé, ou n’a pas d’adresse électronique',
  'no-account-named': 'aucun compte n’est désigné pour cela',
  'no-such-account': ({ userId }) => `aucun compte n’a le numéro ${userId}`,
};

/** Returns a detail of an error: values, such as a symbol, unchanged; phrases in French. */
function detailInFrench(detail: ErrorDetail = ''): string {
  if (typeof detail !== 'object') return String(detail);
  const { code, params } = detail;
  if (Object.hasOwn(PHRASES, code)) return wordsOf(PHRASES, code as PhraseCode, params);
  // The detail is the reason why a registry gave no record.
  return reasonInFrench({ code, params } as Reason) ?? 'n’a pas pu donner cette fiche';
}

export type RegistryProblem = Pick<RegistryError, 'code' | 'details' | 'message'>;

/** Returns the sentence of the error. In English it is the same as in the API. */
export function problemIn(words: AllWords, { code, details, message }: RegistryProblem): string {
  if (code === 'search-criterion-missing') return words.criterionMissing;
  if (words.lang === 'en') return message;
  return PROBLEMS[code].replace(/\{(\w+)\}/g, (_, name: string) => detailInFrench(ownMember(details, name))).trimEnd();
}
