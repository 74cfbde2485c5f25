import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import configSchema from '../../config/schema.json' with { type: 'json' };
import { FORM_SCHEMA, RECORD_SCHEMAS, SNAPSHOT_SCHEMA } from '../../src/domain/record/snapshot.ts';
import { PARTNER_RECORD_SCHEMAS } from '../../src/domain/sanitize/partner-record-schemas.ts';
import { compileCheck, problemSentence } from '../../src/lib/schema-check.ts';
import { computingTime } from '../support/machine/stopwatch.ts';

const person = {
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    lastName: { type: 'string', minLength: 1 },
    score: { type: 'number', maximum: 1 },
    tier: { enum: ['TIER1', 'TIER2'] },
    level: { enum: [0, 1, null] },
    nickname: { anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }] },
    genes: {
      type: 'array',
      maxItems: 3,
      uniqueItems: true,
      items: { type: 'object', properties: { symbol: { type: 'string', minLength: 2, maxLength: 30 } } },
    },
    website: { type: 'string', format: 'http-url' },
    code: { type: 'string', pattern: '^[A-Z]+$' },
    colour: { type: 'string', pattern: '^#', allowed: 'a colour such as #ffcc00' },
    passwords: { type: 'array', writeOnly: true, items: { type: 'string', minLength: 8 } },
  },
};
const checkPerson = compileCheck(person, { allErrors: true });

function sentences(value: unknown, name?: string): readonly string[] {
  return checkPerson(value, name).map(problemSentence);
}

describe('a sound value', () => {
  it('has no problems', () => {
    expect(checkPerson({ id: 1, lastName: 'Example', genes: [{ symbol: 'BRCA1' }], nickname: null })).toEqual([]);
  });

  it('is checked 200,000 times in well under two seconds', () => {
    const check = compileCheck(person);
    const record = { id: 1, lastName: 'Example', genes: [{ symbol: 'BRCA1' }], tier: 'TIER1' };
    const tookMs = computingTime();
    for (let count = 0; count < 200_000; count++) check(record);
    expect(tookMs()).toBeLessThan(2000);
  });
});

describe('the sentence about a problem', () => {
  it.each([
    [{ id: 'one' }, 'id is the text "one", but must be a whole number of at least 1.'],
    [{ id: 0 }, 'id is the number 0, but must be a whole number of at least 1.'],
    [{ id: 1.5 }, 'id is the number 1.5, but must be a whole number of at least 1.'],
    [{ id: null }, 'id is null, but must be a whole number of at least 1.'],
    [{}, 'id is missing, but must be a whole number of at least 1.'],
    [{ id: 1, lastName: '' }, 'lastName is the text "", but must be text that is not empty.'],
    [{ id: 1, lastName: true }, 'lastName is the boolean true, but must be text that is not empty.'],
    [{ id: 1, score: 2 }, 'score is the number 2, but must be a number of at most 1.'],
    [{ id: 1, tier: 'TIER3' }, 'tier is the text "TIER3", but must be one of TIER1, TIER2.'],
    [{ id: 1, level: 2 }, 'level is the number 2, but must be one of 0, 1 or null.'],
    [{ id: 1, nickname: 5 }, 'nickname is the number 5, but must be text of at most 9 characters or null.'],
    [
      { id: 1, genes: { a: 1 } },
      'genes is a map, but must be a list of at most 3 entries, each entry a map, none twice.',
    ],
    [{ id: 1, genes: [[]] }, 'genes[0] is a list of 0 entries, but must be a map.'],
    [
      { id: 1, genes: [{}, { symbol: 'X' }] },
      'genes[1].symbol is the text "X", but must be text from 2 to 30 characters.',
    ],
    [{ id: 1, code: 'abc' }, 'code is the text "abc", but must be text that matches ^[A-Z]+$.'],
    [{ id: 1, colour: 'red' }, 'colour is the text "red", but must be a colour such as #ffcc00.'],
    [{ id: 1, website: 'example.org' }, 'website is the text "example.org", but must be text in the form http-url.'],
    ['nobody', 'the content is a text (not shown), but must be a map.'],
    [[1], 'the content is a list of 1 entry, but must be a map.'],
  ])('%j', (value, sentence) => {
    expect(sentences(value)).toEqual([sentence]);
  });

  it('begins with the name the value was given', () => {
    expect(sentences({ id: 1, tier: 3 }, 'users[17]')).toEqual([
      'users[17].tier is the number 3, but must be one of TIER1, TIER2.',
    ]);
    expect(sentences(5, 'users[17]')).toEqual(['users[17] is a number (not shown), but must be a map.']);
  });

  it('shows a long or strange text shortened and escaped, on one line', () => {
    const [sentence = ''] = sentences({ id: 1, tier: `\u001b[2J\n${'x'.repeat(5000)}` });
    expect(sentence).toContain('"\\u001b[2J\\nxxx');
    expect(sentence.length).toBeLessThan(150);
  });
});

describe('a key that is not known', () => {
  it.each([
    ['lastname', 'lastName'],
    ['last_name', 'lastName'],
    ['last-name', 'lastName'],
    ['lastNaem', 'lastName'],
    ['gene', 'genes'],
    ['symbol', 'genes.symbol'],
  ])('%s', (key, nearest) => {
    const nested = compileCheck({
      type: 'object',
      additionalProperties: false,
      properties: {
        ...person.properties,
        genes: { type: 'object', properties: { symbol: { type: 'string' } } },
      },
    });
    expect(nested({ [key]: 'Example' })).toMatchObject([{ path: key, found: 'an unknown key', nearest }]);
  });

  it('has no nearest key when nothing is near, and lists what is known', () => {
    const [problem] = checkPerson({ id: 1, zzzzzz: 1 });
    expect(problem).toEqual({
      path: 'zzzzzz',
      found: 'an unknown key',
      allowed: 'one of id, lastName, score, tier, level, nickname, genes, website, code, colour, passwords',
    });
  });

  it.each(['__proto__', 'constructor', 'toString'])('is refused when it is %s', (key) => {
    const value = Object.defineProperty({ id: 1 }, key, { value: 1, enumerable: true });
    expect(checkPerson(value)).toMatchObject([{ path: key, found: 'an unknown key' }]);
  });

  it('is quoted when it could be taken for a path', () => {
    expect(checkPerson({ id: 1, 'a.b\n': 1 })).toMatchObject([{ path: '["a.b\\n"]', found: 'a key with a dot in it' }]);
  });

  it('never shows its value', () => {
    expect(JSON.stringify(checkPerson({ id: 1, password: ['correct horse'] }))).not.toContain('horse');
  });
});

describe('how many problems are reported', () => {
  const wrong = { id: 0, tier: 'TIER3', surname: 'Example' };

  it('is all of them when asked for', () => {
    expect(checkPerson(wrong).map(({ path }) => path)).toEqual(expect.arrayContaining(['id', 'tier', 'surname']));
  });

  it('is one otherwise', () => {
    expect(compileCheck(person)(wrong)).toHaveLength(1);
  });
});

describe('a secret', () => {
  it.each([
    ['too short', 'swordf'],
    ['a number', 12345678],
    ['a list', ['swordf']],
  ])('is not shown when it is %s', (_, secret) => {
    const text = JSON.stringify(checkPerson({ id: 1, passwords: [secret] }));
    expect(text).toContain('passwords[0]');
    expect(text).not.toMatch(/swordf|12345678/);
  });

  it('is not shown when it stands where the list should', () => {
    expect(sentences({ id: 1, passwords: 'swordfish' })).toEqual([
      'passwords is a text (not shown), but must be a list, each entry text of at least 8 characters.',
    ]);
  });

  it('is not shown when it is the password in an address', () => {
    const [sentence] = sentences({ id: 1, website: 'https://ada:swordfish@example.org/' });
    expect(sentence).toContain('"https://…@example.org/"');
  });
});

describe('an http address', () => {
  const check = compileCheck({ type: 'string', format: 'http-url' });

  it.each(['http://h', 'https://registry.example.org', 'HTTPS://example.org:8443/path/', 'http://[::1]:8080'])(
    'may be %s',
    (text) => {
      expect(check(text)).toEqual([]);
    },
  );

  it.each([
    '',
    'example.org',
    'ftp://example.org',
    'javascript:alert(1)',
    'http:example.org',
    'http://',
    'http:///path',
    'http://example.org?q=1',
    'http://example.org/#top',
    'http://user@example.org',
    ' http://example.org',
    'http://exam ple.org',
    'http://example.org:port',
    'http:\\\\example.org',
  ])('may not be %j', (text) => {
    expect(check(text)).toHaveLength(1);
  });
});

describe('a value with more problems than anybody reads', () => {
  const many = 60_000;
  const most = 100;
  const numbers = { type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'object' }] } };
  const schema = { ...person, properties: { ...person.properties, numbers } };
  const check = compileCheck(schema, { allErrors: true });

  it('has the first hundred described, and says how many more there are', () => {
    const keys = Object.fromEntries(Array.from({ length: most + 1 }, (_, at) => [`key${at}`, 1]));
    const sentences = check({ id: 1, ...keys }, 'users[3]').map(problemSentence);
    expect(sentences).toHaveLength(most + 1);
    expect(sentences.at(-2)).toMatch(/^users\[3\]\.key99 is an unknown key/);
    expect(sentences.at(-1)).toBe('users[3] is wrong in 1 further place, but must be what its schema describes.');
  });

  it.each([
    ['unknown keys', { id: 1, ...Object.fromEntries(Array.from({ length: many }, (_, at) => [`key${at}`, 1])) }],
    ['entries that are none of what is allowed', { id: 1, numbers: Array.from({ length: many }, () => 'neither') }],
  ])('is checked in little time: 60,000 %s', (_, value) => {
    const tookMs = computingTime();
    expect(check(value)).toHaveLength(most + 1);
    expect(tookMs()).toBeLessThan(2000);
  });
});

describe('a schema that is wrong itself', () => {
  it('is refused at once', () => {
    expect(() => compileCheck({ type: 'strnig' })).toThrow(/type/);
    expect(() => compileCheck({ minimun: 3 })).toThrow(/minimun/);
    expect(() => compileCheck({ type: 'number', minimum: '3' })).toThrow(/minimum/);
  });

  it('is refused where it asks for what no other part of it has looked at, which nobody notes', () => {
    expect(() => compileCheck({ type: 'object', unevaluatedProperties: false })).toThrow(/unevaluatedProperties/);
    expect(() => compileCheck({ type: 'array', unevaluatedItems: false })).toThrow(/unevaluatedItems/);
  });

  it('may be compiled twice, from equal copies with the same id', () => {
    const copy = () => ({ $id: 'https://example.org/schema.json', type: 'integer' });
    expect(compileCheck(copy())(1)).toEqual([]);
    expect(compileCheck(copy())(1)).toEqual([]);
  });
});

describe('the schema of schemas', () => {
  const schemas: [string, object][] = [
    ['the configuration', configSchema],
    ['the form of a snapshot', FORM_SCHEMA],
    ['a whole snapshot', SNAPSHOT_SCHEMA],
    ...Object.entries(RECORD_SCHEMAS).map(([kind, schema]): [string, object] => [`${kind} in a snapshot`, schema]),
    ...Object.entries(PARTNER_RECORD_SCHEMAS).map(([kind, schema]): [string, object] => [
      `${kind} of a partner`,
      schema,
    ]),
  ];
  const holds = (schema: object) => new Ajv2020().validateSchema(schema);

  it.each(schemas)('holds for %s', (_, schema) => {
    expect(holds(schema)).toBe(true);
  });

  it('does not hold for a schema whose keyword has a value of another kind', () => {
    expect(holds({ required: [1] })).toBe(false);
  });
});
