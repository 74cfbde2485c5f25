/** Writes operations as OpenAPI, 3.0.1 for the registry API and 3.1 for the federated API. */

import { ABOUT_PARAMETERS, ERRORS, type ErrorForm } from './errors.ts';
import {
  ALWAYS,
  COMMON_FAILURES,
  type CommonName,
  type DescribedError,
  type Operation,
  type Summaries,
} from './operations.ts';
import type { Parameter } from './parameters.ts';
import { int, list, optional, record, type Schema, text, time, uri } from './schema.ts';

const ErrorDocument = record('ErrorDocument', 'Why a request could not be understood or served.', {
  timestamp: time('When.'),
  status: int('HTTP status.'),
  error: text('Its name.'),
  path: text('The path that was asked for.'),
  message: text('What was wrong, and what is allowed.'),
});

const WrongMember = record('WrongMember', 'A parameter, or a member of a body, that is missing or invalid.', {
  parameter: optional(text('The name of the parameter.')),
  pointer: optional(text('A JSON pointer into the body, as a fragment: `#/genes/0/symbol`.')),
  detail: text('What is wrong with it, and what is allowed.'),
});

const Problem = record('Problem', 'An error (RFC 9457).', {
  type: uri('The address of the page that explains this kind of error.'),
  title: text('The same in a few words.'),
  status: int('HTTP status.'),
  detail: text('What was wrong, what was found, and what is allowed.'),
  code: text('Stable name of the error.'),
  errors: optional(list(WrongMember, 'Each wrong parameter, or member of a body.')),
});

type Api = 'registry' | 'federated';
/** Answers of the demonstration by the id of their operation, and by the name under which the operation lists them. */
export type Recorded = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

type Node = Readonly<Record<string, unknown>>;
type Components = Record<'schemas' | 'parameters' | 'responses', Record<string, unknown>>;
type Media = Record<string, { schema: unknown; examples?: Record<string, { summary: string; value: unknown }> }>;
type Writer = {
  api: Api;
  host: string;
  recorded: Recorded;
  components: Components;
  /** An example of each schema, by its name. */
  examples: ReadonlyMap<string, unknown>;
};

const CONTENT_TYPES: Record<ErrorForm, string> = {
  text: 'text/plain',
  document: 'application/json',
  challenge: 'text/plain;charset=ISO-8859-1',
};

/** The names of the statuses that errors have (RFC 9110). */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Returns the `paths` and the `components` of a document. An example that was not recorded is left out. */
export function writtenApi(
  operations: readonly Operation[],
  api: Api,
  { host, recorded }: { host: string; recorded: Recorded },
): { paths: object; components: Components } {
  const writer: Writer = {
    api,
    host,
    recorded,
    components: { schemas: {}, parameters: {}, responses: {} },
    examples: examplesIn(operations, recorded),
  };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method ?? 'get']: operationIn(writer, operation) };
  }
  for (const [name, codes] of Object.entries(COMMON_FAILURES)) {
    const isUsed = operations.some((one) => commonOf(one).includes(name as CommonName));
    if (isUsed) writer.components.responses[name] = failureResponse(writer, codes, '/api');
  }
  return { paths, components: writer.components };
}

function operationIn(writer: Writer, operation: Operation): object {
  const { id, tag, summary, description, deprecated, parameters = [] } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated, security: [] }),
    parameters: parameters.map((one) => parameterIn(writer, one)),
    ...bodyIn(writer, operation),
    responses: responsesIn(writer, operation),
  };
}

function parameterIn(writer: Writer, { $id, schema, ...parameter }: Parameter): object {
  writer.components.parameters[$id] ??= { ...parameter, schema: schemaIn(writer, schema) };
  return { $ref: `#/components/parameters/${$id}` };
}

function bodyIn(writer: Writer, { body, bodies = {} }: Operation): object {
  if (body === undefined) return {};
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaIn(writer, body), examples: bodies } },
    },
  };
}

function responsesIn(writer: Writer, operation: Operation): object {
  const { path, failures = [] } = operation;
  const own = Map.groupBy(failures, (failure) => ERRORS[codeOf(failure)].status);
  const common = commonOf(operation).map((name) => [ERRORS[COMMON_FAILURES[name][0]].status, name] as const);
  return {
    [operation.isEmpty ? 204 : 200]: answerIn(writer, operation),
    ...Object.fromEntries(common.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }])),
    ...Object.fromEntries([...own].map(([status, some]) => [status, failureResponse(writer, some, path)])),
  };
}

/** Returns the common failures of an operation that has no failures of its own with their status. */
function commonOf({ common = ALWAYS, failures = [] }: Operation): readonly CommonName[] {
  const own = new Set(failures.map((failure) => ERRORS[codeOf(failure)].status));
  return common.filter((name) => !own.has(ERRORS[COMMON_FAILURES[name][0]].status));
}

function answerIn(writer: Writer, operation: Operation): object {
  const { answer, of, examples, headers = {}, line, lines, media = [] } = operation;
  if (operation.isEmpty) return { description: answer };
  const content: Media = { 'application/json': mediaIn(writer, operation, of, examples) };
  if (line !== undefined) content['application/x-ndjson'] = mediaIn(writer, operation, line, lines);
  for (const type of media) content[type] = { schema: type.startsWith('application/vnd') ? {} : { type: 'string' } };
  const written = Object.entries(headers).map(([name, { description, schema }]) => [
    name,
    { description, schema: schemaIn(writer, schema) },
  ]);
  return {
    description: answer,
    ...(written.length > 0 && { headers: Object.fromEntries(written) }),
    content,
  };
}

function mediaIn(writer: Writer, { id }: Operation, of: Schema, summaries: Summaries = {}): Media[string] {
  const recorded = writer.recorded[id] ?? {};
  const examples = Object.entries(summaries)
    .filter(([name]) => Object.hasOwn(recorded, name))
    .map(([name, summary]) => [name, { summary, value: recorded[name] }]);
  const schema = schemaIn(writer, of);
  return { schema, ...(examples.length > 0 && { examples: Object.fromEntries(examples) }) };
}

function codeOf(failure: DescribedError): keyof typeof ERRORS {
  return typeof failure === 'string' ? failure : failure[0];
}

/** Returns the response of some errors of one status; its description is when they come. */
function failureResponse(writer: Writer, failures: readonly DescribedError[], path: string): object {
  const [first] = failures;
  const status = first === undefined ? 0 : ERRORS[codeOf(first)].status;
  const content: Media = {};
  const sentences: string[] = [];
  for (const failure of failures) {
    const code = codeOf(failure);
    const [, details, when = ERRORS[code].when] = typeof failure === 'string' ? [failure] : failure;
    const [type, schema, value] = errorIn(writer, code, details ?? ERRORS[code].example, path);
    sentences.push(`${when}.`);
    content[type] ??= { schema: schemaIn(writer, schema), examples: {} };
    Object.assign(content[type].examples ?? {}, { [code]: { summary: when, value } });
  }
  const headers = headersOf(writer, status);
  const isBare = writer.api === 'registry' && status === 406;
  return { description: sentences.join(' '), ...headers, ...(!isBare && { content }) };
}

/** Returns how an error is sent: its content type, its schema, and an example. */
function errorIn(
  { api, host }: Writer,
  code: keyof typeof ERRORS,
  details: Readonly<Record<string, string | number>>,
  path: string,
): readonly [type: string, schema: Schema, value: unknown] {
  const { status, form, sentence } = ERRORS[code];
  const detail = sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name])).trimEnd();
  const title = STATUS_NAMES[status];
  if (api === 'federated') {
    const type = `${host}/docs/errors#${code}`;
    const name = details.name ?? ABOUT_PARAMETERS[code]?.[0];
    const member = code === 'member-invalid' ? { pointer: `#/${name}` } : { parameter: name };
    const errors = name === undefined ? {} : { errors: [{ ...member, detail }] };
    return ['application/problem+json', Problem, { type, title, status, detail, code, ...errors }];
  }
  if (form !== 'document') return [CONTENT_TYPES[form], { type: 'string' }, detail];
  const timestamp = '2026-01-31T12:00:00.000+00:00';
  const value = { timestamp, status, error: title, path: path.replace(/\{\w+\}/g, 'abc'), message: detail };
  return [CONTENT_TYPES[form], ErrorDocument, value];
}

function headersOf(writer: Writer, status: number): object {
  const header = (name: string, description: string, schema: Schema) => ({
    headers: { [name]: { description, schema: schemaIn(writer, schema) } },
  });
  const string = (words: readonly string[]) => ({ type: 'string', enum: words });
  if (status === 401) return header('WWW-Authenticate', 'Sent when the token was refused.', string(['Bearer']));
  if (status === 405) {
    return header('Allow', 'What is possible.', writer.api === 'registry' ? string(['GET']) : { type: 'string' });
  }
  if (status !== 429 && status !== 503) return {};
  return header('Retry-After', 'After how many seconds asking again is worth it, where that is known.', {
    type: 'integer',
    format: 'int32',
    minimum: 1,
  });
}

/** Returns the schema as a document has it, or the reference to it; what it refers to becomes part of the document. */
function schemaIn(writer: Writer, declared: Schema): Node {
  const { $id, ...own } = declared;
  if (typeof $id !== 'string') return plain(writer, own);
  const { schemas } = writer.components;
  if (!Object.hasOwn(schemas, $id)) {
    // The name is taken first, as a schema may lead back to itself.
    schemas[$id] = {};
    const example = writer.examples.get($id);
    const shown = writer.api === 'registry' ? { example } : { examples: [example] };
    schemas[$id] = { ...plain(writer, own), ...(example !== undefined && shown) };
  }
  return { $ref: `#/components/schemas/${$id}` };
}

const OWN_KEYWORDS = ['sure', 'ofPartner', 'isOptional', 'isShownAnonymously'];

function plain(writer: Writer, declared: Node): Node {
  const entries = Object.entries(declared).filter(([keyword]) => !OWN_KEYWORDS.includes(keyword));
  const written = Object.fromEntries(entries.map(([keyword, value]) => [keyword, partIn(writer, keyword, value)]));
  return writer.api === 'registry' ? inOldWords(written) : written;
}

function partIn(writer: Writer, keyword: string, value: unknown): unknown {
  switch (keyword) {
    case 'properties':
      return Object.fromEntries(
        Object.entries(value as Node).map(([name, one]) => [name, schemaIn(writer, one as Schema)]),
      );
    case 'items':
    case 'additionalProperties':
      return typeof value === 'object' ? schemaIn(writer, value as Schema) : value;
    case 'anyOf':
    case 'oneOf':
      return (value as readonly Schema[]).map((one) => schemaIn(writer, one));
    default:
      return value;
  }
}

/** OpenAPI 3.0 has a keyword for null. */
function inOldWords(written: Node): Node {
  const { type, ...others } = written;
  if (!Array.isArray(type)) return written;
  return { ...others, type: type.find((one) => one !== 'null'), nullable: true };
}

/** Returns an example of each record that occurs in the recorded answers: the first one of it. */
function examplesIn(operations: readonly Operation[], recorded: Recorded): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const { id, of, line, lines = {} } of operations) {
    for (const [name, value] of Object.entries(recorded[id] ?? {})) {
      collect(line !== undefined && Object.hasOwn(lines, name) ? line : of, value, found);
    }
  }
  return found;
}

function collect(declared: Schema, value: unknown, found: Map<string, unknown>): void {
  if (typeof value !== 'object' || value === null) return;
  const { $id, properties, items, additionalProperties, oneOf, anyOf } = declared as Parts;
  const choice = (oneOf ?? anyOf)?.find((one) => fits(one, value));
  if (choice !== undefined) collect(choice, value, found);
  if ($id !== undefined && properties !== undefined && !found.has($id)) found.set($id, value);
  for (const [name, member] of Object.entries(value)) {
    const part = properties?.[name] ?? items ?? additionalProperties;
    if (typeof part === 'object') collect(part, member, found);
  }
}

type Parts = {
  $id?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
};

/** Whether a value can be of one of several schemas: it has what the schema requires, and the words that tell them apart. */
function fits(declared: Schema, value: object): boolean {
  const { properties = {}, required = [], items, oneOf } = declared as Parts;
  if (oneOf !== undefined) return oneOf.some((one) => fits(one, value));
  if (items !== undefined || Array.isArray(value)) return items !== undefined && Array.isArray(value);
  return required.every((name) => Object.hasOwn(value, name) && isWord(properties[name], (value as Node)[name]));
}

function isWord(declared: Schema | undefined, value: unknown): boolean {
  if (declared?.const !== undefined) return declared.const === value;
  return !Array.isArray(declared?.enum) || declared.enum.includes(value);
}
