/**
 * Reads what one file or one variable of the environment sets, and checks it alone. Keys with dots, as Spring
 * properties have them, are nested keys.
 */

import { isDeepStrictEqual } from 'node:util';
import { isObject, ownMember } from '../domain/own-member.ts';
import type { Problem } from '../domain/problem.ts';
import { compileCheck, problemSentence } from '../lib/schema-check.ts';
import { type ConfigKey, configKeys, configSchema, type Environment, type SchemaNode } from './config-keys.ts';
import { memberAt, presentNames, readableSchema } from './deprecated-names.ts';
import { parseYaml, readText } from './yaml-file.ts';

type Entry = {
  readonly key: string;
  /** What follows `key` in a dotted key. */
  readonly rest?: string;
  readonly value: unknown;
  /** The place as the file has it: `app: site.host`. */
  readonly written: string;
};

/**
 * Returns the content with every dotted key split whose first part is a map of the schema. Other keys are unchanged,
 * and the check refuses them later. A value that is given twice must be the same; otherwise a sentence names both
 * places.
 */
function withoutDottedKeys(
  content: unknown,
  schema: SchemaNode,
): { readonly content: unknown; readonly problems: readonly string[] } {
  if (!isObject(content)) return { content, problems: [] };
  const problems: string[] = [];
  return { content: nested(entriesOf(content), schema, problems), problems };
}

function nested(entries: readonly Entry[], node: SchemaNode, problems: string[]): Record<string, unknown> {
  const spelt = entries.map((entry) => firstPart(entry, node));
  const members = [...Map.groupBy(spelt, ({ key }) => key)];
  return Object.fromEntries(
    members.map(([key, together]) => [key, joined(together, ownMember(node.properties, key) ?? {}, problems)]),
  );
}

/** Splits `site.host` into `site` and `host`, in a map that has a map `site`. */
function firstPart(entry: Entry, { properties = {} }: SchemaNode): Entry {
  const [first = '', ...rest] = entry.key.split('.');
  const isSpelt = rest.length > 0 && !Object.hasOwn(properties, entry.key);
  if (!isSpelt || ownMember(properties, first)?.properties === undefined) return entry;
  return { ...entry, key: first, rest: rest.join('.') };
}

/** Joins all entries of one key into its value. An entry without a value does not count. */
function joined(entries: readonly Entry[], node: SchemaNode, problems: string[]): unknown {
  const [first, ...others] = entries.filter(({ rest, value }) => rest !== undefined || value !== null);
  if (first === undefined) return null;
  const isEveryMap = [first, ...others].every(({ rest, value }) => rest !== undefined || isObject(value));
  if (node.properties !== undefined && isEveryMap) {
    return nested([first, ...others].flatMap(membersOf), node, problems);
  }
  const other = others.find(({ value }) => !isDeepStrictEqual(value, first.value));
  if (other === undefined) return first.value;
  problems.push(`${first.written} and ${other.written} are the same key, but differ; give one of them.`);
  return null;
}

function membersOf({ rest, value, written }: Entry): readonly Entry[] {
  if (rest !== undefined) return [{ key: rest, value, written }];
  return entriesOf(value as Record<string, unknown>, `${written}: `);
}

function entriesOf(map: Record<string, unknown>, before = ''): readonly Entry[] {
  return Object.entries(map).map(([key, value]) => ({ key, value, written: before + key }));
}

export type Layer = {
  readonly values: ReadonlyMap<string, unknown>;
  readonly problems: readonly string[];
  /** The name of the source in problems. */
  readonly label?: string;
  /** A sentence for each deprecated name. */
  readonly deprecated?: readonly string[];
};

const asItIs = (path: string) => path;
const FROM_RDP = 'the settings of an RDP become a file of the configuration by isearch-proxy config from-rdp';
const unset: Layer = { values: new Map(), problems: [] };
const checkLayer = compileCheck(configSchema, { allErrors: true });

/** Returns what a YAML file sets; `label` is the name of the file in problems. */
export function fileLayer(file: string | URL, label: string): Layer {
  if (label.endsWith('.properties')) return refused(`${label}: ${FROM_RDP}.`);
  const reading = readText(file);
  if ('problem' in reading) return refused(`${label}: the configuration file cannot be read, ${reading.problem}.`);
  const document = parseYaml(reading.text);
  if ('problem' in document) return refused(`${label}${document.problem}`);
  const split = withoutDottedKeys(document.value, readableSchema);
  const { present, deprecated, problems } = presentNames(split.content);
  const layer = checkedLayer(tidied(present, configSchema) ?? {}, label);
  const placed = (sentence: string) => `${label}: ${sentence}`;
  return {
    ...layer,
    problems: [...[...split.problems, ...problems].map(placed), ...layer.problems],
    deprecated: deprecated.map(placed),
  };
}

function checkedLayer(content: unknown, label: string, calledAs = asItIs): Layer {
  const odd = oddTexts(content).map(
    (path) => `${label}: ${calledAs(path)} holds a control character, but must hold none.`,
  );
  const wrong = checkLayer(content)
    .map(withoutOddKey)
    .map(({ path, ...rest }) => `${label}: ${problemSentence({ ...rest, path: calledAs(path) })}`);
  const problems = [...odd, ...wrong];
  const values = configKeys.map(({ name }) => [name, memberAt(content, name)] as const);
  return { values: new Map(values.filter(([, value]) => value !== undefined)), problems, label };
}

/** Control characters except line ends and tabs, which a text may have. */
const CONTROL = /(?![\t\r\n])\p{Cc}/u;

/** Returns the paths of texts with control characters, which would end a file name or a line of HTTP. */
function oddTexts(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return CONTROL.test(value) ? [path] : [];
  if (value === null || typeof value !== 'object') return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, child]) =>
    oddTexts(child, isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
  );
}

/** Hides a key that is an address by mistake, as the address may hold a token. */
function withoutOddKey({ path, ...rest }: Problem): Problem {
  const [, place] = /^(.*\.apis\[\d+\])(?!\.[a-z-]{1,20}$)[.[]/s.exec(path) ?? [];
  return place === undefined ? { path, ...rest } : { ...rest, path: place, found: 'a map with an unknown key' };
}

function refused(problem: string): Layer {
  return { ...unset, problems: [problem] };
}

/** Removes keys without a value, and splits a list that is written as one text. */
function tidied(value: unknown, node: SchemaNode | undefined): unknown {
  if (node?.type === 'array' && typeof value === 'string') return splitList(value);
  if (Array.isArray(value)) return value.map((entry) => tidied(entry, node?.items));
  if (value === null || typeof value !== 'object') return value;
  const known = new Map(Object.entries(node?.properties ?? {}));
  const given = Object.entries(value).filter(([key, child]) => child !== null || !known.has(key));
  return Object.fromEntries(given.map(([key, child]) => [key, tidied(child, known.get(key))]));
}

function splitList(text: string): readonly string[] {
  const entries = text.split(/[,\r\n]/).map((entry) => entry.trim());
  return entries.filter((entry) => entry !== '');
}

/** Returns what the environment sets for one key, under either of its names. An empty variable counts as not set. */
export function variableLayer({ name, environmentName, kind, isSecret }: ConfigKey, env: Environment): Layer {
  const [usual = '', dotted = ''] = [ownMember(env, environmentName)?.trim(), ownMember(env, name)?.trim()];
  if (usual !== '' && dotted !== '' && usual !== dotted) {
    return refused(`${environmentName} and ${name} are the same key, but differ; give one of them.`);
  }
  const text = usual || dotted;
  const fileVariable = `${environmentName}_FILE`;
  const file = isSecret ? (ownMember(env, fileVariable) ?? '') : '';
  if (file === '') {
    return text === '' ? unset : textLayer({ name, kind, text, label: usual === '' ? name : environmentName });
  }
  if (text !== '')
    return refused(
      `${usual === '' ? name : environmentName} and ${fileVariable} are both given, but only one of them may be.`,
    );
  const reading = readText(file);
  if ('problem' in reading) return refused(`${fileVariable}: the file it names cannot be read, ${reading.problem}.`);
  const content = reading.text.trim();
  if (content === '') return refused(`${fileVariable}: the file it names is empty, but must hold the secret.`);
  return kind === 'array' && YAML_LIST.test(content)
    ? yamlLayer(name, content, fileVariable)
    : textLayer({ name, kind, text: content, label: fileVariable });
}

/**
 * Matches a YAML list: an entry after comments and an optional `---`. An address or a token never begins like that.
 */
const YAML_LIST = /^(?:#[^\n]*\n|---\s|\s)*-\s/;

/** Reads a secret file that holds its list as YAML, for entries that are maps. */
function yamlLayer(name: string, text: string, label: string): Layer {
  const document = parseYaml(text);
  if ('problem' in document) return refused(`${label}: the file it names${document.problem}`);
  return keyLayer({ name, value: document.value, label, calledAs: name });
}

function textLayer({ name, kind, text, label }: Record<'name' | 'kind' | 'text' | 'label', string>): Layer {
  return keyLayer({ name, value: readValue(text, kind), label, calledAs: name });
}

type KeyValue = { name: string; value: unknown; label: string; calledAs: string };

/** Returns a layer that sets one key; `label` and `calledAs` are the names of the place and of the key in problems. */
function keyLayer({ name, value, label, calledAs }: KeyValue): Layer {
  const content = name.split('.').reduceRight((inner, key) => ({ [key]: inner }), value);
  return checkedLayer(content, label, (path) => path.replace(name, calledAs));
}

/** Reads a value of a kind. A text that is not of the kind stays a text, which the check refuses. */
function readValue(text: string, kind: string): unknown {
  if (kind === 'array') return splitList(text);
  if (kind.startsWith('integer') && /^-?\d+$/.test(text)) return Number(text);
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}
