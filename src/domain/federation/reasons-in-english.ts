/** The reasons in English: the `title` and `detail` that programs read beside `code` and `params`. */

import { counted, isOne } from '../plurals.ts';
import { listInSentence, namedInSentence, nameInSentence } from '../shown-text.ts';
import { type BriefReason, isForWantOfSlot, type Reason, type ReasonCode, type ReasonParams } from './reasons.ts';
import { COMMON_TITLES, namedGene, namesInEnglish, type Title } from './unknown-in-english.ts';

type Detail<Params> = string | ((params: Params) => string);
/** Without a detail, the detail is the title as a sentence. */
type Phrase<Params> = readonly [title: Title<Params>, detail?: Detail<Params>];

const IN_VAIN = 'as too many questions to it are under way';
const ASK_AGAIN = 'Please ask again in a moment.';
const CACHED_LATER = 'If the answer comes later, it is cached for the next question.';
const NO_END = 'and no end. If it comes later, it is cached for the next question.';
const UNTIL_TOKEN = 'so only what the public may see is shown';

const PHRASES: { readonly [Code in ReasonCode]: Phrase<ReasonParams[Code]> } = {
  'left-out': [COMMON_TITLES['left-out'], 'The question was for other registries.'],
  'no-gene-listed': [COMMON_TITLES['no-gene-listed'], 'The list names no gene.'],
  'all-read': ['has no more records', 'Its last page was read before.'],
  'reader-left': ['was not waited for', 'The reader left.'],
  'no-longer-listed': [
    'is no longer among the registries',
    'It was taken out of the list while this question waited to be put.',
  ],
  'this-registry-itself': [
    'is this registry itself, under another address',
    'What it holds is in the part of this registry already.',
  ],
  'tier-3-not-searched': [
    'does not search genes of tier 3',
    'Genes of tier 3 stay with the registry that holds them. Allowed: tiers 1 and 2.',
  ],
  'too-old': [tooOld, (params) => `Its software ${tooOld(params)}.`],
  resting: [
    ({ because }) => `is not asked for a while, as it ${titleOf(because)}`,
    'After failures a partner is not asked for a while, so that it can recover.',
  ],
  failed: ['failed'],

  'no-turn': [
    `was not asked, ${IN_VAIN}`,
    `Its connections were all taken for as long as a search waits. ${ASK_AGAIN}`,
  ],
  'queue-full': [
    `was not asked, ${IN_VAIN}`,
    ({ waiting }) =>
      `${counted(waiting, 'request')} to it ${isOne(waiting) ? 'waits' : 'wait'} for a turn. ${ASK_AGAIN}`,
  ],
  'no-turn-in-time': [
    `was not asked, ${IN_VAIN}`,
    `Those that wait before it take longer than a search waits. ${ASK_AGAIN}`,
  ],
  'late-turn': [
    `was asked late, ${IN_VAIN}`,
    'Its connections were taken for most of the time, and its answer is cached when it comes. Please ask again.',
  ],
  'takes-many-requests': [
    'was not asked for all of it in time, as that takes many requests',
    'It has answered those that were sent. Others wait for their turn, and the answer is cached when it is whole. Please ask again.',
  ],
  'busy-with-others': [
    'is busy with other questions of this registry',
    (params) => `As many questions as are allowed at once were under way to it for ${time(params)}.`,
  ],
  'no-room': [
    'was not read, as too many long answers are under way',
    `Its answer is long, and as many long answers as are read at once were under way. ${ASK_AGAIN}`,
  ],
  'question-too-large': [
    'was not asked for all of it, as that takes more than one question may',
    ({ requests, bytes }) => `One question may take ${counted(requests, 'request')}, and ${inBytes(bytes)} of answers.`,
  ],
  'search-ended': [
    (params) => `had not answered when the search ended after ${time(params)}`,
    (params) => `No search takes longer than ${time(params)}. ${CACHED_LATER}`,
  ],
  'not-waited-for': [
    'is not among those that were waited for',
    `The question names others that it waits for (\`wait\`). ${CACHED_LATER}`,
  ],
  'list-ended': [
    (params) => `was not waited for, as the list had taken ${time(params)}`,
    'What it has answered until then is cached for a while: ask again, and the list continues from there.',
  ],
  'gave-way': ['did not answer in time', 'The request was given up, and its connection was needed for another one.'],
  stopped: [
    'had not answered when this registry was stopped',
    `This registry was stopped while the question was under way. ${ASK_AGAIN}`,
  ],
  stopping: caused(
    'is no longer asked, because this registry is stopping',
    'The question was given up when this registry began to stop',
  ),
  'mistake-here': ['could not be read because of a mistake here, which has been logged'],
  'not-put': caused('could not be asked', 'This registry failed to put the question'),

  'no-answer': [withinTime, (params) => `Nothing came for ${time(params)}. ${CACHED_LATER}`],
  'no-answer-begun': [withinTime, (params) => `It took the question, but no answer began within ${time(params)}.`],
  'no-answer-to-test': [withinTime, 'The test was given up; a search may wait for less or for longer.'],
  'answer-stopped': [
    unfinished,
    ({ timeoutMs, bytes }) => `After ${inBytes(bytes)} nothing came for ${time({ timeoutMs })}, ${NO_END}`,
  ],
  'answer-unfinished': [
    unfinished,
    ({ timeoutMs, bytes }) => `After ${time({ timeoutMs })} ${inBytes(bytes)} had come, ${NO_END}`,
  ],
  'answer-not-whole': [unfinished, (params) => `Its answer had begun, but it was not whole after ${time(params)}.`],
  'unknown-host': caused('has an address that does not exist', 'The name of its host is not known'),
  'lookup-timed-out': caused(
    'has an address that could not be looked up in time',
    'The name of its host could not be looked up in time',
  ),
  'connection-refused': caused(
    'refuses connections',
    'Its host is there, but nothing accepts connections at the configured port',
  ),
  'connection-timed-out': caused(
    'did not accept a connection in time',
    'No connection could be made within the configured connect time-out',
  ),
  'connection-closed': caused('is not responding', 'The connection was closed before anything of an answer came'),
  'no-route': caused('cannot be reached from here', 'There is no way through the network to its host'),
  'bad-certificate': caused('presents a certificate that is not valid', 'Its certificate was not accepted'),
  'bad-encryption': caused(
    'could not agree on an encrypted connection',
    'The encrypted connection could not be set up',
  ),
  'answer-broken-off': caused('broke off its answer', 'The connection was closed before the whole answer had come'),
  'not-http': caused('sent something that is no proper answer', 'What came does not keep to HTTP'),
  'badly-packed': caused(
    'sent an answer that cannot be unpacked',
    'The body of the answer is not packed as its headers say',
  ),
  'unknown-coding': [
    'sent an answer that cannot be unpacked',
    ({ coding }) =>
      `The body of the answer is packed as ${coding === null ? 'an unknown way' : `"${coding}"`}; only gzip is asked for.`,
  ],
  'redirected-away': [
    'redirects to another address than the configured one',
    ({ host }) => `It sends questions on to ${host}, and only its configured address is ever asked.`,
  ],
  'redirected-too-often': [
    'redirects in a way that cannot be followed',
    ({ redirects }) => `It redirects more than ${counted(redirects, 'time')} in a row.`,
  ],
  'redirected-nowhere': ['redirects in a way that cannot be followed', 'It redirects to something that is no address.'],

  'asks-to-wait': [
    'asks us to wait',
    (pause) =>
      pause.retryAfterSeconds === null
        ? 'It gets more questions than it takes at the moment (429).'
        : `It wants no further question for ${lasting(pause)} (429).`,
  ],
  'not-available': [
    'is not available at the moment',
    ({ status }) =>
      `It answered with the status ${status} and does not say that it is switched off; it may be back soon.`,
  ],
  'back-later': [
    'is not available at the moment',
    (params) => `It says that it will be back in ${lasting(params)} (${params.status}).`,
  ],
  'switched-off': ['is switched off', ({ status }) => `Its operator has switched off what was asked for (${status}).`],
  'search-closed': [
    ({ search }) => `does not let us search ${searchedBy(search)}`,
    ({ search, status }) =>
      `Its operator has switched off searching ${searchedBy(search)} (${status}); it answers other questions.`,
  ],
  'no-anonymous-ids': [
    'issues no anonymous IDs',
    ({ status }) => `It hides nobody, or shows nobody who is hidden, so no such ID can be its own (${status}).`,
  ],
  'token-refused': ['refused our token', speaksOfToken],
  'access-refused': [
    'refused access',
    (params) =>
      params.speaksOfToken
        ? speaksOfToken(params)
        : `It answered with the status ${params.status}; if a token was sent, it is not accepted.`,
  ],
  'access-denied': [
    'does not let us read this',
    ({ status }) => `It has what was asked for, but does not let us read it (${status}).`,
  ],
  'cannot-be-asked': [
    'cannot be asked this',
    ({ status }) => `It has nothing at this address (${status}): its version does not answer such questions.`,
  ],
  'question-rejected': [
    'rejected the question',
    ({ status }) => `It answered with the status ${status}, which means that it does not accept the question as put.`,
  ],
  'server-error': [
    'answered with an error',
    ({ status }) => `Something went wrong there (${status}); another question may well be answered.`,
  ],
  'not-data': [
    'answered with something else than data',
    ({ status, contentType }) =>
      `It answered with the status ${status} and ${contentType === null ? 'no content type' : namedInSentence(contentType)} where application/json is expected.`,
  ],
  'no-body': ['answered with nothing', ({ status }) => `Its answer (${status}) has no body.`],
  'breaks-off': [
    'sent an answer that breaks off',
    ({ bytes }) => `The answer of ${inBytes(bytes)} stops in the middle.`,
  ],
  unreadable: ['answered something that cannot be read', 'It says that it is JSON, but it cannot be read as such.'],
  unexpected: ['answered something unexpected', ({ expected }) => `The answer is JSON, but not ${EXPECTED[expected]}.`],
  'too-long': [
    'answered more than is read',
    'The answer grew beyond what is read of any answer, and half a record is none.',
  ],
  'too-many-objects': [
    'answered with more lists and objects than are read',
    ({ bytes, most }) =>
      `The answer of ${inBytes(bytes)} opens more than ${most} lists and objects, nested or side by side, and no more are read of any answer.`,
  ],

  'no-symbol': [COMMON_TITLES['no-symbol'], 'The symbol is empty.'],
  'unknown-symbol': [
    COMMON_TITLES['unknown-symbol'],
    ({ symbol }) =>
      `It has no gene with the symbol ${namedInSentence(symbol)} in the taxon asked for; it may know the gene by another symbol.`,
  ],
  'several-genes': [
    ({ symbol, ...genes }) => `knows several genes called ${namedInSentence(symbol)}: ${namesInEnglish(genes)}`,
  ],
  'unknown-symbols': [
    ({ genes, more }) => {
      const names = [...genes.map(namedGene), ...(more > 0 ? [`${more} more`] : [])];
      return `does not know the ${isOne(names.length) ? 'symbol' : 'symbols'} ${listInSentence(names, 'and')}`;
    },
  ],
  'unknown-symbols-of-list': [COMMON_TITLES['unknown-symbols-of-list']],
  'unknown-taxon': [
    COMMON_TITLES['unknown-taxon'],
    ({ taxonId, searchedInstead }) => {
      if (searchedInstead === undefined) return `It has no genes of the taxon ${taxonId}.`;
      const instead = searchedInstead === 'all' ? ', and answered for every organism instead' : '';
      return `It does not know the taxon ${taxonId}${instead}.`;
    },
  ],
  'unknown-ontology': [COMMON_TITLES['unknown-ontology']],
  'unknown-ontologies': [
    COMMON_TITLES['unknown-ontologies'],
    'It does not use this vocabulary, so it cannot search by its terms.',
  ],
  'unused-ontologies': [
    COMMON_TITLES['unused-ontologies'],
    (params) => unknownNames({ code: 'unused-ontologies', params }),
  ],
  'unknown-terms': [COMMON_TITLES['unknown-terms'], (params) => unknownNames({ code: 'unknown-terms', params })],
  'no-such-researcher': ['has no such researcher', 'It has no researcher with this ID, or none that it shows to us.'],
  'no-such-anonymous-id': [
    'does not know this anonymous ID, or not any more',
    'Anonymous IDs live for about an hour; a new search gives new ones.',
  ],
  'no-such-record': ['has no such record'],
  'record-not-shown': ['does not let you read this record'],
  'no-record': ['gave no record'],

  'cut-by-size': ['gave more than is read of one answer, so its last records are missing'],
  'rows-missing': [
    ({ missing, isNothingThere }) => {
      if (!isNothingThere) return `cannot answer for ${missing} of the records of this page`;
      return `cannot answer for ${isOne(missing) ? 'the one record' : `any of the ${missing} records`} of this page`;
    },
  ],
  'organisms-not-answered': [({ names }) => `cannot answer for ${listInSentence(names, 'and')}`],
  'organisms-not-told': ['does not say which organisms it has researchers in'],
  'organisms-not-asked': [({ organisms }) => `was not asked for ${organisms} of its organisms`],
  'organisms-unknown-here': [
    ({ names, more }) => {
      const others = more === 0 ? [] : [counted(more, 'other')];
      const quoted = names.map((name) => `“${nameInSentence(name)}”`);
      return `could not be asked for ${listInSentence([...quoted, ...others], 'and')}, unknown here by name`;
    },
  ],
  'not-asked-for-all': ['was not asked for all of it, as that takes more than one question may'],
  'terms-not-told': ['did not say whether it knows every term asked for'],
  'unreadable-records': [({ records }) => `gave ${aRecord(records)} that cannot be read`],
  'unasked-records': [({ records }) => `gave ${aRecord(records)} that nobody asked for`],
  'unchecked-records': [({ records }) => `gave ${aRecord(records)} that cannot be checked here`],
  'compared-in-part': [
    ({ records, compared }) =>
      `gave ${aRecord(records)} for one of the two conditions, of which ${compared} ${isOne(compared) ? 'was' : 'were'} compared`,
  ],
  'unpaired-records': [
    ({ records }) => `gave ${aRecord(records)} without id, so it is unclear whether both conditions are met`,
  ],
  'differing-records': ['gave the same researcher more than once, with records that differ'],
  'too-many-records': [
    ({ records, shown }) => `gave ${aRecord(records)}, of which ${shown} ${isOne(shown) ? 'is' : 'are'} shown`,
  ],
  'hidden-taken-for-one': ['takes hidden researchers with the same gene for one, so there may be more of them'],
  'filters-not-checked': ['could not be checked for every filter'],
  'nothing-usable': [joined, (params) => `It ${joined(params)}, and nothing else.`],
  'as-to-the-public': [`refused our token, ${UNTIL_TOKEN}`],
  'as-to-the-public-for-now': [`refused our token a short while ago, ${UNTIL_TOKEN}`],
  'as-to-the-public-perhaps': ['may have answered as to the public, as it has not stated its version'],
  'written-otherwise': [
    'may write the name otherwise',
    'It was not asked for the name in every form in which people write it, and found nobody who is called so.',
  ],
  'behind-database': ['has not taken over all changes of its database yet'],
  'answered-in-part': [
    ({ because }) =>
      isForWantOfSlot(because) ? `answered only in part, ${IN_VAIN}` : `answered only in part: it ${titleOf(because)}`,
  ],
  'withheld-from-older': [
    ({ because }) => titleOf(because),
    ({ because, records }) => {
      const what = counted(records, 'record of an older answer is', 'records of an older answer are');
      return `${detailOf(because)} ${what} left out, as it is not known whether it still shows them.`;
    },
  ],
  'some-genes': [
    ({ because, genes, of }) =>
      `${because === null ? 'gave no full answer' : titleOf(because)} for ${genes} of ${of} genes`,
  ],
  limited: [
    joined,
    (params) => `It ${joined(params)}.${params.because === null ? '' : ` ${detailOf(params.because)}`}`,
  ],
};

const EXPECTED = { list: 'a list of records', page: 'a page of records', record: 'one record' } as const;

/** Returns a few words that follow the name of a registry, such as `did not answer within 3 s`. */
export function titleOf({ code, params }: BriefReason): string {
  const [title] = PHRASES[Object.hasOwn(PHRASES, code) ? code : 'failed'] as Phrase<object>;
  return typeof title === 'string' ? title : title(params, false);
}

/** Returns one sentence for people, without secrets. */
export function detailOf(reason: Reason): string {
  const [, detail = `It ${titleOf(reason)}.`] = PHRASES[reason.code] as Phrase<object>;
  return typeof detail === 'string' ? detail : detail(reason.params);
}

/** Joins titles, such as `gave a record that cannot be read and could not be checked for every filter`. */
function joined({ reasons }: { reasons: readonly Reason[] }): string {
  return listInSentence(reasons.map(titleOf), 'and');
}

function tooOld({ version }: ReasonParams['too-old']): string {
  return `is too old to be asked this (version ${version ?? 'unknown'})`;
}

function withinTime(params: { timeoutMs: number }): string {
  return `did not answer within ${time(params)}`;
}

function unfinished(params: { timeoutMs: number }): string {
  return `did not finish its answer within ${time(params)}`;
}

function time({ timeoutMs }: { timeoutMs: number }): string {
  return `${timeoutMs / 1000} s`;
}

function inBytes(count: number): string {
  return counted(count, 'byte');
}

/** Writes the pause that the partner asks for, or the shorter one that this registry makes. */
function lasting({ retryAfterSeconds, atMostSeconds }: ReasonParams['asks-to-wait']): string {
  const seconds = retryAfterSeconds ?? 0;
  return seconds <= atMostSeconds ? `${seconds} s` : `more than an hour, and is asked again after ${atMostSeconds} s`;
}

function caused(title: string, detail: string): Phrase<{ cause: string | null }> {
  return [title, ({ cause }) => `${detail}${cause === null ? '' : ` (${cause})`}.`];
}

function searchedBy(search: 'genes' | 'users'): string {
  return search === 'genes' ? 'by gene' : 'for researchers';
}

function speaksOfToken({ status }: { status: number }): string {
  return `It speaks of a token that it does not accept, or not any more (${status}).`;
}

function unknownNames(because: Extract<Reason, { code: 'unused-ontologies' | 'unknown-terms' }>): string {
  const title = titleOf(because);
  return because.params.findsNobody ? `It ${title}, so nobody can be found by it there.` : `It ${title}.`;
}

function aRecord(count: number): string {
  return isOne(count) ? 'a record' : `${count} records`;
}
