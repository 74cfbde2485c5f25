/**
 * JSON Schema as values of TypeScript. The static type of what a schema accepts follows from it, so a member of a record
 * is declared once. Besides the keywords of JSON Schema a declaration has four of its own, which no document shows:
 *
 * - `$id` names a schema; where it is used, the document of an API refers to it by that name.
 * - `sure` has the members that a record of any version of RDP has; all others may be absent or null there.
 * - `ofPartner` has the keywords by which a partner's value is checked instead, such as its greatest length.
 * - `isShownAnonymously` marks a member that a record without its person still shows; all others are empty there.
 */

/** `accepts` carries the type; no value has it. */
export type Schema<Value = unknown> = Readonly<Record<string, unknown>> & { readonly accepts?: { value: Value } };
/** The type of the values that a schema accepts. */
export type Static<Declared> = Declared extends { readonly accepts?: { value: infer Value } } ? Value : never;

/** A member that may be absent. */
export type Optional<Value = unknown> = Schema<Value> & { readonly isOptional: true };
export type Properties = Readonly<Record<string, Schema>>;
type OptionalNames<P extends Properties> = {
  [Name in keyof P]: P[Name] extends { readonly isOptional: true } ? Name : never;
}[keyof P];
type Flat<Value> = { [Name in keyof Value]: Value[Name] };
/** The type of a record with these members. */
export type Members<P extends Properties> = Flat<
  { [Name in Exclude<keyof P, OptionalNames<P>>]: Static<P[Name]> } & { [Name in OptionalNames<P>]?: Static<P[Name]> }
>;
/** The declaration of a record, with those of its members. */
export type RecordSchema<P extends Properties = Properties> = Schema<Members<P>> & { readonly properties: P };

type Keywords = Readonly<Record<string, unknown>>;

/** Returns a schema for values of a type, as JSON Schema has it. */
export function schema<Value>(keywords: Keywords): Schema<Value> {
  return keywords;
}

export function text(description?: string, keywords: Keywords = {}): Schema<string> {
  return { type: 'string', ...(description !== undefined && { description }), ...keywords };
}

/** A moment, in ISO 8601. */
export function time(description: string): Schema<string> {
  return text(description, { format: 'date-time' });
}

export function uri(description: string): Schema<string> {
  return text(description, { format: 'uri' });
}

export function uuid(description?: string): Schema<string> {
  return text(description, { format: 'uuid' });
}

export function flag(description?: string): Schema<boolean> {
  return { type: 'boolean', ...(description !== undefined && { description }) };
}

/** An integer of 32 bits. */
export function int(description?: string, keywords: Keywords = {}): Schema<number> {
  return { type: 'integer', format: 'int32', ...(description !== undefined && { description }), ...keywords };
}

/** An integer that may be larger than 32 bits. */
export function long(description: string, keywords: Keywords = {}): Schema<number> {
  return { type: 'integer', format: 'int64', description, ...keywords };
}

/** One of these words. */
export function word<const Word extends string>(
  words: readonly Word[],
  description?: string,
  keywords: Keywords = {},
): Schema<Word> {
  return { type: 'string', ...(description !== undefined && { description }), enum: words, ...keywords };
}

export function constant<const Value extends string>(value: Value): Schema<Value> {
  return { const: value };
}

export function list<Item>(items: Schema<Item>, description?: string, keywords: Keywords = {}): Schema<Item[]> {
  return { type: 'array', items, ...(description !== undefined && { description }), ...keywords };
}

/** An object whose members have names of their own, such as ids. */
export function map<Item>(
  items: Schema<Item>,
  description: string,
  keywords: Keywords = {},
): Schema<Record<string, Item>> {
  return { type: 'object', additionalProperties: items, description, ...keywords };
}

/** An object with members that are not described further. */
export function anyMembers(description: string): Schema<Readonly<Record<string, unknown>>> {
  return { type: 'object', description, additionalProperties: true };
}

export function optional<Declared extends Schema>(declared: Declared): Declared & { readonly isOptional: true } {
  return { ...declared, isOptional: true };
}

/** The same, or null. */
export function orNull<Value>(declared: Schema<Value>, description?: string): Schema<Value | null> {
  if (declared.$id !== undefined || declared.anyOf !== undefined) {
    return { ...(description !== undefined && { description }), anyOf: [declared, { type: 'null' }] };
  }
  const { type, enum: words, ...others } = declared;
  return {
    ...others,
    type: [type, 'null'].flat(),
    ...(words !== undefined && { enum: [...(words as unknown[]), null] }),
  };
}

/** One of several schemas, each of which has a name. */
export function oneOf<const Choices extends readonly Schema[]>(
  choices: Choices,
  description?: string,
): Schema<Static<Choices[number]>> {
  return { ...(description !== undefined && { description }), oneOf: choices };
}

/** An object of this name with these members; those that are not {@link optional} are always there. */
export function record<P extends Properties>(
  $id: string,
  description: string,
  properties: P,
  keywords: Keywords = {},
): RecordSchema<P> {
  const members = Object.entries(properties);
  const required = members.filter(([, { isOptional }]) => isOptional !== true).map(([name]) => name);
  const plain = members.map(([name, { isOptional: _mark, ...declared }]) => [name, declared]);
  return {
    $id,
    type: 'object',
    description,
    required,
    properties: Object.fromEntries(plain),
    ...keywords,
  } as RecordSchema<P>;
}

/** Gives a schema the name by which documents refer to it. */
export function named<Declared extends Schema>($id: string, declared: Declared): Declared {
  return { $id, ...declared };
}
