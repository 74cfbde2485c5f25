/** Lists every key of the configuration, from its schema. */

import { readFileSync } from 'node:fs';
import { isObject } from '../domain/own-member.ts';

/** One key: its dotted name, its name in the environment, the kind of its value, whether it is secret, its default. */
export type ConfigKey = {
  readonly name: string;
  readonly environmentName: string;
  readonly kind: string;
  readonly isSecret: boolean;
  readonly defaultValue: unknown;
};

/** The variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type SchemaNode = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly enum?: readonly string[];
  readonly writeOnly?: boolean;
  readonly default?: unknown;
};

/** The schema of all keys, and so of a configuration file. */
export const configSchema = ownSchema(readFileSync(new URL('../../config/schema.json', import.meta.url), 'utf8'));

/** All keys (docs/configuration.md#every-key), in the order of the schema. */
export const configKeys: readonly ConfigKey[] = Object.freeze(keysOf(configSchema));

/**
 * Returns the schema that the program checks with. The file itself uses only standard words of draft 2020-12, so that
 * any editor can check a configuration. There a key may lack a value, and a list may be one text.
 */
function ownSchema(text: string): SchemaNode {
  return JSON.parse(text, (key, value) => {
    if (key === 'type' && Array.isArray(value)) return ownType(value);
    if (!isObject(value)) return value;
    const { $comment: allowed, format, ...others } = value as Record<string, unknown>;
    return {
      ...others,
      ...(allowed !== undefined && { allowed }),
      ...(format !== undefined && { format: format === 'uri' ? 'http-url' : format }),
    };
  }) as SchemaNode;
}

function ownType(types: readonly string[]): string | readonly string[] {
  if (types.includes('array')) return 'array';
  const [first = '', ...others] = types.filter((type) => type !== 'null');
  return others.length === 0 ? first : [first, ...others];
}

function keysOf(node: SchemaNode, path: readonly string[] = []): readonly ConfigKey[] {
  if (node.properties !== undefined) {
    return Object.entries(node.properties).flatMap(([key, child]) => keysOf(child, [...path, key]));
  }
  const name = path.join('.');
  const { type = 'string', writeOnly: isSecret = false, default: defaultValue } = node;
  return [{ name, environmentName: environmentNameOf(name), kind: String(type), isSecret, defaultValue }];
}

/** Returns the variable of the environment that sets a key. */
export function environmentNameOf(name: string): string {
  return name.toUpperCase().replace(/[.-]/g, '_');
}
