/** Reads keys by their deprecated names too: what has such a name gets the present one, and a sentence for the operator. */

import { isObject, ownMember } from '../domain/own-member.ts';
import { configKeys, configSchema, type Environment, environmentNameOf, type SchemaNode } from './config-keys.ts';

/** Deprecated names of keys, or of maps of keys, each with the present name. They work in all versions 1.x. */
const DEPRECATED: ReadonlyMap<string, string> = new Map([
  ['app.settings.doors', 'app.settings.integrations'],
  ['limits.standing-questions', 'limits.saved-searches'],
  ['trail', 'audit-log'],
]);

type Read<Names> = {
  /** The same with present names. */
  readonly present: Names;
  /** A sentence for each deprecated name. */
  readonly deprecated: readonly string[];
  /** A sentence for each key that is given by both of its names. */
  readonly problems: readonly string[];
};

type Members = Readonly<Record<string, unknown>>;

/** The schema of a file that may have deprecated names. */
export const readableSchema = [...DEPRECATED].reduce(
  (schema, [before, now]) => withNode(schema, before.split('.'), nodeAt(configSchema, now)),
  configSchema,
);

/** Reads the content of a file after its dotted keys were split into maps. */
export function presentNames(content: unknown): Read<unknown> {
  const [deprecated, problems]: [string[], string[]] = [[], []];
  let present = content;
  for (const [before, now] of DEPRECATED) {
    const value = memberAt(present, before);
    if (value === undefined) continue;
    present = withoutMember(present as Members, before.split('.'));
    if (!isBlank(value)) deprecated.push(sentence(before, now));
    if (isBlank(memberAt(present, now))) present = withMember(present as Members, now.split('.'), value);
    else if (!isBlank(value)) problems.push(bothGiven(before, now));
  }
  return { present, deprecated, problems };
}

/** Reads the environment. A variable has the name of its key, or that in upper case, with `_FILE` for a secret. */
export function presentVariables(env: Environment): Read<Environment> {
  const [deprecated, problems]: [string[], string[]] = [[], []];
  const present = { ...env };
  const isSet = (variable: string) => (ownMember(env, variable)?.trim() ?? '') !== '';
  for (const { name, isSecret } of configKeys) {
    const former = deprecatedNameOf(name);
    if (former === undefined) continue;
    const variables = variablesOf(name, isSecret);
    const given = variables.find(isSet);
    for (const [at, before] of variablesOf(former, isSecret).entries()) {
      const now = variables[at];
      if (now === undefined || !isSet(before)) continue;
      deprecated.push(sentence(before, now));
      if (given === undefined) present[now] = env[before];
      else problems.push(bothGiven(before, given));
    }
  }
  return { present, deprecated, problems };
}

function sentence(before: string, now: string): string {
  return `${before} is deprecated. Its present name is ${now}.`;
}

function bothGiven(before: string, now: string): string {
  return `${before} and ${now} are the same key. Give ${now} alone.`;
}

function variablesOf(name: string, isSecret: boolean): readonly string[] {
  const variable = environmentNameOf(name);
  return isSecret ? [name, variable, `${variable}_FILE`] : [name, variable];
}

function deprecatedNameOf(name: string): string | undefined {
  const [before, now] = [...DEPRECATED].find(([, now]) => `${name}.`.startsWith(`${now}.`)) ?? [];
  return now === undefined ? undefined : before + name.slice(now.length);
}

/** Whether a value is empty: null, absent, or a map of empty values. */
function isBlank(value: unknown): boolean {
  return isObject(value) ? Object.values(value).every(isBlank) : (value ?? undefined) === undefined;
}

/** Returns the member of nested maps that a dotted name leads to. */
export function memberAt(content: unknown, name: string): unknown {
  return name.split('.').reduce((at, key) => (isObject(at) ? ownMember(at, key) : undefined), content);
}

function withMember(map: Members, [key = '', ...below]: readonly string[], value: unknown): Members {
  const inner = ownMember(map, key);
  return { ...map, [key]: below.length === 0 ? value : withMember(isObject(inner) ? inner : {}, below, value) };
}

function withoutMember(map: Members, [key = '', ...below]: readonly string[]): Members {
  const { [key]: inner, ...others } = map;
  return isObject(inner) && below.length > 0 ? { ...map, [key]: withoutMember(inner, below) } : others;
}

function nodeAt(schema: SchemaNode, name: string): SchemaNode {
  return name.split('.').reduce((node, key) => ownMember(node.properties, key) ?? {}, schema);
}

function withNode(schema: SchemaNode, [key = '', ...below]: readonly string[], node: SchemaNode): SchemaNode {
  const child = below.length === 0 ? node : withNode(ownMember(schema.properties, key) ?? {}, below, node);
  return { ...schema, properties: { ...schema.properties, [key]: child } };
}
