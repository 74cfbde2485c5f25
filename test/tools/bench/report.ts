/** What was measured, for people to read. */

import type { RegistryFigures } from './bench-registry.ts';
import type { Growth } from './growth.ts';
import { verdicts, verdictWord } from './targets.ts';
import { shown, textTable } from './text-table.ts';

/** Below this share of one core a server was not what held the load back. */
const LEAST_BUSY = 0.85;

/** The targets and what became of them, then the figures they come from. */
export function registryReport(figures: RegistryFigures): string {
  const { people, registeredGenes, referenceGenes } = figures;
  const [peopleText, registered, reference] = [people, registeredGenes, referenceGenes].map((n) =>
    n.toLocaleString('en'),
  );
  const heading = `${peopleText} people with ${registered} genes, ${reference} reference genes`;
  const parts = [heading, targetTable(figures)];
  if (figures.workloads.length > 0) parts.push(workloadTable(figures), ...idleCaution(figures));
  if (figures.slowQuestion !== undefined) parts.push(slowQuestionLine(figures.slowQuestion));
  return parts.join('\n\n');
}

function targetTable(figures: RegistryFigures): string {
  const rows = verdicts(figures).map(({ what, target, figure, met }) => [what, target, figure, verdictWord(met)]);
  return textTable(['Target', 'wanted', 'found', ''], rows);
}

function workloadTable({ workloads }: RegistryFigures): string {
  const rows = workloads.map(({ workload, registry, ceiling, ratio, cpuRatio, ...rest }) => [
    workload.title,
    ...[shown(registry.requestsPerSecond), shown(ceiling.requestsPerSecond), ratio.toFixed(2)],
    ...[shown(registry.cpuMicroseconds), shown(ceiling.cpuMicroseconds), cpuRatio.toFixed(2)],
    ...[percent(registry.busy), percent(ceiling.busy)],
    ...[shown(registry.p50Ms), shown(registry.p99Ms), shown(rest.meanKilobytes), percent(rest.refusedShare)],
    ...[rest.requests.toLocaleString('en'), shown(rest.peakMegabytes)],
  ]);
  const speed = ['req/s', 'ceiling', 'ratio', 'CPU µs', 'ceiling', 'ratio', 'busy', 'ceiling'];
  const answers = ['p50 ms', 'p99 ms', 'body kB', '401s', 'answers', 'peak MB'];
  return textTable(['Workload', ...speed, ...answers], rows);
}

/** A ratio by requests per second is only true when both servers were what held it back. */
function idleCaution({ workloads }: RegistryFigures): string[] {
  const idle = workloads.filter(({ registry, ceiling }) => Math.min(registry.busy, ceiling.busy) < LEAST_BUSY);
  if (idle.length === 0) return [];
  const names = idle.map(({ workload }) => workload.title).join(', ');
  const why = 'something else on this machine, or the load generator, held them back';
  return [
    `CAUTION: a server was less than ${percent(LEAST_BUSY)} busy (${names}): ${why}. Go by processor time there.`,
  ];
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function slowQuestionLine(slow: NonNullable<RegistryFigures['slowQuestion']>): string {
  const times = `p50 ${shown(slow.p50Ms)} ms, p99 ${shown(slow.p99Ms)} ms, most ${shown(slow.maxMs)} ms`;
  const meanwhile = `${slow.slowRequests} answers to the slow question (p50 ${shown(slow.slowP50Ms)} ms)`;
  return `Gene search beside a slow question: ${times}, over ${slow.fastRequests} answers; meanwhile ${meanwhile}.`;
}

/** Processor time over registries of growing size. */
export function growthReport(growth: readonly Growth[]): string {
  const rows = growth.flatMap(({ title, sizes, cpuGrowth, allowedGrowth, met }) =>
    sizes.map(({ people, kilobytes, cpuMicroseconds, ceilingMicroseconds }, index) => {
      const perKilobyte = cpuMicroseconds / kilobytes;
      const times = [cpuMicroseconds, ceilingMicroseconds, kilobytes, perKilobyte].map(shown);
      const isLast = index === sizes.length - 1;
      const verdict = isLast ? [`× ${shown(cpuGrowth)}`, `× ${shown(allowedGrowth)}`, growthWord(met)] : [];
      return [index === 0 ? title : '', people.toLocaleString('en'), ...times, ...verdict];
    }),
  );
  const head = ['Growth', 'people', 'CPU µs', 'ceiling', 'body kB', 'µs per kB', 'growth', 'allowed', ''];
  return textTable(head, rows);
}

function growthWord(met: boolean | undefined): string {
  return met === undefined ? 'may grow' : verdictWord(met);
}
