/** Questions put to a running RDP 1.5.10 and its answers, and how ours are compared with them. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';

export type RecordedCase = {
  id: string;
  group: string;
  caller: 'anonymous' | 'user' | 'service' | 'admin' | 'remote';
  method: string;
  path: string;
  headers: Record<string, string>;
  answer: {
    status: number;
    contentType: string | null;
    headers: Record<string, string>;
    body: unknown;
  };
};

export function recordedPath(name: string): string {
  return new URL(`recorded/${name}`, import.meta.url).pathname;
}

export function recordedCases(name: string): RecordedCase[] {
  const lines = gunzipSync(readFileSync(recordedPath(`${name}.ndjson.gz`)))
    .toString()
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}

export type Ours = { status: number; contentType: string | null; headers: Headers; text: string };

/** Expects our answer to be the recorded one, as far as an answer is determined. */
export function expectSameAnswer(ours: Ours, { answer, path }: RecordedCase): void {
  expect(ours.status).toBe(answer.status);
  for (const [name, value] of Object.entries(answer.headers)) expectHeader(ours.headers, name, value);
  if (answer.contentType !== null) expect(ours.contentType).toBe(answer.contentType);
  if (answer.body === '*') expect(ours.headers.get('Access-Control-Allow-Origin')).toBeNull();
  else if (path === '/api' || path === '/api/') expectDescription(JSON.parse(ours.text), answer.body as Description);
  else if (answer.status >= 400 && answer.contentType === 'application/json') expectErrorDocument(ours, answer.body);
  else if (answer.contentType === 'application/json' && answer.body !== '') expectSameJson(ours.text, answer.body);
  else expect(ours.text).toBe(answer.body ?? '');
}

type Listing = { content: object[]; totalElements: number; number: number; size: number };

/** Whether a listing of ours has records without their person. */
export function hasAnonymised({ text }: Ours): boolean {
  return (JSON.parse(text) as Listing).content.some(isAnonymised);
}

/**
 * Expects our answer to be the recorded one but for the places of anonymised records: a page of a listing of the recorded
 * records, in which the named ones come first and in the recorded order.
 */
export function expectPageOfListing(ours: Ours, whole: Ours, recordedCase: RecordedCase): void {
  const { answer } = recordedCase;
  const page = JSON.parse(ours.text) as Listing;
  const recorded = answer.body as Listing;
  const text = JSON.stringify({ ...page, content: recorded.content });
  expectSameAnswer({ ...ours, text }, recordedCase);

  const listed = JSON.parse(whole.text) as Listing;
  const named = listed.content.filter((record) => !isAnonymised(record));
  expect(listed.content).toHaveLength(recorded.totalElements);
  expect(listed.content.slice(0, named.length)).toEqual(named);
  const from = recorded.number * recorded.size;
  const expected = listed.content.slice(from, from + recorded.size);
  expect(page.content.map(comparableRecord)).toEqual(expected.map(comparableRecord));

  const left = listed.content.map((record) => sortedText(comparableRecord(record)));
  let lastPlace = -1;
  for (const record of recorded.content) {
    const place = left.indexOf(sortedText(comparableRecord(record)));
    expect(place, 'the place of a recorded record').toBeGreaterThan(isAnonymised(record) ? -1 : lastPlace);
    if (!isAnonymised(record)) lastPlace = place;
    left[place] = '';
  }
}

function isAnonymised(record: object): boolean {
  return 'anonymousId' in record;
}

/** Expects two answers of ours to hold the same records, and some. */
export function expectSameRecords(ours: Ours, other: Ours): void {
  expect([ours.status, other.status]).toEqual([200, 200]);
  const records = comparable(JSON.parse(ours.text)) as unknown[];
  expect(records).toEqual(comparable(JSON.parse(other.text)));
  expect(records.length).toBeGreaterThan(0);
}

/** Expects the answer to the narrower question, and every record of it to be in the recorded, wider one. */
export function expectNarrowedAnswer(ours: Ours, inPlural: Ours, { answer }: RecordedCase): void {
  expect(ours.status).toBe(answer.status);
  const records = comparable(JSON.parse(ours.text)) as unknown[];
  expect(records).toEqual(comparable(JSON.parse(inPlural.text)));
  const wider = comparable(answer.body) as unknown[];
  expect(records.length).toBeLessThan(wider.length);
  for (const record of records) expect(wider).toContainEqual(record);
}

// RDP's list of methods after a preflight is what its framework could do, not what the API allows.
function expectHeader(headers: Headers, name: string, value: string): void {
  if (name === 'Allow' && value.includes('PATCH')) return;
  expect(headers.get(name)).toBe(value);
}

type Description = { info: { title: string }; paths: string[] };
type OurDescription = { info: { title: string; version: string }; servers: unknown[]; paths: object };

function expectDescription(ours: OurDescription, recorded: Description): void {
  expect(ours.info.title).toBe(recorded.info.title);
  expect(ours.info.version).toMatch(/^1\.5\.\d+$/);
  expect(ours.servers).toHaveLength(1);
  expect(Object.keys(ours.paths)).toEqual(expect.arrayContaining(recorded.paths));
}

function expectErrorDocument({ text }: Ours, recorded: unknown): void {
  const { timestamp, message, ...rest } = JSON.parse(text);
  const { timestamp: _, ...expected } = recorded as Record<string, unknown>;
  expect(rest).toEqual(expected);
  expect(new Date(timestamp).getTime()).toBeGreaterThan(0);
  expect(message).toBeTruthy();
}

function expectSameJson(text: string, recorded: unknown): void {
  expect(comparable(JSON.parse(text))).toEqual(comparable(recorded));
}

const SETS = [
  'publications',
  'researcherCategories',
  'userTerms',
  'userOntologyTerms',
  'subTerms',
  'altTermIds',
  'synonyms',
];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The value with everything undetermined made equal: sets sorted, ids of anonymous records replaced. */
function comparable(value: unknown): unknown {
  if (!Array.isArray(value)) return comparableRecord(value);
  const records = value.map(comparable);
  return JSON.stringify(value).includes('"anonymousId"') ? sorted(records) : records;
}

function comparableRecord(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, comparableMember(key, member)]));
}

function comparableMember(key: string, value: unknown): unknown {
  if (key === 'anonymousId') return UUID.test(String(value)) ? 'any UUID' : value;
  if (key === 'pageable' || key === 'sort') return shapeOf(value);
  if (key === 'content' || SETS.includes(key)) return sorted((value as unknown[]).map(comparable));
  return comparable(value);
}

function shapeOf(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]));
}

function sorted(values: unknown[]): unknown[] {
  return values
    .map((value) => ({ value, key: sortedText(value) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ value }) => value);
}

function sortedText(value: unknown): string {
  return JSON.stringify(withSortedKeys(value));
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([key, member]) => [key, withSortedKeys(member)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
