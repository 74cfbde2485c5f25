/** People of recordings, and partners that answer as recorded ones do when they are asked for a name. */

import { type ScriptedPartner, startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { fold } from '../../../src/domain/folding.ts';
import { questionOfPath, type Recording, recordedAnswers } from '../../federation/dialect/recorded-questions.ts';

export type Named = { id: number; name: string; lastName: string };
type Person = { id: number; name: string | null; lastName: string | null };

/** Versions of RDP from 1.3 to 1.5. */
export const RECORDED: readonly Recording[] = ['1.3.4', '1.4.11', '1.5.10-plain'];

export function isNamed<P extends Person>(person: P): person is P & Named {
  return Boolean(person.name?.trim()) && Boolean(person.lastName?.trim());
}

/** Everybody in a recording whom the public was shown. */
export function peopleRecorded(recording: Recording): Person[] {
  const found = new Map<number, Person>();
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { id, lastName, name } = value as Partial<Person>;
    if (typeof id === 'number' && lastName !== undefined && name !== undefined) found.set(id, value as Person);
    for (const one of Object.values(value)) collect(one);
  };
  for (const { who, status, contentType, body } of recordedAnswers(recording)) {
    if (who === 'anonymous' && status === 200 && contentType?.includes('json')) collect(JSON.parse(body));
  }
  return [...found.values()];
}

/**
 * As RDP looks for a name: one text in the first name or in the last, accents and letter case aside.
 *
 * @param folded how its database compares
 */
export function replayNames(
  recording: Recording,
  people: readonly Person[],
  folded: (text: string) => string = fold,
): Promise<ScriptedPartner> {
  const answer = recordedAnswers(recording).find(
    ({ who, path }) => who === 'anonymous' && questionOfPath(path).kind === 'version',
  );
  const isCalled = ({ name, lastName }: Person, like: string) =>
    [name, lastName].some((text) => folded(text ?? '').includes(folded(like)));
  type Behaviour = Parameters<ScriptedPartner['play']>[0][string];
  const search: Behaviour = async ({ request, response }) => {
    const like = new URL(request.path, 'http://x').searchParams.get('nameLike') ?? '';
    const found = people.filter((person) => isCalled(person, like));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(found));
  };
  const version: Behaviour = async ({ response }) => {
    const { status = 404, contentType = null, body = '' } = answer ?? {};
    response.writeHead(status, { 'Content-Type': contentType ?? 'text/plain' }).end(body);
  };
  return startScriptedPartner({ '/api': version, '/api/users/search': search });
}
