/** Scripted partners of the chaos run: those who are well answer their own people, until something is the matter. */

import { type MockVersion, mockAnswers } from '../../../../src/demo/mock-answers.ts';
import type { Behaviour, Script } from '../../../../src/demo/partner-behaviours.ts';
import { SCENARIOS, type ScenarioName } from '../../../../src/demo/scenarios.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../../../src/demo/scripted-partner.ts';
import { type Kind, markedName, type Person } from './people.ts';

export type ScriptedRegistry = AsyncDisposable & {
  key: string;
  url: string;
  people: readonly Person[];
  withdrawn: Set<number>;
  /** Does this with every question from now on; undefined answers them. */
  play(fault: Behaviour | undefined): void;
  /** Closes its port and cuts every connection. */
  kill(): Promise<void>;
  restart(): Promise<void>;
};

/** Those of src/demo/mock-people.ts, with what each registered among human genes. */
const PEOPLE: readonly { id: number; firstLetters: string; kind: Kind; symbols: readonly string[] }[] = [
  { id: 1, firstLetters: 'Anders', kind: 'steady', symbols: ['BRCA1', 'TP53'] },
  { id: 2, firstLetters: 'Bergmann', kind: 'steady', symbols: ['MECP2'] },
  { id: 3, firstLetters: 'Castel', kind: 'steady', symbols: [] },
  { id: 4, firstLetters: 'Dorn', kind: 'wavering', symbols: ['SCN1A', 'BRCA1'] },
  { id: 5, firstLetters: 'Ansgar', kind: 'wavering', symbols: ['TP53'] },
];

/** All that an unhappy partner answers to everything, by the name of the scenario. */
export function faultOf(name: ScenarioName): Behaviour {
  const { '*': behaviour } = SCENARIOS[name].script('1.5.10') as Script;
  if (behaviour === undefined) throw new Error(`The scenario ${name} does not answer everything alike.`);
  return behaviour;
}

export async function startScriptedRegistry(
  key: string,
  version: MockVersion,
  { hidesEverybody = false, pretends }: { hidesEverybody?: boolean; pretends?: string } = {},
): Promise<ScriptedRegistry> {
  const people = hidesEverybody ? [] : PEOPLE.map((person) => ({ ...person, registry: key }));
  const withdrawn = new Set<number>();
  let fault: Behaviour | undefined;
  const answers = mockAnswers({
    version,
    hidesEverybody,
    ...(pretends === undefined ? {} : { origin: pretends }),
    isOmitted: (id) => withdrawn.has(id),
    change: (record) => {
      const person = people.find(({ id }) => id === record.id);
      if (person === undefined) return record;
      const lastName = markedName(person);
      return { ...record, lastName, email: `${lastName.toLowerCase()}@example.org` };
    },
  });
  const script = Object.fromEntries(
    Object.entries(answers).map(([path, answer]): [string, Behaviour] => [path, (call) => (fault ?? answer)(call)]),
  );
  let partner: ScriptedPartner | undefined = await startScriptedPartner(script);
  const { url } = partner;
  const kill = async () => {
    await partner?.[Symbol.asyncDispose]();
    partner = undefined;
  };
  return {
    ...{ key, url, people, withdrawn, kill },
    play(behaviour) {
      fault = behaviour;
    },
    async restart() {
      partner ??= await startScriptedPartner(script, { port: Number(new URL(url).port) });
    },
    [Symbol.asyncDispose]: kill,
  };
}
