/** The parts of the program into which faults are planted, and where their tests stand. */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type Part = {
  name: string;
  /** Files and folders of the program. */
  sources: readonly string[];
  /** Tests of this subject, those of the folder itself first, and tests that meet it from further away. */
  near: readonly string[];
  wide: readonly string[];
};

const FEDERATION = 'test/domain/federation';

export const PARTS: readonly Part[] = [
  part('privacy', ['src/domain/record/privacy.ts'], ['test/domain/record'], ['test/registry/record']),
  part(
    'record',
    ['src/domain/record'],
    ['test/domain/record', 'test/registry/import/snapshot', 'test/rules/docs/privacy-page'],
    ['test/registry', 'test/rules/docs'],
  ),
  part('visibility', ['src/registry/record/visibility.ts'], ['test/registry/record'], ['test/server/routes']),
  part(
    'query',
    ['src/domain/query'],
    [
      ...['test/domain/query', 'test/registry/search/suggestions'],
      ...['paging-routes', 'token-desk'].map((name) => `test/server/routes/${name}`),
    ],
    ['test/server/request'],
  ),
  part(
    'pages',
    ['src/domain/pages'],
    [
      ...['test/domain/pages', 'test/federation/listing', 'test/federation/federated-'],
      ...['test/federation/changed-lists', 'test/network/pages'],
    ],
    ['test/network'],
  ),
  part(
    'merging',
    ['src/domain/federation/merging.ts', 'src/domain/federation/completeness.ts'],
    [FEDERATION, 'test/federation/federated-'],
    ['test/network'],
  ),
  part(
    'federation',
    ['src/domain/federation'],
    [
      ...[FEDERATION, 'test/federation/federated-', 'test/federation/audit-observer', 'test/registry/state/audit-log'],
      ...['test/pages/words', 'test/pages/people/origins-lines', 'test/pages/browser/admin', 'test/network/explained'],
      ...['test/app/', 'test/pages/feeds.test', 'test/federation/partner-views', 'test/federation/rdp/'],
      'test/federation/partner/from-other-copies',
    ],
    ['test/federation', 'test/pages', 'test/network'],
  ),
  part('sanitize', ['src/domain/sanitize'], ['test/domain/sanitize', 'test/federation/stages'], ['test/network']),
  part('stages', ['src/federation/stages'], ['test/federation/stages', 'test/federation/partner'], ['test/network']),
  part(
    'partner',
    ['src/federation/partner'],
    ['partner', 'stages', 'clock-set', 'other-processes'].map((name) => `test/federation/${name}`),
    ['test/network'],
  ),
  part(
    'search',
    ['src/registry/search'],
    ['test/registry/search', ...['hidden-people', 'privacy', 'withheld'].map((name) => `test/registry/record/${name}`)],
    ['test/registry/record', 'test/server/routes', 'test/contract'],
  ),
  part(
    'accounts',
    ['src/registry/accounts'],
    [
      ...['test/registry/accounts', 'test/cli/account', 'test/cli/token'],
      ...['access-requests', 'request-steps', 'token-desk'].map((name) => `test/server/routes/${name}`),
      ...['access-requests', 'request-page', 'person-page'].map((name) => `test/pages/${name}.test`),
    ],
    ['test/cli', 'test/server/routes', 'test/pages'],
  ),
  part(
    'limits',
    ['src/server/limits'],
    ['test/server/limits', 'test/server/trusted-proxies'],
    ['test/operations', 'test/network'],
  ),
  part(
    'tables',
    ['src/domain/tables'],
    [
      ...['test/domain/tables', 'test/registry/import/import-people', 'test/files/read-table'],
      'test/rules/docs/people-file-page',
    ],
    ['test/files', 'test/cli/import-people', 'test/pages/browser'],
  ),
  part('people', ['src/domain/people'], ['test/domain/people'], ['test/registry']),
  part('lib', ['src/lib'], ['test/lib'], ['test/server/limits', 'test/registry/store']),
];

function part(name: string, sources: string[], near: string[], wide: string[]): Part {
  return { name, sources, near, wide };
}

/** Returns the files of a part. */
export function sourcesOf({ sources }: Part): string[] {
  return sources.flatMap((path) => {
    if (statSync(path).isFile()) return [path];
    const files = readdirSync(path, { recursive: true, encoding: 'utf8' });
    return files.filter((file) => file.endsWith('.ts')).map((file) => join(path, file));
  });
}
