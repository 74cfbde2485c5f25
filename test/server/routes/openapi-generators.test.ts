/** Generators of clients name what they make after the documents: every name is there, is one thing, and stays. */

import { describe, expect, test } from 'vitest';
import * as federated from './federated-openapi-reader.ts';
import * as own from './openapi-reader.ts';

type Node = { pointer: string; object: Record<string, unknown> };
const DOCUMENTS: readonly [string, readonly Node[]][] = [
  ['registry', [...own.objectsIn(own.description)] as Node[]],
  ['federated', federated.everything as Node[]],
];
/** Of one registry a researcher is one object, as its arrays are alternatives themselves. */
const UNIONS = ['AnyUser'];
const isSchema = ({ pointer }: Node) => !/\/examples?\//.test(pointer);

test('operation ids are unique over both documents', () => {
  const ids = DOCUMENTS.flatMap(([, nodes]) => nodes.flatMap(({ object }) => object.operationId ?? []));
  expect(ids).toHaveLength(new Set(ids.map((id) => String(id).toLowerCase())).size);
  expect(ids.length).toBeGreaterThan(25);
});

test('a schema that both documents name is a record of both', () => {
  const both = Object.keys(federated.schemas).filter((name) => name in own.description.components.schemas);
  for (const name of both.filter((one) => !UNIONS.includes(one))) {
    const members = Object.keys(own.description.components.schemas[name]?.properties ?? {});
    expect([name, Object.keys(federated.schemas[name]?.properties ?? {})]).toEqual([name, members]);
  }
});

describe.each(DOCUMENTS)('in the %s document', (_, nodes) => {
  test('every alternative has a name, or is null', () => {
    const alternatives = nodes
      .filter(isSchema)
      .flatMap(({ pointer, object }) =>
        [object.oneOf, object.anyOf, object.allOf]
          .flatMap((list) => (list as object[] | undefined) ?? [])
          .map((one) => ({ pointer, one })),
      );
    expect(alternatives.length).toBeGreaterThan(3);
    const unnamed = alternatives.filter(({ one }) => !('$ref' in one) && !('type' in one && one.type === 'null'));
    expect(unnamed).toEqual([]);
  });

  test('every integer says how large it may be, and none is a text or a number beside', () => {
    const integers = nodes.filter((node) => isSchema(node) && [node.object.type].flat().includes('integer'));
    expect(integers.length).toBeGreaterThan(20);
    const unsized = integers.filter(({ object }) => object.format !== 'int32' && object.format !== 'int64');
    expect(unsized.map(({ pointer }) => pointer)).toEqual([]);
    const mixed = integers.filter(({ object }) =>
      [object.type].flat().some((one) => one !== 'integer' && one !== 'null'),
    );
    expect(mixed).toEqual([]);
  });

  test('no two names become one in another way of writing', () => {
    const written = (name: string) => name.replace(/[^a-z0-9]/gi, '').toLowerCase();
    for (const { pointer, object } of nodes) {
      if (!/\/(?:schemas|properties)$/.test(pointer) || /\/examples?\//.test(pointer)) continue;
      const names = Object.keys(object).map(written);
      expect([pointer, names.length]).toEqual([pointer, new Set(names).size]);
    }
  });
});
