/** The choices of the form: the terms of a small ontology stand below the group that heads them, each once. */

import { describe, expect, test } from 'vitest';
import type { SnapshotTerm } from '../../../src/domain/record/snapshot.ts';
import { searchChoices } from '../../../src/registry/search/search-choices.ts';
import { anOntology, aTerm, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

/** Each term behind the group that it is listed under; undefined where the ontology is too large for boxes. */
function listed(terms: readonly SnapshotTerm[]): string[] | undefined {
  using database = openTemporaryStore(smallSnapshot({ ontologies: [anOntology('small', terms)], users: [] }));
  const choices = database.store.read(searchChoices(database.store));
  return choices.ontologies[0]?.terms?.map(({ termId, group }) =>
    group === undefined ? termId : `${group} > ${termId}`,
  );
}

function aGroup(termId: string, subTermIds: string[], changes: Partial<SnapshotTerm> = {}): SnapshotTerm {
  return aTerm(termId, { group: true, subTermIds, ...changes });
}

describe('the terms of a small ontology', () => {
  test('below no group come first, then every group with its sub-terms, all in their order', () => {
    const terms = [
      aGroup('T:1', ['T:4', 'T:3'], { ordering: 1 }),
      aTerm('T:2', { ordering: 2 }),
      aTerm('T:3', { ordering: 3 }),
      aTerm('T:4', { ordering: 4 }),
      aGroup('T:5', ['T:6'], { ordering: 5 }),
      aTerm('T:6', { ordering: 6 }),
    ];
    expect(listed(terms)).toEqual(['T:2', 'T:1', 'T:1 > T:3', 'T:1 > T:4', 'T:5', 'T:5 > T:6']);
  });

  test('stand under the first of two groups, and groups under their group', () => {
    const terms = [
      aGroup('T:1', ['T:2', 'T:4']),
      aGroup('T:2', ['T:3']),
      aTerm('T:3'),
      aTerm('T:4'),
      aGroup('T:5', ['T:3', 'T:4', 'T:6']),
      aTerm('T:6'),
    ];
    expect(listed(terms)).toEqual(['T:1', 'T:1 > T:2', 'T:2 > T:3', 'T:1 > T:4', 'T:5', 'T:5 > T:6']);
  });

  test('of the second level stand under a group only when they are directly below it', () => {
    const terms = [aGroup('T:1', ['T:2']), aTerm('T:2', { subTermIds: ['T:3'] }), aTerm('T:3')];
    expect(listed(terms)).toEqual(['T:3', 'T:1', 'T:1 > T:2']);
  });

  test('that are switched off or obsolete are not there, and head nothing', () => {
    const terms = [
      aGroup('T:1', ['T:2', 'T:3', 'T:4']),
      aTerm('T:2', { active: false }),
      aTerm('T:3', { obsolete: true }),
      aTerm('T:4'),
      aGroup('T:5', ['T:6'], { active: false }),
      aTerm('T:6'),
    ];
    expect(listed(terms)).toEqual(['T:6', 'T:1', 'T:1 > T:4']);
  });

  test('that head each other in a circle, or themselves, are all there once', () => {
    const terms = [
      aGroup('T:1', ['T:2']),
      aGroup('T:2', ['T:3', 'T:4']),
      aGroup('T:3', ['T:1']),
      aTerm('T:4'),
      aGroup('T:5', ['T:5']),
    ];
    expect(listed(terms)).toEqual(['T:5', 'T:1', 'T:1 > T:2', 'T:2 > T:3', 'T:2 > T:4']);
  });

  test('are given up to 19 of them; of more, none', () => {
    const terms = Array.from({ length: 20 }, (_, index) => aTerm(`T:${index}`));
    expect(listed(terms.slice(1))).toHaveLength(19);
    expect(listed(terms)).toBeUndefined();
    expect(listed([...terms.slice(1), aTerm('T:off', { active: false })])).toHaveLength(19);
  });
});
