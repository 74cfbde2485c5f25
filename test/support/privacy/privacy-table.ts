/** Who sees what, written out by hand from rdp-protocol 4.3 and 4.4: rule and running registry are held to this. */

import type { PrivacyLevel } from '../../../src/domain/record/model.ts';

/** Who is asking, seen from the record: a researcher is `owner` of their own and `member` to everybody else's. */
export const TABLE_VIEWERS = [
  'public',
  'member',
  'service',
  'admin',
  'partner, administrator',
  'partner, service account',
  'partner, neither',
  'owner',
] as const;
export type TableViewer = (typeof TABLE_VIEWERS)[number];

export type TableOwner = {
  privacyLevel: PrivacyLevel | null;
  shared: boolean;
  hideGenelist: boolean;
  enabled: boolean;
  isRemoteSearchAccount: boolean;
};

/** F: in full. A: without the person where the registry anonymises, else not at all. Both for an enabled account. */
const SIGHTS = rows(`
  level                    | none    private shared  public
  they agreed (shared)     | no  yes no  yes no  yes no  yes
  -------------------------|--------------------------------
  public                   | A   A   A   A   A   A   F   F
  member                   | A   A   A   A   F   F   F   F
  service                  | A   A   F   F   F   F   F   F
  admin                    | A   A   F   F   F   F   F   F
  partner, administrator   | A   A   A   F   A   F   F   F
  partner, service account | A   A   A   F   A   F   F   F
  partner, neither         | A   A   A   A   A   A   F   F
  owner                    | A   A   F   F   F   F   F   F
`);

/** The level that counts for a gene, by its own (row) and its owner's (column). */
const GENE_LEVELS = rows(`
  own     | none private shared public
  --------|-----------------------------
  none    | none private shared  public
  private | none private private private
  shared  | none private shared  shared
  public  | none private shared  public
`);

/** Which genes stand in `userGenes`, by the level that counts: public (2), shared (1), private (0). */
const GENE_LISTS = rows(`
  gene list                | shown     hidden
  they agreed (shared)     | no   yes  no   yes
  -------------------------|---------------------
  public                   | 2    2    -    -
  member                   | 12   12   -    -
  service                  | 012  012  -    -
  admin                    | 012  012  012  012
  partner, administrator   | 2    012  2    012
  partner, service account | 2    012  -    -
  partner, neither         | 2    2    -    -
  owner                    | 012  012  012  012
`);

/** The levels as the tables have them, from left to right and from top to bottom. */
const LEVELS: readonly (PrivacyLevel | null)[] = [null, 0, 1, 2];
const LEVEL_WORDS = ['none', 'private', 'shared', 'public'];

/** What the viewer gets to see of a profile of this level, or of a gene whose level counts as this. */
export function sightInTable(
  viewer: TableViewer,
  owner: TableOwner,
  level: PrivacyLevel | null,
  anonymises: boolean,
): 'full' | 'anonymous' | 'hidden' {
  if (!owner.enabled || owner.isRemoteSearchAccount) return 'hidden';
  if (cell(SIGHTS, viewer, 2 * LEVELS.indexOf(level) + Number(owner.shared)) === 'F') return 'full';
  return anonymises ? 'anonymous' : 'hidden';
}

/** The level that counts for a gene of this owner; null when the owner has none. */
export function geneLevelInTable(own: PrivacyLevel | null, owner: TableOwner): PrivacyLevel | null {
  const word = cell(GENE_LEVELS, LEVEL_WORDS[LEVELS.indexOf(own)] ?? '', LEVELS.indexOf(owner.privacyLevel));
  return LEVELS[LEVEL_WORDS.indexOf(word)] ?? null;
}

/** Whether a gene whose level counts as this stands in `userGenes` of an owner whom the viewer sees in full. */
export function isInGeneList(viewer: TableViewer, owner: TableOwner, level: PrivacyLevel | null): boolean {
  return cell(GENE_LISTS, viewer, 2 * Number(owner.hideGenelist) + Number(owner.shared)).includes(String(level));
}

function rows(table: string): ReadonlyMap<string, readonly string[]> {
  const cells = table.split('\n').map((line) => line.split('|').map((part) => part.trim()));
  return new Map(cells.map(([name = '', values = '']) => [name, values.split(/ +/)]));
}

function cell(table: ReadonlyMap<string, readonly string[]>, row: string, column: number): string {
  const found = table.get(row)?.[column];
  if (found === undefined) throw new Error(`The table has no cell ${column} in a row "${row}".`);
  return found;
}
