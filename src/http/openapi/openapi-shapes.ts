/** The few words that the OpenAPI document is written in: references, and schemas of each JSON type. */

export type Json = Readonly<Record<string, unknown>>;

/** A reference to one of `components.schemas`. */
export function ref(schema: string): Json {
  return { $ref: `#/components/schemas/${schema}` };
}

export function text(description: string, more: Json = {}): Json {
  return { type: 'string', description, ...more };
}

/** A 32-bit integer unless `more` says otherwise. */
export function integer(description: string, more: Json = {}): Json {
  return { type: 'integer', format: 'int32', description, ...more };
}

/** The same, or null: the member is still written (contract 1.1). */
export function orNull(schema: Json): Json {
  return { ...schema, nullable: true };
}

export function arrayOf(items: Json, description?: string): Json {
  return { type: 'array', items, ...(description ? { description } : {}) };
}

export function mapOf(values: Json, description: string): Json {
  return { type: 'object', additionalProperties: values, description };
}

/** An object whose members are always present, but for those named as `absent`. */
export function record(
  description: string,
  properties: Record<string, Json>,
  example?: object,
  absent: readonly string[] = [],
): Json {
  const required = Object.keys(properties).filter((name) => !absent.includes(name));
  return { type: 'object', description, required, properties, ...(example ? { example } : {}) };
}
