/** Every exported function of the domain that takes text takes time that grows with the text, whatever the text holds. */

import { describe, expect, test } from 'vitest';
import { readAccessForm } from '../../../src/domain/contact/access-form.ts';
import { readPersonAnswer } from '../../../src/domain/contact/person-plan.ts';
import { readRequestStep } from '../../../src/domain/contact/read-request-step.ts';
import { renderDay } from '../../../src/domain/federation/audit-log.ts';
import { renderReason } from '../../../src/domain/federation/federated-answer.ts';
import { parsePageOrCursor } from '../../../src/domain/federation/federated-query.ts';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { recordStamps } from '../../../src/domain/federation/record-links.ts';
import { announcedOf, tidingsOf } from '../../../src/domain/federation/subscription.ts';
import { ownMember } from '../../../src/domain/own-member.ts';
import { withDistinct, withoutDistinct } from '../../../src/domain/people/distinct-people.ts';
import { personKey } from '../../../src/domain/people/order.ts';
import { NO_FILTERS } from '../../../src/domain/query/filters.ts';
import { readName } from '../../../src/domain/query/full-name.ts';
import { otherNames } from '../../../src/domain/query/gene-names.ts';
import { geneQueryParams, isNarrowedByTier, parseGeneQuery } from '../../../src/domain/query/gene-query.ts';
import { nameTexts, oneWordTexts } from '../../../src/domain/query/name-texts.ts';
import { invalid, missing, wordSetParameter } from '../../../src/domain/query/parameters.ts';
import { userQueryParams } from '../../../src/domain/query/user-query.ts';
import { geneRow, personRow, rowOf } from '../../../src/domain/record/row.ts';
import { elementsAt, textsAt } from '../../../src/domain/reference-files/orphadata.ts';
import { textLike } from '../../../src/domain/reference-files/table-parser.ts';
import { gene2goParser } from '../../../src/domain/reference-files/tables.ts';
import type { ResolveLookups } from '../../../src/domain/resolve/candidate.ts';
import { readText } from '../../../src/domain/resolve/read-text.ts';
import { PARTNER_RECORD_SCHEMAS } from '../../../src/domain/sanitize/partner-record-schemas.ts';
import { geneJudge, nameJudge } from '../../../src/domain/sanitize/question-check.ts';
import { checkedRecord, foundRecord, memberIn } from '../../../src/domain/sanitize/records.ts';
import { shortened } from '../../../src/domain/sanitize/shortened.ts';
import { namedInSentence } from '../../../src/domain/shown-text.ts';
import { isInNames, nameForms } from '../../../src/domain/spelling.ts';
import { csvText, tsvText } from '../../../src/domain/tables/delimited-text.ts';
import { faultList } from '../../../src/domain/tables/faults.ts';
import { readPeople } from '../../../src/domain/tables/read-people.ts';
import type { PeopleReference } from '../../../src/domain/tables/reference.ts';
import {
  formOf,
  hasEmailHeading,
  isAboutPeople,
  isEmptySheet,
  LAYOUTS,
  type Layout,
  readSheet,
} from '../../../src/domain/tables/table.ts';
import { CHECKS, checkFilters, distrust, gene, judgedBy, user } from '../../domain/sanitize/example-partner-records.ts';
import { sampleOf } from '../../support/machine/sample.ts';
import { type ExportedFunction, functionsOfText } from './functions.ts';
import { growthFault } from './growth.ts';
import { hardTexts } from './hard-texts.ts';

type Call = (text: string) => unknown;

const NO_DAY = { day: '2026-03-10', asked: 0, answered: 0, meanMs: null, slowestMs: null };
const NOTHING_FOUND = new Proxy({}, { get: () => () => [] }) as ResolveLookups;
const NOBODY_KNOWN = { ...NO_REFERENCE(), geneById: () => undefined } as PeopleReference;

function NO_REFERENCE(): Omit<PeopleReference, 'geneById'> {
  const none = () => [];
  const counts = { genes: 0, organs: 0, terms: 0 };
  const lists = { taxa: [], organs: [], ontologies: [], counts };
  return {
    ...lists,
    genesBySymbol: none,
    genesByAlias: none,
    genesByIdentifier: none,
    organsNamed: none,
    termsNamed: none,
  };
}

/** Whatever parameter is asked for is there, and is the text. */
class EveryParameter extends URLSearchParams {
  readonly #text: string;
  constructor(text: string) {
    super({ text });
    this.#text = text;
  }
  override has(): boolean {
    return true;
  }
  override get(): string {
    return this.#text;
  }
  override getAll(): string[] {
    return [this.#text];
  }
}

const person = (text: string) => user({ name: text, lastName: text, description: text, website: text, email: text });
const geneOf = (text: string) => gene({ symbol: text, aliases: text, name: text, remoteUser: person(text) });
const checked = (record: { [member: string]: unknown }) => [{ record, isAnonymised: false }];
const GENE_QUERY = parseGeneQuery(new URLSearchParams({ symbol: 'BRCA1', taxonId: '9606' }));
const TAXON = { id: 9606, scientificName: null, commonName: 'human' };
const known = (text: string) => ({
  gene: { geneId: 1, symbol: text, name: text, aliases: text, taxon: TAXON },
  orthologs: [],
});
const sheet = (text: string) => ({
  name: text,
  rows: [
    ['Email', 'Last name', 'Genes'],
    [text, text, text],
  ],
});

const xmlElement = (name: string) => {
  const child = { name, attributes: {}, text: name, children: [] };
  return { ...child, children: [child, child] };
};

/** Of functions that take more than texts, parameters and numbers; records are longer here than they are kept. */
const feedPerson = (text: string) => {
  const named = { userId: 1, name: text, organization: text };
  return { originKey: text, registry: text, key: text, named, genes: [text] };
};
const ANY_LAYOUT = LAYOUTS[0] as Layout;
const named = (text: string) => ({ name: text, lastName: text });
const OWN_CALLS: Readonly<Record<string, Call>> = {
  'people/distinct-people.ts withDistinct': (text) => withDistinct(new Map([[text, new Set([text])]]), text, [text]),
  'people/distinct-people.ts withoutDistinct': (text) =>
    withoutDistinct(new Map([[text, new Set([text])]]), text, [text]),
  'federation/federated-query.ts parsePageOrCursor': (text) =>
    parsePageOrCursor(new URLSearchParams({ cursor: text, size: text })),
  'contact/access-form.ts readAccessForm': (text) =>
    readAccessForm({ name: text, organisation: text, reason: text, contact: text }),
  'contact/person-plan.ts readPersonAnswer': (text) =>
    readPersonAnswer(
      { choice: 'accept', typed: text, name: text, address: text, words: text },
      { reference: text, now: 0 },
    ),
  'contact/read-request-step.ts readRequestStep': (text) =>
    readRequestStep({ seen: 1, state: 'accepted', note: text, answer: { name: text, address: text, words: text } }),
  'tables/delimited-text.ts csvText': (text) => csvText([[text], text.split(' ')], 1),
  'tables/delimited-text.ts tsvText': (text) => tsvText([[text], text.split(' ')], 1),
  'tables/read-people.ts readPeople': (text) => readPeople([sheet(text)], NOBODY_KNOWN, faultList(5)),
  'tables/table.ts isAboutPeople': (text) => isAboutPeople(sheet(text)),
  'tables/table.ts isEmptySheet': (text) => isEmptySheet(sheet(text)),
  'tables/table.ts readSheet': (text) => [...readSheet(sheet(text), ANY_LAYOUT, faultList(5))],
  'tables/table.ts formOf': (text) => formOf(sheet(text)),
  'tables/table.ts hasEmailHeading': (text) => hasEmailHeading({ name: null, rows: [[text]] }),
  'own-member.ts ownMember': (text) => ownMember({ [text]: text }, text),
  'people/order.ts personKey': (text) => personKey({ name: text, lastName: text, id: 1 }, false),
  'query/gene-names.ts otherNames': (text) => otherNames(known(text), text),
  'spelling.ts isInNames': (text) => isInNames(nameForms([text, `a${text}`]), [text, 'zz']),
  'query/name-texts.ts nameTexts': (text) => [nameTexts(text, 'typed'), nameTexts(text, 'any')],
  'query/name-texts.ts oneWordTexts': (text) => oneWordTexts(text, 'any'),
  'query/full-name.ts readName': (text) => [false, true].map((prefix) => readName(text, prefix)?.match(named(text))),
  'query/gene-query.ts geneQueryParams': (text) => geneQueryParams({ ...GENE_QUERY, symbol: text }),
  'query/gene-query.ts isNarrowedByTier': (text) => isNarrowedByTier({ ...GENE_QUERY, symbol: text }),
  'query/user-query.ts userQueryParams': (text) =>
    userQueryParams({ name: { like: text, prefix: true }, descriptionLike: text, filters: NO_FILTERS }),
  'federation/federated-answer.ts renderReason': (text) =>
    renderReason(reason('limited', { reasons: [reason('unknown-symbol', { symbol: text })], because: null })),
  'reference-files/orphadata.ts elementsAt': (text) => elementsAt(xmlElement(text), text, text),
  'reference-files/orphadata.ts textsAt': (text) => textsAt(xmlElement(text), text),
  'reference-files/table-parser.ts tableParser': (text) => {
    const parser = gene2goParser();
    for (const line of ['tax_id\tGeneID\tGO_ID\tQualifier', text, `1\t1\t${text}\t-`, `1\t1\tGO:0000001\t${text}`]) {
      parser.take(line);
    }
  },
  'reference-files/table-parser.ts textLike': (text) => textLike(/^[A-Z]{1,9}:\d{1,9}$/, text, text)(text, text),
  'shown-text.ts namedInSentence': (text) => namedInSentence(text),
  'federation/audit-log.ts renderDay': (text) => {
    const failure = { reason: reason('unknown-symbol', { symbol: text }), count: 1 };
    return renderDay({ ...NO_DAY, failures: [failure, failure] });
  },
  'federation/subscription.ts announcedOf': (text) => announcedOf([{ digest: text, number: 1 }], new Set([text])),
  'federation/subscription.ts tidingsOf': (text) =>
    tidingsOf([{ person: feedPerson(text), digest: text }], {
      ...{ stored: [{ digest: text, number: 1 }], announced: { upTo: 0, owed: [text] }, partly: [text] },
    }),
  'federation/record-links.ts recordStamps': (text) =>
    recordStamps({ key: text, url: text }, text)({ anonymousId: text }),
  'record/row.ts geneRow': (text) => geneRow(geneOf(text) as never),
  'record/row.ts personRow': (text) => personRow(person(text) as never),
  'record/row.ts rowOf': (text) => rowOf(geneOf(text) as never),
  'query/parameters.ts invalid': (text) => invalid(text, text, text),
  'query/parameters.ts missing': (text) => missing(text, text),
  'query/parameters.ts wordSetParameter': (text) =>
    wordSetParameter(new EveryParameter(text), ['tiers', 'tier'], ['ONE', 'OTHER']),
  'sanitize/question-check.ts filterCheck': (text) => {
    const organs = Object.fromEntries(text.split(' ').map((id) => [id, {}]));
    const filters = { ...NO_FILTERS, organUberonIds: text.split(' ') };
    return checkFilters('user', checked(user({ userOrgans: organs })), filters, new Set());
  },
  'sanitize/question-check.ts geneJudge': (text) => {
    const records = [gene({ symbol: 'X', geneId: 1, aliases: text }), geneOf(text)].flatMap(checked);
    return judgedBy(
      geneJudge(GENE_QUERY, async () => [known(text)]),
      records,
    );
  },
  'sanitize/question-check.ts nameJudge': (text) =>
    judgedBy(
      nameJudge({ name: { like: text, prefix: false }, descriptionLike: undefined, filters: NO_FILTERS }),
      checked(person(text)),
    ),
  'sanitize/records.ts memberIn': (text) => memberIn('gene', text),
  'sanitize/records.ts checkedRecord': (text) => checkedRecord('gene', geneOf(text), CHECKS),
  'sanitize/records.ts foundRecord': (text) =>
    checked(geneOf(text)).map((one) => foundRecord('gene', one, distrust({ form: 'row' }))),
  'sanitize/shortened.ts shortened': (text) => shortened(PARTNER_RECORD_SCHEMAS.gene, geneOf(text)),
};

const CONFIGURED = 'takes names that the operator has configured, and texts that this registry wrote';
const OWN_PAGES = 'takes texts that this registry has sealed';
/** Not measured, and why. */
const EXCLUDED: Readonly<Record<string, string>> = {
  'sanitize/records.ts recordChecks': 'compiles schemas of ours',
  'federation/queried-sources.ts sourceOf': CONFIGURED,
  'federation/queried-sources.ts sourceOfRecord': CONFIGURED,
  'federation/completeness-sentence.ts completenessSentence': CONFIGURED,
  'federation/completeness-sentence.ts completenessSentenceIn': CONFIGURED,
  'federation/coverage.ts coverageRows': 'takes genes of this registry',
  'federation/federated-answer.ts planLine': 'writes JSON',
  'federation/federated-overview.ts termsOverview': 'takes terms that have passed shortened',
  'federation/origin.ts noticeOf': CONFIGURED,
  'federation/partner-version.ts isAtLeast': 'takes numbers',
  'federation/people-matrix.ts peopleMatrix': 'compares records by number',
  'contact/shortlist.ts moved': 'compares keys of at most some hundred people',
  'contact/shortlist.ts withNote': 'compares keys of at most some hundred people',
  'contact/shortlist.ts withoutChosen': 'compares keys of at most some hundred people',
  'pages/record-keys.ts answerTags': CONFIGURED,
  'pages/cursor.ts readCursor': OWN_PAGES,
  'pages/cursor.ts writeCursor': OWN_PAGES,
  'pages/federated-pages.ts pageStart': OWN_PAGES,
  'pages/federated-pages.ts withRoom': OWN_PAGES,
  'pages/listing-pages.ts hasGivenAll': CONFIGURED,
  'pages/listing-pages.ts positionOf': CONFIGURED,
  'pages/record-keys.ts isRowsTail': OWN_PAGES,
  'pages/record-keys.ts readCounts': OWN_PAGES,
  'pages/record-keys.ts readRow': OWN_PAGES,
  'tables/list-values.ts listReader': 'what it makes is measured by readPeople',
  'tables/read-people.ts termKey': 'puts two texts together',
  'query/filters.ts appendFilters': 'measured by geneQueryParams',
  'record/records.ts anonymizedUser': 'takes a record of this registry',
  'record/records.ts anonymizedUserName': CONFIGURED,
  'record/records.ts shownAnonymously': 'takes a record of this registry',
  'record/ordering.ts compareGenes': 'compares two texts',
  'record/records.ts readRecord': 'reads JSON that this registry wrote',
  'resolve/alike.ts editsBetween': 'compares with texts of this registry that are of nearly the same length',
  'resolve/alike.ts alikeTexts': 'compares with texts of this registry that are of nearly the same length',
};

const FILLED: Readonly<Record<string, (text: string) => unknown>> = {
  string: (text) => text,
  URLSearchParams: (text) => new EveryParameter(text),
  unknown: (text) => ({ text: [text], genes: undefined, value: text }),
  'readonly string[]': (text) => [text, ...text.split(/[ ,\n]/)],
  number: () => 255,
  boolean: () => true,
  PeopleReference: () => NOBODY_KNOWN,
  ResolveLookups: () => NOTHING_FOUND,
  TextReading: (text) => readText(text),
  "'genes' | 'users'": () => 'genes',
  "'words' | 'some-words'": () => 'words',
  '(text: string) => boolean': () => (text: string) => text.length > 3,
};

/** Fills in what a function takes; undefined where it takes something that nobody here can make. */
async function callOf({ name, file, exported, types }: ExportedFunction): Promise<Call | undefined> {
  if (OWN_CALLS[name] !== undefined) return OWN_CALLS[name];
  const fillings = types.map((type) => FILLED[type.split(' | ').find((one) => one === 'string') ?? type]);
  if (fillings.includes(undefined)) return undefined;
  const exports = await import(/* @vite-ignore */ new URL(`../../../src/domain/${file}`, import.meta.url).href);
  return (text) => exports[exported](...fillings.map((fill) => fill?.(text)));
}

/** Refusals are answers too. */
function quietly(call: Call): Call {
  return (text) => {
    try {
      return call(text);
    } catch (error) {
      if (error instanceof TypeError) throw error;
      return undefined;
    }
  };
}

const functions = functionsOfText('src/domain');
const measured = functions.filter(({ name }) => EXCLUDED[name] === undefined);

test('a function that is left out, or has a call of its own, is one that takes text', () => {
  const names = new Set(functions.map(({ name }) => name));
  expect([...Object.keys(OWN_CALLS), ...Object.keys(EXCLUDED)].filter((name) => !names.has(name))).toEqual([]);
  expect(measured.length).toBeGreaterThan(100);
});

describe('a text that doubles takes at most three times as long', () => {
  test.each(measured.map((one) => [one.name, one] as const))('for %s', async (name, one) => {
    const call = await callOf(one);
    expect(call, `${name} needs a call of its own, or a reason to be left out`).toBeDefined();
    const compute = quietly(call ?? (() => {}));
    for (const { kind, textOf } of sampleOf(hardTexts(), 8)) {
      const fault = growthFault(compute, textOf);
      expect(fault && `${kind}: ${fault}`).toBeUndefined();
    }
  });
});
