/** The bench stands on a registry that it invents and on questions that it works out; both must be sound. */

import { expect, test } from 'vitest';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { compileCheck } from '../../../src/lib/schema-check.ts';
import { snapshotChecker } from '../../../src/registry/import/snapshot-check.ts';
import type { RegistryFigures } from './bench-registry.ts';
import { growthOf } from './growth.ts';
import { registryText } from './invented/generate-registry.ts';
import { GENES_PER_PERSON } from './invented/invented-people.ts';
import { workloadsOf } from './workloads.ts';

const size = { people: 60, genes: 1200 };
const text = [...registryText(size)].join('');
const snapshot = JSON.parse(text) as Snapshot;

test('an invented registry can be imported', () => {
  expect(snapshotChecker(compileCheck)(snapshot)).toEqual({ problems: [], problemCount: 0 });
  expect(snapshot.users).toHaveLength(size.people);
  expect(snapshot.genes).toHaveLength(size.genes);
  expect(new Set(snapshot.users.map(({ genes }) => genes.length))).toEqual(new Set([GENES_PER_PERSON]));
});

test('an invented registry is the same on every run', () => {
  expect([...registryText(size)].join('')).toBe(text);
});

test('every workload has something to ask, of what the registry holds', () => {
  const paths = Object.fromEntries(workloadsOf(snapshot).map((workload) => [workload.name, workload.paths]));
  expect(Object.keys(paths)).toHaveLength(9);
  const symbols = new Set(snapshot.genes.map(({ symbol }) => symbol));
  const asked = paths['gene-search']?.map((path) => new URL(path, 'http://localhost').searchParams.get('symbol'));
  expect(asked?.filter((symbol) => !symbols.has(symbol))).toEqual([]);
  expect(paths['by-id']?.[0]).toBe('/api/users/1');
  expect(paths['list-researchers']).toEqual(['/api/users?page=0&size=20', '/api/users?page=1&size=20']);
});

test('an empty registry is refused by name of what is missing', () => {
  expect(() => workloadsOf({ ...snapshot, users: [] })).toThrow("'gene search'");
});

test.each([
  { grows: 'as its answer does', kilobytes: 100, cpuMicroseconds: 1000, met: true },
  { grows: 'as a logarithm does', kilobytes: 10, cpuMicroseconds: 150, met: true },
  { grows: 'as the registry does', kilobytes: 10, cpuMicroseconds: 1000, met: false },
])(
  'over ten times the people, work that grows $grows meets its target: $met',
  ({ kilobytes, cpuMicroseconds, met }) => {
    const small = registryFigures(500, 10, 100);
    const large = registryFigures(5000, kilobytes, cpuMicroseconds);
    expect(growthOf([large, small])[0]).toMatchObject({ met });
  },
);

function registryFigures(people: number, meanKilobytes: number, cpuMicroseconds: number): RegistryFigures {
  const [workload] = workloadsOf(snapshot);
  const server = { requestsPerSecond: 1, cpuMicroseconds, busy: 1, p50Ms: 1, p99Ms: 1 };
  const figures = { workload, meanKilobytes, registry: server, ceiling: server };
  return { people, workloads: [figures] } as unknown as RegistryFigures;
}
