/** Finds all faults of the parameters of a question. A normal reading ends at the first fault. */

import { ABOUT_PARAMETERS } from '../../api/errors.ts';
import { RegistryError, type WrongMember } from '../../domain/errors.ts';
import { shorten } from '../../domain/query/parameters.ts';

const MOST_FAULTS = 20;

/**
 * Reads a question.
 *
 * @param read asks nobody, and throws the first thing that is wrong
 * @throws RegistryError with everything that is wrong. It corrects each fault and reads the question again, until it
 * can be read or the next fault is no parameter's. Only a refused question costs this.
 */
export async function readOrFaults<Asked>(
  params: URLSearchParams,
  read: (params: URLSearchParams) => Asked | Promise<Asked>,
): Promise<Asked> {
  try {
    return await read(params);
  } catch (error) {
    throw error instanceof RegistryError ? await withEveryFault(error, params, read) : error;
  }
}

async function withEveryFault(
  error: RegistryError,
  params: URLSearchParams,
  read: (params: URLSearchParams) => unknown,
): Promise<RegistryError> {
  const rest = new URLSearchParams(params);
  const wrong = new Map<string, WrongMember>();
  let found: unknown = error;
  while (found instanceof RegistryError && wrong.size < MOST_FAULTS) {
    const parameter = parameterOf(found, rest);
    if (parameter === undefined || wrong.has(parameter)) break;
    wrong.set(parameter, { parameter, detail: found.message });
    await mend(rest, parameter, found);
    found = await faultOf(() => read(rest));
  }
  return wrong.size < 2 ? error : new RegistryError(error.code, error.details, [...wrong.values()]);
}

async function faultOf(read: () => unknown): Promise<unknown> {
  try {
    await read();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Makes the parameter valid: one of several values, the declared example, or none. */
async function mend(params: URLSearchParams, name: string, { code }: RegistryError): Promise<void> {
  if (code === 'unknown-parameter') {
    // The error has the beginning of a long name.
    for (const one of [...params.keys()]) if (shorten(one) === name) params.delete(one);
    return;
  }
  const values = params.getAll(name);
  params.delete(name);
  const [first] = values;
  if (code === 'repeated-parameter' && first !== undefined) {
    params.set(name, first);
    return;
  }
  if (code === 'paging-conflict') return;
  const example = (await examplesOfParameters()).get(name);
  for (const value of example ?? (values.length === 0 ? ['a'] : [])) params.append(name, value);
}

/** Loaded at the first refusal of a question, as a start needs none of it. */
async function examplesOfParameters(): Promise<ReadonlyMap<string, readonly string[]>> {
  const { OF_QUESTIONS, OF_SERVICES } = await import('../../api/parameters.ts');
  return new Map(
    [...OF_QUESTIONS, OF_SERVICES.format].flatMap(({ name, example }) =>
      example === undefined ? [] : [[name, [example].flat().map(String)]],
    ),
  );
}

/** Returns the name of the parameter that the error is about; undefined for any other error. */
export function parameterOf({ code, details }: RegistryError, params: URLSearchParams): string | undefined {
  const { name, found } = details;
  if (code === 'unknown-parameter' || code === 'paging-conflict') return String(found);
  if (typeof name === 'string' && code !== 'member-invalid') return name;
  const given = ABOUT_PARAMETERS[code]?.find((one) => params.has(one));
  return code === 'search-mode-missing' ? 'descriptionLike' : given;
}
