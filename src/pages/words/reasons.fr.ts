/** The French words of reasons, for the pages. The English ones are in the API. */

import {
  type BriefReason,
  isForWantOfSlot,
  type Reason,
  type ReasonCode,
  type ReasonParams,
} from '../../domain/federation/reasons.ts';
import type { Title } from '../../domain/federation/unknown-in-english.ts';
import { listInSentence, namedInSentence, nameInSentence } from '../../domain/shown-text.ts';
import { isOne } from './plurals.fr.ts';
import { taxa } from './taxa.fr.ts';

const IN_VAIN = 'car trop de questions lui sont déjà posées';
const UNTIL_TOKEN = 'seul ce qui est public est affiché';

const REASONS: { readonly [Code in ReasonCode]: Title<ReasonParams[Code]> } = {
  'left-out': notAsked,
  'no-gene-listed': notAsked,
  'all-read': 'n’a pas d’autres fiches',
  'reader-left': 'n’a pas été attendu',
  'no-longer-listed': 'ne fait plus partie des registres',
  'this-registry-itself': 'est ce registre lui-même, sous une autre adresse',
  'tier-3-not-searched': 'ne recherche pas les gènes du niveau 3',
  'too-old': ({ version }) => `est trop ancien pour cette question (version ${version ?? 'inconnue'})`,
  resting: ({ because }) => `n’est pas interrogé pendant un moment, car il ${words(because)}`,
  failed: 'a échoué',

  'no-turn': `n’a pas été interrogé, ${IN_VAIN}`,
  'queue-full': `n’a pas été interrogé, ${IN_VAIN}`,
  'no-turn-in-time': `n’a pas été interrogé, ${IN_VAIN}`,
  'late-turn': `a été interrogé tard, ${IN_VAIN}`,
  'takes-many-requests': 'n’a pu être interrogé qu’en partie, car cela demande beaucoup de requêtes',
  'busy-with-others': 'est occupé par d’autres questions de ce registre',
  'no-room': 'n’a pas été lu, car trop de longues réponses arrivent déjà',
  'question-too-large': notForAll,
  'search-ended': (params) => `n’avait pas répondu à la fin de la recherche, après ${time(params)}`,
  'not-waited-for': 'n’était pas attendu pour cette réponse',
  'list-ended': (params) => `n’a pas été attendu, car la liste avait déjà pris ${time(params)}`,
  'gave-way': 'n’a pas répondu à temps',
  stopped: 'n’avait pas répondu quand ce registre a été arrêté',
  stopping: 'n’est plus interrogé, car ce registre s’arrête',
  'mistake-here': 'n’a pas pu être lu à cause d’une erreur ici, qui a été consignée',
  'not-put': 'n’a pas pu être interrogé',

  'no-answer': withinTime,
  'no-answer-begun': withinTime,
  'no-answer-to-test': withinTime,
  'answer-stopped': unfinished,
  'answer-unfinished': unfinished,
  'answer-not-whole': unfinished,
  'unknown-host': 'a une adresse qui n’existe pas',
  'lookup-timed-out': 'a une adresse qui n’a pas pu être trouvée à temps',
  'connection-refused': 'refuse les connexions',
  'connection-timed-out': 'n’a pas accepté de connexion à temps',
  'connection-closed': 'ne répond pas',
  'no-route': 'ne peut pas être joint d’ici',
  'bad-certificate': 'présente un certificat qui n’est pas valable',
  'bad-encryption': 'n’a pas pu établir de connexion chiffrée',
  'answer-broken-off': 'a interrompu sa réponse',
  'not-http': 'a envoyé une réponse incorrecte',
  'badly-packed': 'a envoyé une réponse qui ne peut pas être décompressée',
  'unknown-coding': 'a envoyé une réponse qui ne peut pas être décompressée',
  'redirected-away': 'renvoie à une autre adresse que celle qui est prévue',
  'redirected-too-often': 'renvoie à une adresse qui ne mène nulle part',
  'redirected-nowhere': 'renvoie à une adresse qui ne mène nulle part',

  'asks-to-wait': 'demande d’attendre',
  'not-available': 'n’est pas disponible pour le moment',
  'back-later': 'n’est pas disponible pour le moment',
  'switched-off': 'est fermé aux recherches',
  'search-closed': ({ search }) =>
    search === 'genes' ? 'ne permet pas la recherche par gène' : 'ne permet pas la recherche de chercheurs',
  'no-anonymous-ids': 'ne donne pas de références anonymes',
  'token-refused': 'a refusé notre jeton',
  'access-refused': 'a refusé l’accès',
  'access-denied': 'ne nous laisse pas lire ceci',
  'cannot-be-asked': 'ne sait pas traiter cette question',
  'question-rejected': 'a rejeté la question',
  'server-error': 'a répondu par une erreur',
  'not-data': 'a répondu par autre chose que des données',
  'no-body': 'a donné une réponse vide',
  'breaks-off': 'a envoyé une réponse incomplète',
  unreadable: 'a donné une réponse illisible',
  unexpected: 'a donné une réponse inattendue',
  'too-long': 'a envoyé une réponse trop longue',
  'too-many-objects': 'a envoyé une réponse trop complexe',

  'no-symbol': (_, isOfSeveral) => `${doNotKnow(isOfSeveral)} de gène sans symbole`,
  'unknown-symbol': ({ symbol }, isOfSeveral) => `${doNotKnow(isOfSeveral)} le symbole ${named(symbol)}`,
  'several-genes': ({ symbol, names, more }) =>
    `connaît plusieurs gènes appelés ${named(symbol)} : ${withOthers(names.map(named), more)}`,
  'unknown-symbols': ({ genes, more }) => {
    const names = genes.map(({ symbol, taxon }) => named(symbol) + (taxon === null ? '' : ` (${organism(taxon)})`));
    return `ne connaît pas ${several(names, more, ['le symbole', 'les symboles'])}`;
  },
  'unknown-symbols-of-list': ({ genes, of }, isOfSeveral) =>
    `${doNotKnow(isOfSeveral)} le symbole de ${someGenes(genes, of)}`,
  'unknown-taxon': ({ taxonId }, isOfSeveral) => {
    const name = taxa[taxonId];
    return `${doNotKnow(isOfSeveral)} l’organisme ${taxonId}${name === undefined ? '' : ` (${name})`}`;
  },
  'unknown-ontology': ({ name }, isOfSeveral) =>
    `${doNotKnow(isOfSeveral)} l’ontologie ${name === null ? 'demandée' : named(name)}`,
  'unknown-ontologies': ({ names, more }, isOfSeveral) =>
    `${doNotKnow(isOfSeveral)} ${names.length === 0 ? 'une ontologie demandée' : several(names.map(named), more, ONTOLOGIES)}`,
  'unused-ontologies': ({ names, more }, isOfSeveral) =>
    `${isOfSeveral ? 'n’utilisent' : 'n’utilise'} pas ${several(names.map(named), more, ONTOLOGIES)}`,
  'unknown-terms': ({ names, more }, isOfSeveral) =>
    `${doNotKnow(isOfSeveral)} ${several(names.map(named), more, ['le terme', 'les termes'])}`,
  'no-such-researcher': 'ne connaît pas ce chercheur',
  'no-such-anonymous-id': 'ne connaît pas cette référence anonyme, ou ne la connaît plus',
  'no-such-record': 'n’a pas cette fiche',
  'record-not-shown': 'ne vous laisse pas lire cette fiche',
  'no-record': 'n’a pas donné de fiche',

  'cut-by-size': 'a envoyé une réponse trop longue, les dernières fiches manquent',
  'rows-missing': ({ missing, isNothingThere }) => {
    if (!isNothingThere) return `ne peut pas répondre pour ${missing} des fiches de cette page`;
    return isOne(missing)
      ? 'ne peut pas répondre pour la seule fiche de cette page'
      : `ne peut répondre pour aucune des ${missing} fiches de cette page`;
  },
  'organisms-not-answered': ({ names }) => `ne peut pas répondre pour ${listInSentence(names, 'et')}`,
  'organisms-not-told': 'ne dit pas pour quels organismes il a des chercheurs',
  'organisms-not-asked': ({ organisms }) => `n’a pas été interrogé sur ${organisms} de ses organismes`,
  'organisms-unknown-here': ({ names, more }) => {
    const all = withOthers(names.map(quoted), more);
    const known = more > 0 ? 'inconnus ici sous ces noms' : 'inconnu ici sous ce nom';
    return `n’a pas pu être interrogé sur ${all}, ${known}`;
  },
  'not-asked-for-all': notForAll,
  'terms-not-told': 'n’a pas dit s’il connaît tous les termes demandés',
  'unreadable-records': ({ records }) =>
    isOne(records) ? 'a donné une fiche illisible' : `a donné ${records} fiches illisibles`,
  'unasked-records': ({ records }) =>
    isOne(records)
      ? 'a donné une fiche que personne n’a demandée'
      : `a donné ${records} fiches que personne n’a demandées`,
  'unchecked-records': ({ records }) =>
    isOne(records)
      ? 'a donné une fiche qui ne peut pas être vérifiée ici'
      : `a donné ${records} fiches qui ne peuvent pas être vérifiées ici`,
  'compared-in-part': ({ records, compared }) =>
    `a donné ${someRecords(records)} pour l’une des deux conditions, dont ${compared} ${isOne(compared) ? 'a été comparée' : 'ont été comparées'}`,
  'unpaired-records': ({ records }) =>
    `a donné ${someRecords(records)} sans identifiant, dont on ne peut pas dire si les deux conditions sont remplies`,
  'differing-records': 'a donné un même chercheur plusieurs fois, avec des fiches qui diffèrent',
  'too-many-records': ({ records, shown }) =>
    `a donné ${someRecords(records)}, dont ${shown} ${isOne(shown) ? 'est affichée' : 'sont affichées'}`,
  'hidden-taken-for-one': 'confond les chercheurs anonymes d’un même gène, il peut y en avoir d’autres',
  'filters-not-checked': 'n’a pas pu être vérifié pour tous les filtres',
  'nothing-usable': all,
  'as-to-the-public': `a refusé notre jeton, ${UNTIL_TOKEN}`,
  'as-to-the-public-for-now': `a refusé notre jeton il y a peu, ${UNTIL_TOKEN}`,
  'as-to-the-public-perhaps': 'a peut-être répondu comme à tout le monde, car il n’a pas dit sa version',
  'written-otherwise': 'écrit peut-être le nom autrement',
  'behind-database': 'n’a pas encore repris toutes les modifications de sa base',
  'answered-in-part': ({ because }) =>
    isForWantOfSlot(because)
      ? `n’a répondu qu’en partie, ${IN_VAIN}`
      : `n’a répondu qu’en partie : il ${words(because)}`,
  'withheld-from-older': ({ because }) => words(because),
  'some-genes': ({ because, genes, of }) =>
    `${because === null ? 'n’a pas donné de réponse complète' : words(because)} pour ${someGenes(genes, of)}`,
  limited: all,
};

/** Returns the words of a reason, which follow the name of one or several registries; undefined if this version does not know its code. */
export function reasonInFrench({ code, params }: BriefReason, isOfSeveral = false): string | undefined {
  if (!Object.hasOwn(REASONS, code)) return undefined;
  const title = REASONS[code] as Title<object>;
  return typeof title === 'string' ? title : title(params, isOfSeveral);
}

function words(reason: Reason): string {
  return reasonInFrench(reason) ?? 'a échoué';
}

function all({ reasons }: { reasons: readonly Reason[] }): string {
  return listInSentence(
    reasons.map((one) => words(one)),
    'et',
  );
}

function notAsked(_: object, isOfSeveral: boolean): string {
  return isOfSeveral ? 'n’ont pas été interrogés' : 'n’a pas été interrogé';
}

function notForAll(): string {
  return 'n’a été interrogé qu’en partie, car la question est trop grande';
}

function withinTime(params: { timeoutMs: number }): string {
  return `n’a pas répondu en ${time(params)}`;
}

function unfinished(params: { timeoutMs: number }): string {
  return `n’a pas terminé sa réponse en ${time(params)}`;
}

function time({ timeoutMs }: { timeoutMs: number }): string {
  return `${String(timeoutMs / 1000).replace('.', ',')} s`;
}

function doNotKnow(isOfSeveral: boolean): string {
  return isOfSeveral ? 'ne connaissent pas' : 'ne connaît pas';
}

const ONTOLOGIES = ['l’ontologie', 'les ontologies'] as const;

/** @param names the first names, which are shown */
function several(names: readonly string[], more: number, [one, many]: readonly [string, string]): string {
  return `${isOne(names.length + more) ? one : many} ${withOthers(names, more)}`;
}

function withOthers(names: readonly string[], more: number): string {
  return listInSentence([...names, ...(more > 0 ? [isOne(more) ? `${more} autre` : `${more} autres`] : [])], 'et');
}

function named(name: string): string {
  return namedInSentence(name, ['« ', ' »']);
}

/** A name that the other registry uses, whatever its content. */
function quoted(name: string): string {
  return `« ${nameInSentence(name)} »`;
}

function organism({ id, name }: { id: number; name: string | null }): string {
  return taxa[id] ?? name ?? `organisme ${id}`;
}

function someGenes(genes: number, of: number): string {
  return `${genes} ${isOne(genes) ? 'gène' : 'gènes'} sur ${of}`;
}

function someRecords(count: number): string {
  return isOne(count) ? `${count} fiche` : `${count} fiches`;
}
