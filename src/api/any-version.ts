/**
 * Records of other registries, of any version: as federated answers show them, where a member that is not sure may be
 * absent or null and a word may be one that this version does not know; and as they are accepted of a partner (RDP 1.3
 * to 1.5), with the greatest length of every text and the greatest size of every list. The keyword `ofPartner` of a
 * declaration has what differs from the rule; `ofPartner: false` leaves a member out, which may then have any value.
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

/** The length of a `varchar` of RDP (rdp-protocol 8). */
const SHORT = 255;
const LARGEST_INT = 2 ** 31 - 1;
const UUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

/** The accepted values of a partner, by those of this registry. */
export type OfPartner<Value> = Value extends string
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly (OfPartner<Item> | null)[]
    : Value extends object
      ? string extends keyof Value
        ? { readonly [Key in keyof Value]: OfPartner<Value[Key]> | null }
        : { readonly [Key in Exclude<keyof Value, 'origin' | 'originUrl'>]?: OfPartner<Value[Key]> | null }
      : Value;

type Keywords = Readonly<Record<string, unknown>>;
type Declared = {
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  properties?: Properties;
  items?: Schema;
  additionalProperties?: Schema;
  ofPartner?: Keywords | false;
};

/** Returns the schema of a member that may be null. */
export function ofPartner<Value>(declared: Schema<Value>): Schema<OfPartner<Value> | null> {
  const { isSure: _mark, ...accepted } = acceptedOf(declared);
  const { type } = accepted;
  return typeof type === 'string' ? { ...accepted, type: [type, 'null'] } : accepted;
}

/** Returns the schemas of members, without those that are not checked. */
export function membersOfPartner(properties: Properties): Properties {
  const checked = Object.entries(properties).filter(([, declared]) => declared.ofPartner !== false);
  return Object.fromEntries(
    checked.map(([name, declared]) => [name, isSure(declared) ? sure(declared) : ofPartner(declared)]),
  );
}

/** Returns the schema of a member that is there and not null. */
export function sure(declared: Schema): Schema {
  const { isSure: _mark, ...accepted } = acceptedOf(declared);
  const { type } = accepted as Declared;
  return { ...accepted, type: [type].flat().find((one) => one !== 'null') };
}

/** Whether a record is of no use without the member. */
function isSure({ ofPartner: rule }: Schema): boolean {
  return typeof rule === 'object' && (rule as Keywords).isSure === true;
}

function acceptedOf(declared: Schema): Keywords {
  const { type, format, enum: words, properties, items, additionalProperties, ofPartner: rule } = declared as Declared;
  const own = rule === false ? {} : rule;
  if (properties !== undefined) {
    const required = Object.keys(properties).filter((name) => isSure(properties[name] ?? {}));
    return { type: 'object', required, properties: membersOfPartner(properties) };
  }
  if (items !== undefined) return { type: 'array', items: ofPartner(items), ...own };
  if (additionalProperties !== undefined) {
    return { type: 'object', additionalProperties: ofPartner(additionalProperties), ...own };
  }
  switch ([type].flat()[0]) {
    case 'string':
      if (format === 'uuid') return { type: 'string', pattern: UUID };
      // A word may be one of another version, but is of no use when it is cut.
      return { type: 'string', maxCodeUnits: SHORT, ...(words !== undefined && { isWhole: true }), ...own };
    case 'integer':
      if (words !== undefined) return { enum: [...words, null] };
      return { type: 'integer', ...(format === 'int64' ? COUNT : INT), ...own };
    default:
      throw new Error(`Nothing is known of values of partners that are of the type ${JSON.stringify(type)}.`);
  }
}

const INT = { minimum: -LARGEST_INT - 1, maximum: LARGEST_INT };
const COUNT = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
