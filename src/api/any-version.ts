/**
 * Records as registries of any version send them: a member that is not sure may be absent or null, and a word may be one
 * that this version does not know.
 */

import { orNull, type Properties, type RecordSchema, type Schema } from './schema.ts';

/** The values of a record of any version, of which nothing is sure. */
export type OfAnyVersion<Value> = Value extends string
  ? string
  : Value extends readonly (infer Item)[]
    ? OfAnyVersion<Item>[]
    : Value extends object
      ? { [Key in keyof Value]?: OfAnyVersion<Value[Key]> | null }
      : Value;

type Unsure<P extends Properties> = {
  [Name in keyof P]: P[Name] extends Schema<infer Value>
    ? Schema<OfAnyVersion<Value> | null> & { readonly isOptional: true }
    : never;
};

/** Returns the record as registries of any version send it; the keyword `sure` of the declaration has the exceptions. */
export function ofAnyVersion<P extends Properties>(declared: RecordSchema<P>): RecordSchema<Unsure<P>> {
  return loosened(declared) as unknown as RecordSchema<Unsure<P>>;
}

/** Returns the members of {@link ofAnyVersion}, to be declared as members of another record. */
export function anyVersionOf<P extends Properties>(properties: P): Unsure<P> {
  const members = Object.entries(properties).map(([name, declared]) => [
    name,
    { ...unsure(declared), isOptional: true },
  ]);
  return Object.fromEntries(members) as Unsure<P>;
}

function loosened(declared: Schema): Schema {
  const { properties, items, additionalProperties, enum: words, type } = declared as Parts;
  if (properties !== undefined) {
    const sure = (declared.sure ?? []) as readonly string[];
    const members = Object.entries(properties).map(([name, one]) => [
      name,
      sure.includes(name) ? (one.$id === undefined ? one : loosened(one)) : unsure(one),
    ]);
    const required = Object.keys(properties).filter((name) => sure.includes(name));
    return { ...declared, required, properties: Object.fromEntries(members) };
  }
  if (items !== undefined) return { ...declared, items: loosened(items) };
  if (additionalProperties !== undefined) return { ...declared, additionalProperties: loosened(additionalProperties) };
  if (words === undefined || ![type].flat().includes('string')) return declared;
  const { enum: _words, ...others } = declared;
  return { ...others, examples: words.filter((word) => word !== null) };
}

type Parts = {
  properties?: Properties;
  items?: Schema;
  additionalProperties?: Schema;
  enum?: readonly unknown[];
  type?: string | string[];
};

function unsure(declared: Schema): Schema {
  const { isOptional: _mark, ...one } = declared;
  const isNullable = [one.type].flat().includes('null');
  return isNullable ? loosened(one) : orNull(loosened(one));
}
