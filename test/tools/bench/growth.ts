/** How the work of an answer grows with the registry: no faster than its size, plus a logarithm. */

import type { RegistryFigures } from './bench-registry.ts';
import type { WorkloadFigures } from './measure-workload.ts';

export type Growth = {
  title: string;
  sizes: { people: number; kilobytes: number; cpuMicroseconds: number; ceilingMicroseconds: number }[];
  /** Processor time of the largest registry over that of the smallest. */
  cpuGrowth: number;
  /** What it may be at most. */
  allowedGrowth: number;
  /** Undefined where it may grow faster. */
  met: boolean | undefined;
};

/** Equal work does not measure equal: caches of the machine hold less of a larger registry, and noise. */
const TOLERANCE = 1.25;

/** Every workload over registries of growing size, of which there are two at least. */
export function growthOf(registries: readonly RegistryFigures[]): Growth[] {
  const [smallest, ...larger] = registries.toSorted((a, b) => a.people - b.people);
  const largest = larger.at(-1);
  if (smallest === undefined || largest === undefined) return [];
  return smallest.workloads.flatMap(({ workload: { name, title, mayGrow } }) => {
    const found = [smallest, ...larger].flatMap((one) => sizeOf(one, name));
    const [first, last] = [found[0], found.at(-1)];
    if (first === undefined || last === undefined) return [];
    const cpuGrowth = last.cpuMicroseconds / first.cpuMicroseconds;
    // Work that is a sum of both kinds grows no faster than the faster of them.
    const answerGrowth = last.kilobytes / first.kilobytes;
    const logarithmGrowth = Math.log(largest.people) / Math.log(smallest.people);
    const allowedGrowth = Math.max(answerGrowth, logarithmGrowth) * TOLERANCE;
    const met = mayGrow ? undefined : cpuGrowth <= allowedGrowth;
    return [{ title, sizes: found, cpuGrowth, allowedGrowth, met }];
  });
}

function sizeOf({ people, workloads }: RegistryFigures, name: string): Growth['sizes'] {
  return workloads
    .filter(({ workload }) => workload.name === name)
    .map(({ meanKilobytes: kilobytes, registry, ceiling }: WorkloadFigures) => {
      return {
        people,
        kilobytes,
        cpuMicroseconds: registry.cpuMicroseconds,
        ceilingMicroseconds: ceiling.cpuMicroseconds,
      };
    });
}
