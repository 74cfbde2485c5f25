/** Every key of the configuration, as its schema has it. */

import { readFileSync } from 'node:fs';

/** One key: its dotted name, its name in the environment, the kind of its value, whether it is secret, its default. */
export type ConfigKey = {
  readonly name: string;
  readonly environmentName: string;
  readonly kind: string;
  readonly isSecret: boolean;
  readonly defaultValue: unknown;
};

export type SchemaNode = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly items?: SchemaNode;
  readonly enum?: readonly string[];
  readonly writeOnly?: boolean;
  readonly default?: unknown;
};

/** Of every key of the configuration, and of what a file of it may hold. */
export const configSchema = JSON.parse(
  readFileSync(new URL('../../config/schema.json', import.meta.url), 'utf8'),
) as SchemaNode;

/** Every key there is (docs/configuration.md#every-key), in the order of the schema. */
export const configKeys: readonly ConfigKey[] = Object.freeze(keysOf(configSchema));

function keysOf(node: SchemaNode, path: readonly string[] = []): readonly ConfigKey[] {
  if (node.properties !== undefined) {
    return Object.entries(node.properties).flatMap(([key, child]) => keysOf(child, [...path, key]));
  }
  const name = path.join('.');
  const environmentName = name.toUpperCase().replace(/[.-]/g, '_');
  const { type = 'string', writeOnly: isSecret = false, default: defaultValue } = node;
  return [{ name, environmentName, kind: String(type), isSecret, defaultValue }];
}
