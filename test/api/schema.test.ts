/** Declarations are JSON Schema, from which types and the records of any version follow. */

import { describe, expect, expectTypeOf, test } from 'vitest';
import { ofAnyVersion } from '../../src/api/any-version.ts';
import { int, list, map, optional, orNull, record, type Static, text, word } from '../../src/api/schema.ts';

const Owner = record('Owner', 'Who has it.', { id: int('Number.'), name: orNull(text('Name.')) }, { sure: ['id'] });
const Thing = record(
  'Thing',
  'What it is.',
  {
    title: text('Title.'),
    kind: word(['old', 'new'], 'Kind.'),
    owner: Owner,
    owners: list(Owner, 'All.'),
    names: map(text('A name.'), 'By language.'),
    note: optional(text('Note.')),
  },
  { sure: ['title'] },
);

describe('a declaration', () => {
  test('has a type', () => {
    expectTypeOf<Static<typeof Owner>>().toEqualTypeOf<{ id: number; name: string | null }>();
    expectTypeOf<Static<typeof Thing>>().toEqualTypeOf<{
      title: string;
      kind: 'old' | 'new';
      owner: { id: number; name: string | null };
      owners: { id: number; name: string | null }[];
      names: Record<string, string>;
      note?: string;
    }>();
  });

  test('is JSON Schema, in which a member is required unless it is optional', () => {
    expect(Owner).toEqual({
      $id: 'Owner',
      type: 'object',
      description: 'Who has it.',
      required: ['id', 'name'],
      properties: {
        id: { type: 'integer', format: 'int32', description: 'Number.' },
        name: { type: ['string', 'null'], description: 'Name.' },
      },
      sure: ['id'],
    });
    expect(Thing.required).toEqual(['title', 'kind', 'owner', 'owners', 'names']);
    expect(Thing.properties.note).toEqual({ type: 'string', description: 'Note.' });
  });
});

describe('a record of any version', () => {
  const { properties, required } = ofAnyVersion(Thing);
  const anyOwner = expect.objectContaining({ $id: 'Owner', required: ['id'] });

  test('has for certain what is sure, in the form in which this registry has it', () => {
    expect(required).toEqual(['title']);
    expect(properties.title).toBe(Thing.properties.title);
  });

  test('may lack anything else, or have null, and words that are not known here', () => {
    expect(properties.kind).toEqual({ type: ['string', 'null'], description: 'Kind.', examples: ['old', 'new'] });
    expect(properties.names).toMatchObject({ type: ['object', 'null'] });
    expect(properties.note).toMatchObject({ type: ['string', 'null'] });
  });

  test('holds records of any version', () => {
    expect(properties.owner).toEqual({ anyOf: [anyOwner, { type: 'null' }] });
    expect(properties.owners).toMatchObject({ type: ['array', 'null'], items: anyOwner });
  });

  test('has a type in which nothing is certain', () => {
    type Kind = Static<(typeof properties)['kind']>;
    expectTypeOf<Kind>().toEqualTypeOf<string | null>();
  });
});
