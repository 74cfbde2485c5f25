/** Parses ontologies in OBO 1.2 and 1.4 (rdp-protocol 9.3). */

import { ownMember } from '../own-member.ts';
import { UnreadableFile } from '../problem.ts';
import { type LineParser, quoted } from './line-parser.ts';
import type { RowFault } from './table-parser.ts';

type TagLine = { tag: string; value: string };

const TAG = /^(\w[\w-]{0,99}):/;

/** Reads a line; undefined for any other line. */
function readTagLine(line: string): TagLine | undefined {
  const tag = TAG.exec(line)?.[1];
  return tag === undefined ? undefined : { tag, value: line.slice(tag.length + 1).trim() };
}

export function isTagLine(line: string): boolean {
  return TAG.test(line);
}

/** Whether only OBO has such a line: the first line of most files, or the beginning of a stanza. */
export function isOboStart(line: string): boolean {
  return /^(?:format-version:|\[(?:Term|Typedef|Instance)\])/.test(line);
}

/** Returns an unquoted value without qualifiers and comment. */
function plainText(value: string): string {
  const comment = value.search(/\s!(?:\s|$)/);
  const text = comment === -1 ? value : value.slice(0, comment).trimEnd();
  const qualifiers = text.endsWith('}') ? text.search(/\s\{[\w:.-]+="/) : -1;
  return unescaped(qualifiers === -1 ? text : text.slice(0, qualifiers).trimEnd());
}

/** Returns the identifier at the beginning of a value; empty where there is none. */
function firstWord(value: string): string {
  return unescaped(/^\S*/.exec(value)?.[0] ?? '');
}

/** Returns the quoted text at the beginning of a value and what follows it; undefined where there is none, or no closing quote. */
function readQuoted(value: string): { text: string; rest: string } | undefined {
  if (!value.startsWith('"')) return undefined;
  let end = value.indexOf('"', 1);
  while (end !== -1 && isEscaped(value, end)) end = value.indexOf('"', end + 1);
  return end === -1 ? undefined : { text: unescaped(value.slice(1, end)), rest: value.slice(end + 1) };
}

function isEscaped(value: string, place: number): boolean {
  let before = place - 1;
  while (value[before] === '\\') before--;
  return (place - before) % 2 === 0;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', W: ' ' };

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.?)/gsu, (_, sign: string) => ownMember(ESCAPES, sign) ?? sign) : text;
}

/** An ontology in OBO. */
export type OboFile = { ontology: string | null; dataVersion: string | null; terms: OboTerm[] };

export type OboTerm = {
  termId: string;
  name: string | null;
  definition: string | null;
  namespace: string | null;
  /** Diseases of OMIM and Orphanet that are the same as the term: `OMIM:607208`, `ORPHA:33069`. */
  diseaseIds: string[];
  synonyms: string[];
  /** The synonyms with a broader meaning than the term. */
  broadSynonyms: string[];
  altTermIds: string[];
  isA: string[];
  partOf: string[];
  obsolete: boolean;
  replacedBy: string[];
  /** Terms that may replace an obsolete one; a person decides which. */
  consider: string[];
};

type OboParser = LineParser<never> & {
  /** Returns the whole ontology, after the last line. */
  file(): OboFile;
};

type Header = { ontology: string | null; dataVersion: string | null; defaultNamespace: string | null };

/** Why a line is skipped; undefined when it is not. */
type Fault = RowFault | undefined;

const FORMAT_VERSIONS = ['1.2', '1.4'];
const LONGEST_ID = 255;

/**
 * Returns a parser for the terms of a file, with obsolete ones and those of other ontologies; other stanzas are ignored.
 * A faulty line is skipped; with a faulty `id`, the whole stanza is.
 */
export function oboParser(): OboParser {
  let lineNumber = 0;
  let isBegun = false;
  const header: Header = { ontology: null, dataVersion: null, defaultNamespace: null };
  const terms = new Map<string, OboTerm>();
  let readLine: (line: TagLine) => Fault = (line) => readHeaderLine(header, line);

  function beginStanza(line: string): Fault {
    readLine = passedOver;
    const kind = /^\[([^\]]*)\]/.exec(line)?.[1];
    if (kind === undefined) {
      return { kind: 'stanza', reason: `The stanza begins with ${quoted(line)}, but must with one such as [Term].` };
    }
    if (kind === 'Term') readLine = beginTerm;
    return undefined;
  }

  function beginTerm({ tag, value }: TagLine): Fault {
    readLine = passedOver;
    if (tag !== 'id') {
      return { kind: 'term', reason: `A term begins with ${quoted(`${tag}:`)}, but must with its id:.` };
    }
    const termId = firstWord(value);
    if (!isTermId(termId)) return idFault('id', termId);
    if (termId.startsWith('_:')) {
      return { kind: 'anonymous', reason: `The id ${quoted(termId)} is anonymous; only a lasting one is taken over.` };
    }
    if (terms.has(termId)) {
      const reason = `The term ${quoted(termId)} is in the file twice; each term may be there once.`;
      return { kind: 'repeated', reason };
    }
    const term = emptyTerm(termId);
    terms.set(termId, term);
    readLine = (line) => readTermLine(term, line);
    return undefined;
  }

  function faultIn(line: string): Fault {
    if (line.startsWith('[')) return beginStanza(line);
    const tagLine = readTagLine(line);
    if (tagLine !== undefined) return readLine(tagLine);
    if (readLine === passedOver) return undefined;
    if (!isBegun) throw new UnreadableFile(`is not OBO: it begins with ${quoted(line)}, but OBO with format-version:`);
    return { kind: 'line', reason: `The line is ${quoted(line)}, but must be one such as name: text.` };
  }

  return {
    take(line) {
      lineNumber++;
      const text = line.trim();
      if (text === '' || text.startsWith('!')) return undefined;
      const fault = faultIn(text);
      isBegun = true;
      return fault && { lineNumber, ...fault };
    },
    end() {
      if (terms.size === 0) {
        throw new UnreadableFile('holds no term: OBO has one in each stanza that begins with the line [Term]');
      }
    },
    file: () => toFile(header, terms),
  };
}

function passedOver(): undefined {}

function readHeaderLine(header: Header, { tag, value }: TagLine): Fault {
  const text = plainText(value);
  if (tag === 'format-version' && !FORMAT_VERSIONS.includes(text)) {
    throw new UnreadableFile(
      `is in the format-version ${quoted(text)}; OBO ${FORMAT_VERSIONS.join(' and ')} can be read`,
    );
  }
  if (tag === 'ontology') header.ontology ??= text || null;
  if (tag === 'data-version') header.dataVersion ??= text || null;
  if (tag === 'default-namespace') header.defaultNamespace ??= text || null;
  return undefined;
}

function emptyTerm(termId: string): OboTerm {
  return {
    termId,
    name: null,
    definition: null,
    namespace: null,
    diseaseIds: [],
    synonyms: [],
    broadSynonyms: [],
    altTermIds: [],
    isA: [],
    partOf: [],
    obsolete: false,
    replacedBy: [],
    consider: [],
  };
}

function readTermLine(term: OboTerm, { tag, value }: TagLine): Fault {
  return TERM_TAGS.get(tag)?.(term, value);
}

type ReadTag = (term: OboTerm, value: string) => Fault;

/** The tags of a term that are read; others are ignored. */
const TERM_TAGS: ReadonlyMap<string, ReadTag> = new Map<string, ReadTag>([
  ['id', (term) => another(term, 'id', ':, but must have one')],
  ['name', (term, value) => setOnce(term, 'name', plainText(value))],
  ['namespace', (term, value) => setOnce(term, 'namespace', plainText(value))],
  ['def', readDefinition],
  ['synonym', readSynonym],
  ['exact_synonym', readSynonym],
  ['narrow_synonym', readSynonym],
  ['broad_synonym', (term, value) => readSynonym(term, value, true)],
  ['related_synonym', readSynonym],
  ['alt_id', (term, value) => addId(term.altTermIds, 'alt_id', firstWord(value))],
  ['is_a', (term, value) => addId(term.isA, 'is_a', firstWord(value))],
  ['xref', readXref],
  ['replaced_by', (term, value) => addId(term.replacedBy, 'replaced_by', firstWord(value))],
  ['consider', (term, value) => addId(term.consider, 'consider', firstWord(value))],
  ['relationship', readRelationship],
  ['is_obsolete', readObsolete],
]);

function another({ termId }: OboTerm, tag: string, rule: string): RowFault {
  return { kind: `another ${tag}`, reason: `The term ${quoted(termId)} has another ${tag}${rule}.` };
}

function setOnce(term: OboTerm, key: 'name' | 'namespace' | 'definition', text: string): Fault {
  if (term[key] !== null) return another(term, key, '; the first one counts');
  term[key] = text || null;
  return undefined;
}

/** Reads `"text" [sources] {qualifiers}`; the text may contain brackets, too. */
function readDefinition(term: OboTerm, value: string): Fault {
  const read = readQuoted(value);
  if (read === undefined || !/^\s*(?:[[{!]|$)/.test(read.rest)) return notQuoted('def', value, '"text" [sources]');
  return setOnce(term, 'definition', read.text.trim());
}

/** Reads `"text" SCOPE TYPE [sources]`; everything but the text may be absent. */
function readSynonym(term: OboTerm, value: string, isBroad = false): Fault {
  const read = readQuoted(value);
  const text = read?.text.trim() ?? '';
  if (text === '' || !/^(?:[\s[{!]|$)/.test(read?.rest ?? '')) return notQuoted('synonym', value, '"text" EXACT []');
  term.synonyms.push(text);
  if (isBroad || /^\s+BROAD\b/.test(read?.rest ?? '')) term.broadSynonyms.push(text);
  return undefined;
}

function notQuoted(tag: string, found: string, allowed: string): Fault {
  return { kind: tag, reason: `The ${tag} is ${quoted(found)}, but must be one such as ${allowed}.` };
}

function readRelationship(term: OboTerm, value: string): Fault {
  const [, type, target = ''] = /^(\S+)\s*(\S*)/.exec(value) ?? [];
  return type === 'part_of' ? addId(term.partOf, 'part_of', firstWord(target)) : undefined;
}

/** A disease id, also as HPO writes it. MONDO qualifies each xref, and not every one is the same disease. */
const DISEASE_XREF = /^(OMIM|Orphanet|ORPHA|ORDO):(?:Orphanet_)?(\d{1,10})(?=\s|$)/;
const MONDO_SOURCE = /source="MONDO:/;
const SAME = /source="MONDO:equivalentTo"/;

function readXref(term: OboTerm, value: string): Fault {
  const [, database, number] = DISEASE_XREF.exec(value) ?? [];
  if (database === undefined || (MONDO_SOURCE.test(value) && !SAME.test(value))) return undefined;
  term.diseaseIds.push(`${database === 'OMIM' ? 'OMIM' : 'ORPHA'}:${number}`);
  return undefined;
}

function readObsolete(term: OboTerm, value: string): Fault {
  const text = plainText(value);
  if (text !== 'true' && text !== 'false') {
    return { kind: 'is_obsolete', reason: `The is_obsolete is ${quoted(text)}, but must be true or false.` };
  }
  term.obsolete = text === 'true';
  return undefined;
}

function addId(ids: string[], tag: string, id: string): Fault {
  if (!isTermId(id)) return idFault(tag, id);
  ids.push(id);
  return undefined;
}

function isTermId(id: string): boolean {
  return id !== '' && id.length <= LONGEST_ID;
}

function idFault(tag: string, found: string): Fault {
  const reason = `The ${tag} is ${quoted(found)}, but must be an identifier of at most ${LONGEST_ID} characters.`;
  return { kind: `identifier ${tag}`, reason };
}

/** Returns the ontology without parents that have no stanza in the file, such as those of other ontologies. */
function toFile({ ontology, dataVersion, defaultNamespace }: Header, terms: ReadonlyMap<string, OboTerm>): OboFile {
  const mainIds = new Map<string, string>();
  for (const { termId, altTermIds } of terms.values()) for (const id of altTermIds) mainIds.set(id, termId);
  const finished = (term: OboTerm): OboTerm => {
    const parentIds = (ids: readonly string[]) => {
      const known = ids.map((id) => (terms.has(id) ? id : mainIds.get(id))).filter((id) => id !== undefined);
      return unique(known).filter((id) => id !== term.termId);
    };
    return {
      ...term,
      namespace: term.namespace ?? defaultNamespace,
      diseaseIds: unique(term.diseaseIds),
      synonyms: unique(term.synonyms),
      broadSynonyms: unique(term.broadSynonyms),
      altTermIds: unique(term.altTermIds),
      isA: parentIds(term.isA),
      partOf: parentIds(term.partOf),
      replacedBy: unique(term.replacedBy),
      consider: unique(term.consider),
    };
  };
  return { ontology, dataVersion, terms: Array.from(terms.values(), finished) };
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
