/** Why a registry gave no full answer, in French: the words of `problem.title` (docs/federation.md) read as data. */

import { matched, patternsOf } from './patterns.ts';

/** `…` stands for what differs, in the same order on both sides. What differs may be a further reason. */
const REASONS: Readonly<Record<string, string>> = {
  'was not asked': 'n’a pas été interrogé',
  'were not asked': 'n’ont pas été interrogés',
  'has no more records': 'n’a plus d’autres fiches',
  'has an address that does not exist': 'a une adresse qui n’existe pas',
  'has an address that could not be looked up in time': 'a une adresse qui n’a pas pu être trouvée à temps',
  'refuses connections': 'refuse les connexions',
  'did not accept a connection in time': 'n’a pas accepté de connexion à temps',
  'cannot be reached from here': 'ne peut pas être joint d’ici',
  'is not responding': 'ne répond pas',
  'presents a certificate that is not valid': 'présente un certificat qui n’est pas valable',
  'could not agree on an encrypted connection': 'n’a pas pu établir de connexion chiffrée',
  'did not answer within … s': 'n’a pas répondu en … s',
  'did not finish its answer within … s': 'n’a pas terminé sa réponse en … s',
  'broke off its answer': 'a interrompu sa réponse',
  'sent an answer that breaks off': 'a envoyé une réponse incomplète',
  'sent something that is no proper answer': 'a envoyé ce qui n’est pas une réponse correcte',
  'sent an answer that cannot be unpacked': 'a envoyé une réponse qui ne peut pas être décompressée',
  'redirects to another address than the configured one': 'renvoie à une autre adresse que celle qui est prévue',
  'redirects in a way that cannot be followed': 'renvoie à une adresse qui ne mène nulle part',
  'answered with something else than data': 'a répondu par autre chose que des données',
  'answered something that cannot be read': 'a donné une réponse illisible',
  'answered something unexpected': 'a donné une réponse inattendue',
  'answered with nothing': 'a donné une réponse vide',
  'answered with an error': 'a répondu par une erreur',
  'answered more than is read': 'a répondu plus que ce qui est lu',
  'answered with more lists and objects than are read': 'a donné une réponse trop ramifiée pour être lue',
  'rejected the question': 'a rejeté la question',
  'is switched off': 'est fermé aux recherches',
  'does not let us search by gene': 'ne permet pas la recherche par gène',
  'does not let us search for researchers': 'ne permet pas la recherche de chercheurs',
  'issues no anonymous IDs': 'ne donne pas de références anonymes',
  'is not available at the moment': 'n’est pas disponible pour le moment',
  'asks us to wait': 'demande d’attendre',
  'refused our token': 'a refusé notre clé d’accès',
  'refused our token, so only what the public may see is shown':
    'a refusé notre clé d’accès, seul ce qui est public est affiché',
  'refused our token a short while ago, so only what the public may see is shown':
    'a refusé notre clé d’accès il y a peu, seul ce qui est public est affiché',
  'may have answered as to the public, as it has not told its version':
    'a peut-être répondu comme à tout le monde, car il n’a pas dit sa version',
  'refused access': 'a refusé l’accès',
  'does not let us read this': 'ne nous laisse pas lire ceci',
  'has no such researcher': 'n’a pas ce chercheur',
  'does not know this anonymous ID, or not any more': 'ne connaît pas cette référence anonyme, ou ne la connaît plus',
  'does not know the symbol …': 'ne connaît pas le symbole …',
  'does not know the symbols … and … more': 'ne connaît pas les symboles … et … autres',
  'does not know the symbols … and …': 'ne connaît pas les symboles … et …',
  'do not know the symbol …': 'ne connaissent pas le symbole …',
  'do not know the taxon …': 'ne connaissent pas l’organisme …',
  'do not know an ontology asked for': 'ne connaissent pas une ontologie demandée',
  'do not know the ontology …': 'ne connaissent pas l’ontologie …',
  'do not know the ontologies … and … more': 'ne connaissent pas les ontologies … et … autres',
  'do not know the ontologies … and …': 'ne connaissent pas les ontologies … et …',
  'do not use the ontology …': 'n’utilisent pas l’ontologie …',
  'do not use the ontologies … and … more': 'n’utilisent pas les ontologies … et … autres',
  'do not use the ontologies … and …': 'n’utilisent pas les ontologies … et …',
  'do not know the term …': 'ne connaissent pas le terme …',
  'do not know the terms … and … more': 'ne connaissent pas les termes … et … autres',
  'do not know the terms … and …': 'ne connaissent pas les termes … et …',
  'know no gene without a symbol': 'ne connaissent pas de gène sans symbole',
  'knows no gene without a symbol': 'ne connaît pas de gène sans symbole',
  'may write the name otherwise': 'écrit peut-être le nom autrement',
  'does not know the taxon …': 'ne connaît pas l’organisme …',
  'does not tell its version': 'ne dit pas sa version',
  'does not know an ontology asked for': 'ne connaît pas une ontologie demandée',
  'does not know the ontology …': 'ne connaît pas l’ontologie …',
  'does not know the ontologies … and … more': 'ne connaît pas les ontologies … et … autres',
  'does not know the ontologies … and …': 'ne connaît pas les ontologies … et …',
  'does not use the ontology …': 'n’utilise pas l’ontologie …',
  'does not use the ontologies … and … more': 'n’utilise pas les ontologies … et … autres',
  'does not use the ontologies … and …': 'n’utilise pas les ontologies … et …',
  'does not know the term …': 'ne connaît pas le terme …',
  'does not know the terms … and … more': 'ne connaît pas les termes … et … autres',
  'does not know the terms … and …': 'ne connaît pas les termes … et …',
  'did not tell whether it knows every term asked for': 'n’a pas dit s’il connaît tous les termes demandés',
  'cannot be asked this': 'ne sait pas traiter cette question',
  'is too old to be asked this (version unknown)': 'est trop ancien pour cette question (version inconnue)',
  'is too old to be asked this (version …)': 'est trop ancien pour cette question (version …)',
  'takes hidden researchers with the same gene for one, so there may be more of them':
    'confond les chercheurs anonymes d’un même gène, il peut y en avoir d’autres',
  'could not be checked for every filter': 'n’a pas pu être vérifié pour tous les filtres',
  'gave a record that cannot be read': 'a donné une fiche illisible',
  'gave … records that cannot be read': 'a donné … fiches illisibles',
  'gave a record that nobody asked for': 'a donné une fiche que personne n’a demandée',
  'gave … records that nobody asked for': 'a donné … fiches que personne n’a demandées',
  'gave a record that cannot be checked here': 'a donné une fiche qui ne peut pas être vérifiée ici',
  'gave … records that cannot be checked here': 'a donné … fiches qui ne peuvent pas être vérifiées ici',
  'gave the same researcher more than once, with records that differ':
    'a donné un même chercheur plusieurs fois, avec des fiches qui diffèrent',
  'gave … records, of which … are shown': 'a donné … fiches, dont … sont affichées',
  'gave more than is read of one answer, so its last records are missing':
    'a donné plus que ce qui est lu d’une réponse, les dernières fiches manquent',
  'gave … records without id, which cannot be told to meet both conditions':
    'a donné … fiches anonymes dont on ne peut pas dire si elles remplissent les deux conditions',
  'has not taken over all changes of its database yet': 'n’a pas encore repris tous les changements de sa base',
  'answered only in part, as too many questions to it are under way':
    'n’a répondu qu’en partie, car trop de questions lui sont déjà posées',
  'answered only in part: it …': 'n’a répondu qu’en partie : il …',
  'cannot answer for the one record of this page': 'ne peut pas répondre pour la seule fiche de cette page',
  'cannot answer for any of the … records of this page': 'ne peut répondre pour aucune des … fiches de cette page',
  'cannot answer for … of the records of this page': 'ne peut pas répondre pour … des fiches de cette page',
  'cannot answer for …': 'ne peut pas répondre pour …',
  'could not be asked for … and 1 other, unknown here by name':
    'n’a pas pu être interrogé sur … et 1 autre, inconnus ici sous ces noms',
  'could not be asked for … and … others, unknown here by name':
    'n’a pas pu être interrogé sur … et … autres, inconnus ici sous ces noms',
  'could not be asked for …, unknown here by name': 'n’a pas pu être interrogé sur …, inconnu ici sous ce nom',
  'does not tell which organisms it has researchers in': 'ne dit pas pour quels organismes il a des chercheurs',
  'was not asked for … of its organisms': 'n’a pas été interrogé sur … de ses organismes',
  'was not asked for all of it, as that takes more than one question may':
    'n’a pas été interrogé sur tout, car une seule question ne peut pas demander autant',
  'was not read, as too many long answers are under way': 'n’a pas été lu, car trop de longues réponses arrivent déjà',
  'is this registry itself, under another address': 'est ce registre même, sous une autre adresse',
  'is not asked for a while, as it …': 'n’est pas interrogé pour un moment, car il …',
  'is busy with other questions of this registry': 'est occupé par d’autres questions de ce registre',
  'was not asked, as too many questions to it are under way':
    'n’a pas été interrogé, car trop de questions lui sont déjà posées',
  'was asked late, as too many questions to it are under way':
    'a été interrogé tard, car trop de questions lui sont déjà posées',
  'had not answered when the search ended after … s': 'n’avait pas répondu à la fin de la recherche, après … s',
  'did not answer in time': 'n’a pas répondu à temps',
  'does not search genes of tier 3': 'ne recherche pas les gènes du niveau 3',
  'was not waited for': 'n’a pas été attendu',
  'was not waited for, as the list had taken … s': 'n’a pas été attendu, car la liste avait déjà pris … s',
  'is no longer among the registries': 'ne fait plus partie des registres',
  'had not answered when this registry was stopped': 'n’avait pas répondu quand ce registre a été arrêté',
  'could not be asked': 'n’a pas pu être interrogé',
  'could not be read because of a mistake here, which has been logged':
    'n’a pas pu être lu à cause d’une erreur ici, qui a été consignée',
  'is no longer asked, because this registry is stopping': 'n’est plus interrogé, car ce registre s’arrête',
};

/** What a further page has to tell of a registry. */
const REMARKS: Readonly<Record<string, string>> = {
  'what … holds has changed since the page before: …': 'les fiches de … ont changé depuis la page précédente : …',
  'what … holds has changed since the page before': 'les fiches de … ont changé depuis la page précédente',
  '…, and …': '… et …',
  '… shown before is gone': '… affichée auparavant n’y est plus',
  '… shown before are gone': '… affichées auparavant n’y sont plus',
  '… that now stands among those shown before follows from here on':
    '… qui se trouve désormais parmi celles déjà affichées suit à partir d’ici',
  '… that now stand among those shown before follow from here on':
    '… qui se trouvent désormais parmi celles déjà affichées suivent à partir d’ici',
  '… answered only after the first page, so its records begin here':
    '… n’a répondu qu’après la première page, ses fiches commencent ici',
  '… was not asked for the pages before, so its records begin here':
    '… n’a pas été interrogé pour les pages précédentes, ses fiches commencent ici',
  '… is no longer among the registries, so the rest of its records is missing':
    '… ne fait plus partie des registres, le reste de ses fiches manque',
  '1 record': '1 fiche',
  '… records': '… fiches',
  'anonymised records of … may have moved between pages, so some may be missing or stand twice':
    'les fiches anonymisées de … ont pu changer de page, certaines peuvent manquer ou figurer deux fois',
  '… changed after more of its records had been shown than a cursor can name, so some may be missing or stand twice':
    '… a changé après l’affichage d’un grand nombre de ses fiches, certaines peuvent manquer ou figurer deux fois',
  'the place in the list of … cannot be found again for certain, so some of its records may be missing or stand twice':
    'la place dans la liste de … ne peut pas être retrouvée avec certitude, certaines de ses fiches peuvent manquer ou figurer deux fois',
  'records that came to … on pages that had been read are not shown':
    'les fiches ajoutées à … sur des pages déjà lues ne sont pas affichées',
  'some records of … are missing on pages before this one': 'certaines fiches de … manquent sur les pages précédentes',
  'pages before this one showed … as it was some time before':
    'les pages précédentes montraient … dans un état plus ancien',
  'the cursor was made for another reader, who may see other records, so some may be missing or stand twice':
    'le curseur a été créé pour un autre lecteur, qui peut voir d’autres fiches, certaines peuvent manquer ou figurer deux fois',
};

const REASON_PATTERNS = patternsOf(REASONS);
const REMARK_PATTERNS = patternsOf(REMARKS);
/** Between two reasons of one registry: a comma or "and" before a word that begins one. */
const BETWEEN = new RegExp(
  `(?:, | and )(?=(?:${[...new Set(Object.keys(REASONS).map((one) => one.split(' ', 1)[0]))].join('|')}) )`,
  'g',
);
/** As `src/domain/shown-text.ts` writes names of others. */
const QUOTED = /“([^“”]*)”/g;
/** As in `patterns.ts`. */
const LONGEST = 500;

/** The title in French; undefined where some of it is not known. @param title as `problem.title` gives it */
export function reasonInFrench(title: string): string | undefined {
  // What a partner calls something is no word of ours, whatever it says.
  const quoted: string[] = [];
  const own = title.replace(QUOTED, (_, name: string) => `“${quoted.push(name)}”`);
  const french = own.length > LONGEST ? undefined : readReason(own, new Map());
  return french?.replace(QUOTED, (_, place: string) => `«\u00a0${quoted[Number(place) - 1]}\u00a0»`);
}

/** @param known what has been read of this title: a part of it is met again behind every comma and "and" before it */
function readReason(title: string, known: Map<string, string | undefined>): string | undefined {
  if (!known.has(title))
    known.set(
      title,
      oneOrSeveral(title, (part) => readReason(part, known)),
    );
  return known.get(title);
}

function oneOrSeveral(title: string, read: (part: string) => string | undefined): string | undefined {
  // A reason may hold such a comma or "and" itself: each of them may stand between two, or within one.
  for (const { index, 0: between } of title.matchAll(BETWEEN)) {
    const first = matched(REASON_PATTERNS, title.slice(0, index), read);
    const others = first && read(title.slice(index + between.length));
    if (others !== undefined) return `${first}${between.replace('and', 'et')}${others}`;
  }
  return matched(REASON_PATTERNS, title, read);
}

/** A further clause of the sentence of completeness in French; undefined where it is not known. */
export function remarkInFrench(remark: string): string | undefined {
  return matched(REMARK_PATTERNS, remark, remarkInFrench);
}
