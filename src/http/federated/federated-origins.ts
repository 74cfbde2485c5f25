/** Which registries a federated request is about. */

import { RegistryError } from '../../domain/errors.ts';
import { LEFT_OUT } from '../../domain/federation/completeness.ts';
import { type Part, partOf } from '../../domain/federation/federated-answer.ts';
import { noAnswer, type Reason } from '../../domain/federation/no-answer.ts';
import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import type { Source } from '../../domain/federation/source.ts';
import { listParameter, missing, shorten } from '../../domain/query/parameters.ts';

export type Origins = {
  /**
   * Those named by `origins`, which may be repeated; all of them when it is absent.
   *
   * @throws RegistryError `unknown-origin`, also where it names nobody
   */
  named(params: URLSearchParams): readonly Source[];
  /** The one named by `origin`. @throws RegistryError `parameter-missing`, `unknown-origin` */
  theOne(params: URLSearchParams): Source;
  /**
   * The one that holds a record: named by `origin`, or by its address in `remoteHost`, as the links of RDP name it; this
   * registry when by neither. Of an address only the authority counts. @throws RegistryError `unknown-origin`
   */
  ofRecord(params: URLSearchParams): Source;
  /** The parts of the others, which the reader chose to leave out. */
  leftOut(asked: readonly Source[]): Part[];
  /** The parts of origins whose last page was read before: nothing is left there, and there is nothing to ask. */
  nothingMore(done: readonly Source[]): Part[];
};

export function origins(sources: readonly Source[]): Origins {
  function find(key: string): Source {
    const source = sources.find((one) => one.key === key);
    if (source === undefined) throw unknown(key);
    return source;
  }

  function unknown(found: string): RegistryError {
    const allowed = sources.map(({ key }) => key).join(', ');
    return new RegistryError('unknown-origin', { found: shorten(found), allowed });
  }

  function notAsked(source: Source, reason: Reason): Part {
    return partOf(source, noAnswer('not-asked', reason, { version: source.version() }));
  }

  function at(remoteHost: string): Source {
    const source = sources.find(({ url }) => authorityOf(url) === authorityOf(remoteHost));
    const allowed = sources.map(({ url }) => new URL(url).host).join(', ');
    if (source === undefined) throw new RegistryError('unknown-origin', { found: remoteHost, allowed });
    return source;
  }

  return {
    named(params) {
      const keys = listParameter(params, 'origins');
      if (keys === undefined) return sources;
      if (keys.length === 0) throw unknown(params.get('origins') ?? '');
      return [...new Set(keys.map(find))];
    },
    theOne(params) {
      const key = params.get('origin');
      if (key === null || key === '') throw missing('origin', 'It names the registry, such as origin=local.');
      return find(key);
    },
    ofRecord(params) {
      const remoteHost = params.get('remoteHost');
      const key = params.get('origin') || undefined;
      return key === undefined && remoteHost ? at(remoteHost) : find(key ?? LOCAL_ORIGIN);
    },
    leftOut: (asked) =>
      sources
        .filter((source) => !asked.includes(source))
        .map((source) => notAsked(source, { title: LEFT_OUT, detail: 'The question was for other registries.' })),
    nothingMore: (done) =>
      done.map((source) =>
        notAsked(source, { title: 'has no more records', detail: 'Its last page was read before.' }),
      ),
  };
}

/** With what names a user, as far as the address holds it; undefined where it is none. */
function authorityOf(address: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i.exec(address)?.[1]?.toLowerCase();
}
