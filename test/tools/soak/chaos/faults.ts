/** What goes wrong during a chaos run: each fault lasts for a while, and is noted from before it begins until it is over. */

import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { ScenarioName } from '../../../../src/demo/scenarios.ts';
import { endByForce } from '../../../support/machine/worker-processes.ts';
import type { SeededRandom } from '../../bench/invented/seeded-random.ts';
import { inOrder } from './in-order.ts';
import type { ChaosNetwork, Instance, RealPartner } from './network.ts';
import type { RunRecord } from './record-of-run.ts';
import { faultOf, type ScriptedRegistry } from './scripted-partners.ts';

/** One thing that can be done to one of the targets, which are names; nothing else is done to it meanwhile. */
export type Fault = {
  kind: string;
  targets: readonly string[];
  play(target: string, lastsMs: number, random: SeededRandom): Promise<void>;
};

const SPOILT: readonly ScenarioName[] = [
  ...(['hang', 'half', 'trickle', 'reset', 'breaks-off'] as const),
  ...(['garbage', 'not-http', 'login-page', 'redirects', 'fails'] as const),
];
/** A registry stops when five of its processes ended within a minute. */
const MOST_KILLS_A_MINUTE = 3;
const MINUTE_MS = 60_000;

export function faultsOf(network: ChaosNetwork, run: RunRecord): Fault[] {
  const { real, scripted, instances, database, redis } = network;
  const keys = (list: readonly { key: string }[]) => list.map(({ key }) => key);
  const names = instances.map(({ name }) => name);
  const kills = new Map<string, number[]>();
  return [
    { kind: 'partner killed', targets: keys([...real, ...scripted]), play: killPartner },
    ...SPOILT.map((scenario): Fault => {
      return {
        kind: `partner: ${scenario}`,
        targets: keys(scripted),
        play: (key, lastsMs) => spoil(scenario, key, lastsMs),
      };
    }),
    { kind: 'partner halted', targets: keys(real), play: haltPartner },
    { kind: 'import into a partner', targets: keys(real), play: importIntoPartner },
    { kind: 'process killed', targets: names, play: killProcess },
    { kind: 'process killed', targets: names, play: killProcess },
    { kind: 'database file locked', targets: names, play: lockDatabase },
    { kind: 'partners changed', targets: names, play: changePartners },
    { kind: 'partners broken', targets: names, play: breakPartners },
    { kind: 'instance restarted', targets: names, play: restartInstance },
    ...(database === undefined
      ? []
      : [
          { kind: 'MariaDB killed', targets: ['mariadb'], play: lose(database.kill, database.restart) },
          { kind: 'MariaDB halted', targets: ['mariadb'], play: lose(database.pause, database.resume) },
        ]),
    ...(redis === undefined
      ? []
      : [
          { kind: 'cache killed', targets: ['cache'], play: lose(redis.kill, redis.restart) },
          { kind: 'cache halted', targets: ['cache'], play: lose(redis.pause, redis.resume) },
        ]),
  ];

  async function killPartner(key: string, lastsMs: number): Promise<void> {
    const partner = partnerOf(key);
    const back = run.goesAway(key);
    await partner.kill();
    await pause(lastsMs);
    await partner.restart();
    back();
  }

  async function spoil(scenario: ScenarioName, key: string, lastsMs: number): Promise<void> {
    const partner = found(scripted, key);
    const back = run.goesAway(key);
    partner.play(faultOf(scenario));
    await pause(lastsMs);
    partner.play(undefined);
    back();
  }

  async function haltPartner(key: string, lastsMs: number): Promise<void> {
    const partner = found(real, key);
    const back = run.goesAway(key);
    partner.signal('SIGSTOP');
    await pause(lastsMs);
    partner.signal('SIGCONT');
    back();
  }

  async function importIntoPartner(key: string, _: number, random: SeededRandom): Promise<void> {
    const partner = found(real, key);
    const wavering = (network.people.get(key) ?? []).filter(({ kind }) => kind === 'wavering');
    const changes = random.sample(wavering, 2).map((person) => {
      const isPublic = partner.withdrawn.has(person.id);
      if (isPublic) partner.withdrawn.delete(person.id);
      else partner.withdrawn.add(person.id);
      return run.changes(person, isPublic);
    });
    await partner.importPeople();
    for (const done of changes) done();
  }

  /** One of the workers, or the only process, which an operator starts again. */
  async function killProcess(name: string, _: number, random: SeededRandom): Promise<void> {
    const recent = (kills.get(name) ?? []).filter((atMs) => Date.now() - atMs < MINUTE_MS);
    if (recent.length >= MOST_KILLS_A_MINUTE) return;
    kills.set(name, [...recent, Date.now()]);
    const instance = instanceOf(name);
    const workers = instance.workers();
    const [here, followed] = [run.goesAway(`worker of ${name}`), run.goesAway(`source of ${name}`)];
    const killedMs = Date.now();
    if (workers.length > 0) endByForce(random.pick(workers));
    else {
      await instance.kill();
      await instance.restart();
    }
    await inOrder(instance, killedMs);
    here();
    followed();
  }

  async function lockDatabase(name: string, lastsMs: number): Promise<void> {
    using file = new DatabaseSync(instanceOf(name).databaseFile, { timeout: 2000 });
    const back = run.goesAway(`source of ${name}`);
    file.exec('BEGIN IMMEDIATE');
    await pause(Math.min(lastsMs, 8000));
    file.exec('ROLLBACK');
    back();
  }

  async function changePartners(name: string, lastsMs: number, random: SeededRandom): Promise<void> {
    const instance = instanceOf(name);
    await instance.writePartners(network.partners.filter(() => !random.chance(0.3)));
    if (random.chance(0.5)) instance.signal('SIGHUP');
    await pause(lastsMs);
    await instance.writePartners(network.partners);
    if (random.chance(0.5)) instance.signal('SIGHUP');
    await pause(2000);
  }

  async function breakPartners(name: string, lastsMs: number): Promise<void> {
    const instance = instanceOf(name);
    await instance.writePartners('broken');
    instance.signal('SIGHUP');
    await pause(lastsMs);
    await instance.writePartners(network.partners);
    await pause(2000);
  }

  async function restartInstance(name: string): Promise<void> {
    const instance = instanceOf(name);
    const [here, followed] = [run.goesAway(`stop of ${name}`), run.goesAway(`source of ${name}`)];
    const stoppedMs = Date.now();
    const code = await instance.stop();
    await instance.restart();
    await inOrder(instance, stoppedMs);
    here();
    followed();
    if (code !== 0) throw new Error(`${name} was asked to stop and ended with code ${code}.`);
  }

  function lose(take: () => Promise<void> | void, bring: () => Promise<void> | void): Fault['play'] {
    return async (what, lastsMs) => {
      const sources = what === 'mariadb' ? names.map((name) => `source of ${name}`) : [];
      const back = [what, ...sources].map((one) => run.goesAway(one));
      await take();
      await pause(lastsMs);
      await bring();
      for (const done of back) done();
    };
  }

  function partnerOf(key: string): RealPartner | ScriptedRegistry {
    return found<RealPartner | ScriptedRegistry>([...real, ...scripted], key);
  }

  function instanceOf(name: string): Instance {
    return instances.find((one) => one.name === name) as Instance;
  }
}

function found<One extends { key: string }>(list: readonly One[], key: string): One {
  const one = list.find((other) => other.key === key);
  if (one === undefined) throw new Error(`There is no partner ${key}.`);
  return one;
}
