/** Checks outside data against a JSON Schema, and describes problems in words that a person can act on. */

import { _, Ajv2020, type CodeKeywordDefinition, type ErrorObject, type Options } from 'ajv/dist/2020.js';
import { ownMember } from '../domain/own-member.ts';
import type { Check, Problem } from '../domain/problem.ts';

type SchemaNode = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxCodeUnits?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly pattern?: string;
  readonly format?: string;
  readonly writeOnly?: boolean;
  readonly allowed?: string;
};

/** Like `maxLength`, but in UTF-16 code units, which need not be counted one by one. */
const maxCodeUnits: CodeKeywordDefinition = {
  keyword: 'maxCodeUnits',
  type: 'string',
  schemaType: 'number',
  code: (context) => context.fail(_`${context.data}.length > ${context.schemaCode}`),
};

const options: Options = {
  allowUnionTypes: true,
  addUsedSchema: false,
  // A test checks all schemas against the meta-schema; compiling that one here would be a third of the computation of a start.
  validateSchema: false,
  // The optimization makes no check faster, and takes half of the computation of a start here.
  code: { optimize: false },
  verbose: true,
  formats: { 'http-url': isHttpUrl },
  keywords: [
    { keyword: 'allowed', schemaType: 'string' },
    // Read by code that shortens texts: a text with this keyword is not shortened.
    { keyword: 'isWhole', schemaType: 'boolean' },
    maxCodeUnits,
  ],
};

const firstOnly = new Ajv2020(options);
const everything = new Ajv2020({ ...options, allErrors: true });
for (const ajv of [firstOnly, everything]) {
  // Recording which members were checked takes longer than the check itself, so no schema may use the keywords that need it.
  ajv.opts.unevaluated = false;
  ajv.removeKeyword('unevaluatedProperties').removeKeyword('unevaluatedItems');
}
const sound: readonly Problem[] = Object.freeze([]);
const longestShown = 40;
/** Nobody reads more of one value; to find the nearest known key for each of 60,000 unknown ones takes a quarter of a minute. */
const mostDescribed = 100;

/**
 * Compiles a JSON Schema (2020-12) once; the returned check takes a few hundred nanoseconds on valid data. With
 * `allErrors` it lists the first hundred problems and says how many more there are, otherwise the first one. Besides the standard keywords it supports `allowed` (the
 * allowed values in words), `isWhole` (the text must not be shortened), `maxCodeUnits` and the format `http-url`. The
 * value of anything marked `writeOnly`, and of anything below it, is secret and never shown. Throws if the schema has
 * an unknown keyword, or cannot be compiled.
 */
export function compileCheck(schema: object, { allErrors = false }: { allErrors?: boolean } = {}): Check {
  const validate = (allErrors ? everything : firstOnly).compile(schema);
  return (value, name = '') => {
    if (validate(value)) return sound;
    const errors = withoutBranches(validate.errors ?? []);
    const described = errors.slice(0, mostDescribed).map((error) => toProblem(error, { root: value, schema, name }));
    return [...distinct(described), ...furtherPlaces(errors.length - mostDescribed, name)];
  };
}

/** Returns a problem as a sentence: `server.port is the text "abc", but must be a whole number from 0 to 65535.` */
export function problemSentence({ path, found, allowed, nearest }: Problem): string {
  const subject = path === '' ? 'the content' : path;
  const hint = nearest === undefined ? '' : `; the nearest known key is ${nearest}`;
  return `${subject} is ${found}, but must be ${allowed}${hint}.`;
}

/** Whether a text is an absolute http(s) address without user name, query or fragment. */
function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s/?#\\@]+(\/[^\s?#\\]*)?$/i.test(text) && URL.canParse(text);
}

/** Removes errors inside the branches of a failed choice, as they only repeat the error of the choice. */
function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const failed = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const choices = [...new Set(failed.map(({ schemaPath }) => `${schemaPath}/`))];
  return errors.filter(
    ({ keyword, schemaPath }) => keyword !== 'if' && !choices.some((choice) => schemaPath.startsWith(choice)),
  );
}

function furtherPlaces(count: number, name: string): readonly Problem[] {
  if (count <= 0) return [];
  const places = count === 1 ? '1 further place' : `${count.toLocaleString('en')} further places`;
  return [{ path: name, found: `wrong in ${places}`, allowed: 'what its schema describes' }];
}

function distinct(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [problemSentence(problem), problem])).values()];
}

function toProblem(error: ErrorObject, about: { root: unknown; schema: SchemaNode; name: string }): Problem {
  const segments = error.instancePath.split('/').slice(1).map(unescapedSegment);
  const path = pathOf(about.root, segments, about.name);
  const node = error.parentSchema as SchemaNode;
  if (error.keyword === 'additionalProperties') {
    return unknownKey({ key: String(error.params.additionalProperty), path, node, ...about });
  }
  if (error.keyword === 'required') {
    const key = String(error.params.missingProperty);
    return {
      path: memberPath(path, key),
      found: 'missing',
      allowed: allowedText(ownMember(node.properties, key) ?? {}),
    };
  }
  const hidden = node.properties !== undefined || isSecret(about.schema, segments);
  return { path, found: foundText(error.data, hidden), allowed: allowedText(node) };
}

function unescapedSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

function pathOf(root: unknown, segments: readonly string[], name: string): string {
  let path = name;
  let at = root;
  for (const segment of segments) {
    path = Array.isArray(at) ? `${path}[${segment}]` : memberPath(path, segment);
    at = ownMember(at as Record<string, unknown>, segment);
  }
  return path;
}

function memberPath(path: string, key: string): string {
  if (!/^[\w-]{1,80}$/.test(key)) return `${path}[${quoted(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

function isSecret(schema: SchemaNode, segments: readonly string[]): boolean {
  let node: SchemaNode | undefined = schema;
  for (const segment of segments) {
    node = ownMember(node?.properties, segment) ?? node?.items;
    if (node?.writeOnly) return true;
  }
  return false;
}

type UnknownKey = { key: string; path: string; name: string; node: SchemaNode; schema: SchemaNode };

function unknownKey({ key, path, name, node, schema }: UnknownKey): Problem {
  const known = Object.keys(node.properties ?? {});
  const found = key.includes('.') ? 'a key with a dot in it' : 'an unknown key';
  const problem = { path: memberPath(path, key), found, allowed: `one of ${known.join(', ')}` };
  const sibling = nearestTo(key, known);
  const nearest = sibling === undefined ? sameElsewhere(key, pathsBelow(schema, name)) : memberPath(path, sibling);
  return nearest === undefined ? problem : { ...problem, nearest };
}

/** Returns the first path that is exactly the key, or ends in a key with the same name. */
function sameElsewhere(key: string, paths: readonly string[]): string | undefined {
  return paths.find((path) => path === key || folded(path.split('.').at(-1)) === folded(key));
}

/** Returns the known key with the fewest differences; none if it differs in more than a third of its letters. */
function nearestTo(key: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, edits: editDistance(folded(key), folded(candidate)) }))
    .filter(({ candidate, edits }) => edits <= Math.max(1, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.edits - b.edits);
  return best?.candidate;
}

function folded(key = ''): string {
  return key.slice(0, 80).toLowerCase().replace(/[-_ ]/g, '');
}

/** Returns how many letters must be inserted, removed, replaced or swapped with their neighbour to turn one word into the other. */
function editDistance(from: string, to: string): number {
  const rows: number[][] = [];
  const edits = (i: number, j: number): number => (i === 0 || j === 0 ? i + j : (rows[i]?.[j] ?? Infinity));
  for (let i = 1; i <= from.length; i++) {
    const row: number[] = [];
    rows[i] = row;
    for (let j = 1; j <= to.length; j++) {
      const replaced = edits(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwap = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? edits(i - 2, j - 2) + 1 : Infinity;
      row[j] = Math.min(replaced, swapped, edits(i - 1, j) + 1, edits(i, j - 1) + 1);
    }
  }
  return edits(from.length, to.length);
}

function pathsBelow(node: SchemaNode, path: string): readonly string[] {
  return Object.entries(node.properties ?? {}).flatMap(([key, child]) => {
    const childPath = memberPath(path, key);
    return [childPath, ...pathsBelow(child, childPath)];
  });
}

function foundText(value: unknown, hidden: boolean): string {
  if (Array.isArray(value)) return `a list of ${value.length === 1 ? '1 entry' : `${value.length} entries`}`;
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'object') return 'a map';
  const kind = typeof value === 'string' ? 'text' : typeof value;
  if (hidden) return `a ${kind} (not shown)`;
  return `the ${kind} ${typeof value === 'string' ? quoted(value) : value}`;
}

/** Returns a short form of a text, without the password that an address may have. */
function quoted(text: string): string {
  const safe = text.replace(/\/\/[^/\s]*@/g, '//…@');
  return JSON.stringify(safe.length <= longestShown ? safe : `${safe.slice(0, longestShown)}…`);
}

function allowedText(node: SchemaNode): string {
  if (node.allowed !== undefined) return node.allowed;
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum !== undefined) return enumText(node.enum);
  const choices = node.anyOf ?? node.oneOf;
  if (choices !== undefined) return choices.map(allowedText).join(' or ');
  if (node.type === undefined) return 'what its schema describes';
  return [node.type]
    .flat()
    .map((type) => kindText(type, node))
    .join(' or ');
}

function enumText(values: readonly unknown[]): string {
  const words = values.filter((value) => value !== null);
  return `one of ${words.join(', ')}${words.length < values.length ? ' or null' : ''}`;
}

function kindText(type: string, node: SchemaNode): string {
  if (type === 'integer') return `a whole number${rangeText(node.minimum, node.maximum)}`;
  if (type === 'number') return `a number${rangeText(node.minimum, node.maximum)}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'null') return 'null';
  if (type === 'object') return 'a map';
  if (type === 'array') {
    const entries = node.items === undefined ? '' : `, each entry ${allowedText(node.items)}`;
    const once = node.uniqueItems ? ', none twice' : '';
    return `a list${rangeText(node.minItems, node.maxItems, 'entries')}${entries}${once}`;
  }
  if (node.pattern !== undefined) return `text that matches ${node.pattern}`;
  if (node.format !== undefined) return `text in the form ${node.format}`;
  const longest = node.maxLength ?? node.maxCodeUnits;
  return node.minLength === 1 && longest === undefined
    ? 'text that is not empty'
    : `text${rangeText(node.minLength, longest, 'characters')}`;
}

function rangeText(least: number | undefined, most: number | undefined, unit?: string): string {
  const suffix = unit === undefined ? '' : ` ${unit}`;
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}${suffix}`;
  if (least !== undefined) return ` of at least ${least}${suffix}`;
  return most === undefined ? '' : ` of at most ${most}${suffix}`;
}
