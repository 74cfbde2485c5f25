/** Chooses the registries that are queried, and makes the parts of those that are not. */

import { RegistryError } from '../errors.ts';
import { shorten } from '../query/parameters.ts';
import { type Part, partOf } from './federated-answer.ts';
import type { OriginKeys } from './federated-query.ts';
import { LOCAL_ORIGIN } from './origin.ts';
import { type Reason, reason } from './reasons.ts';
import { noAnswer, type Source, type SourceAddress } from './source.ts';

type Keyed = Pick<Source, 'key'>;

/** Returns the sources with these keys, each once; without keys, all of them. @throws RegistryError `unknown-origin` */
export function namedSources<Listed extends Keyed>(sources: readonly Listed[], keys: OriginKeys): readonly Listed[] {
  return keys === undefined ? sources : [...new Set(keys.map((key) => sourceOf(sources, key)))];
}

/** Returns the source with this key. @throws RegistryError `unknown-origin` */
export function sourceOf<Listed extends Keyed>(sources: readonly Listed[], key: string): Listed {
  const source = sources.find((one) => one.key === key);
  if (source !== undefined) return source;
  const allowed = sources.map((one) => one.key).join(', ');
  throw new RegistryError('unknown-origin', { found: shorten(key), allowed });
}

/**
 * Returns the source of a record: by the key in `origin`, or by the address in `remoteHost`, as in the links of RDP, of
 * which only the authority counts. Without either, it is this registry. @throws RegistryError `unknown-origin`
 */
export function sourceOfRecord<Listed extends SourceAddress>(
  sources: readonly Listed[],
  params: URLSearchParams,
): Listed {
  const remoteHost = params.get('remoteHost');
  const key = params.get('origin') || undefined;
  return key === undefined && remoteHost ? sourceAt(sources, remoteHost) : sourceOf(sources, key ?? LOCAL_ORIGIN);
}

/** Returns the parts of the sources that the caller left out. */
export function omittedParts(sources: readonly Source[], queried: readonly Source[]): Part[] {
  return sources.filter((source) => !queried.includes(source)).map((source) => notAsked(source, reason('left-out')));
}

/** Returns the parts of origins whose last page was read before, so that they are not queried again. */
export function nothingMore(done: readonly Source[]): Part[] {
  return done.map((source) => notAsked(source, reason('all-read')));
}

function notAsked(source: Source, because: Reason): Part {
  return partOf(source, noAnswer('not-asked', because, { version: source.version() }));
}

function sourceAt<Listed extends SourceAddress>(sources: readonly Listed[], remoteHost: string): Listed {
  const source = sources.find(({ url }) => authorityOf(url) === authorityOf(remoteHost));
  const allowed = sources.map(({ url }) => new URL(url).host).join(', ');
  if (source === undefined) throw new RegistryError('unknown-origin', { found: remoteHost, allowed });
  return source;
}

/** Returns the authority of an address, with user information if it has any; undefined for a text that is no address. */
function authorityOf(address: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i.exec(address)?.[1]?.toLowerCase();
}
