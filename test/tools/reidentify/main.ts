/**
 * `npm run reidentify`: whom does an attacker name who asks all registries of a network what anybody may ask? About eight
 * minutes, with two gigabytes.
 */

import { parseArgs } from 'node:util';
import { attack } from './attack.ts';
import { claimOf, judge, type Score, withheldPeople } from './judge.ts';
import { byMeans, chainsOf, reachable, truthOf } from './measures.ts';
import { comparedRoutes, networks, plantings } from './plan.ts';
import { chainsTable, costLine, LEGEND, measuredTable, othersTable, type Planted, plantedTable } from './report.ts';
import { type Spied, type Spying, spyOn } from './spied-network.ts';

const HELP = `Usage: npm run reidentify -- [options]

  --seed N      of what is invented; the same seed invents the same (1)
  --part NAME   one part alone: small, middle, large, largest, plain, off (networks), routes or weaknesses
`;

const PARTS = [...networks(1).map(({ name }) => name), 'routes', 'weaknesses'];
const MOST_CHAINS = 100;

try {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      part: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) process.stdout.write(HELP);
  else await run(seedOf(values.seed), partsOf(values.part));
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
}

function seedOf(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new Error(`--seed must be a whole number from 1 to 9999999, found '${text}'.`);
}

function partsOf(name: string | undefined): readonly string[] {
  if (name === undefined) return PARTS;
  if (PARTS.includes(name)) return [name];
  throw new Error(`--part must be one of ${PARTS.join(', ')}, found '${name}'.`);
}

async function run(seed: number, parts: readonly string[]): Promise<void> {
  const began = performance.now();
  say(LEGEND);
  for (const spying of networks(seed)) if (parts.includes(spying.name)) await measureNetwork(spying);
  if (parts.includes('routes')) await measureRoutes(comparedRoutes(seed));
  if (parts.includes('weaknesses')) await measureWeaknesses(seed);
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const seconds = Math.round((performance.now() - began) / 1000);
  const processor = Math.round((userCPUTime + systemCPUTime) / 1e6);
  say(`Done in ${seconds} s, ${processor} s of a processor, with ${Math.round(maxRSS / 1024)} MB at most.`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

async function measureNetwork(spying: Spying & { name: string }): Promise<void> {
  const { registries, people, seed } = spying.size;
  const spied = await spyOn(spying);
  say(`# ${spying.name}: ${registries} registries, ${people} people, seed ${seed}`);
  say(whoIsThere(spied));
  say(measuredTable('With', byMeans(spied)));
  if (spying.anonymises === false) return;
  say(chainsTable(chainsOf(spied, MOST_CHAINS)));
}

function whoIsThere(spied: Spied): string {
  const { elsewhere, before, nowhere } = reachable(spied);
  const withheld = `Withheld: ${elsewhere} public elsewhere, ${before} others public the day before, ${nowhere} named nowhere.`;
  return `${withheld} ${costLine(spied)}`;
}

async function measureRoutes(spying: Spying): Promise<void> {
  const { registries, people, seed } = spying.size;
  const spied = await spyOn(spying);
  say(`# Routes: ${registries} registries, ${people} people, seed ${seed}`);
  say(whoIsThere(spied));
  say(othersTable(spied.others, new Set(withheldPeople(truthOf(spied)).map(claimOf))));
}

async function measureWeaknesses(seed: number): Promise<void> {
  const known = new Map<string, Score>();
  const spyAndJudge = async (spying: Spying) => {
    const spied = await spyOn(spying);
    const score = judge(attack({ sight: spied.sight, comparesRegistries: true }), truthOf(spied));
    return { score, elsewhere: reachable(spied).elsewhere };
  };
  const rows: Planted[] = [];
  for (const { name, without, planted } of plantings(seed)) {
    const key = JSON.stringify(without);
    const before = known.get(key) ?? (await spyAndJudge(without)).score;
    known.set(key, before);
    const { score, elsewhere } = await spyAndJudge(planted);
    rows.push({ name, elsewhere, without: before, planted: score });
  }
  say('# Weaknesses, each planted into a copy of every registry of a network; the attacker asks on one day');
  say(plantedTable(rows));
}
