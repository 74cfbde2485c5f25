/** Reads what one file or one variable of the environment sets, and checks it alone. */

import { isObject } from '../domain/is-object.ts';
import { ownMember } from '../domain/own-member.ts';
import type { Problem } from '../domain/problem.ts';
import { compileCheck, problemSentence } from '../lib/schema-check.ts';
import { type ConfigKey, configKeys, configSchema, renamedKeyProblems, type SchemaNode } from './config-keys.ts';
import { withoutDottedKeys } from './dotted-keys.ts';
import { parseYaml, readText } from './yaml-file.ts';

export type Layer = {
  readonly values: ReadonlyMap<string, unknown>;
  readonly problems: readonly string[];
  /** The name of the source in problems. */
  readonly label?: string;
};
export type Environment = Readonly<Record<string, string | undefined>>;

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
  const { content, problems } = withoutDottedKeys(document.value, configSchema);
  const isSet = (name: string) =>
    isObject(content) && (ownMember(content, name) ?? valueAt(content, name)) !== undefined;
  const renamed = renamedKeyProblems(isSet);
  if (renamed.length > 0) return { ...unset, problems: renamed.map((problem) => `${label}: ${problem}`) };
  const layer = checkedLayer(tidied(content, configSchema) ?? {}, label);
  return { ...layer, problems: [...problems.map((problem) => `${label}: ${problem}`), ...layer.problems] };
}

function checkedLayer(content: unknown, label: string, calledAs = asItIs): Layer {
  const odd = oddTexts(content).map(
    (path) => `${label}: ${calledAs(path)} holds a control character, but must hold none.`,
  );
  const wrong = checkLayer(content)
    .map(withoutOddKey)
    .map(({ path, ...rest }) => `${label}: ${problemSentence({ ...rest, path: calledAs(path) })}`);
  const problems = [...odd, ...wrong];
  const values = configKeys.map(({ name }) => [name, valueAt(content, name)] as const);
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

function valueAt(content: unknown, name: string): unknown {
  return name.split('.').reduce((at, key) => ownMember(at as Record<string, unknown> | undefined, key), content);
}

/** Refuses what the environment sets by a name that a key had before. */
export function renamedVariables(env: Environment): Layer {
  return { ...unset, problems: renamedKeyProblems((name) => (ownMember(env, name)?.trim() ?? '') !== '') };
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
export function keyLayer({ name, value, label, calledAs }: KeyValue): Layer {
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
