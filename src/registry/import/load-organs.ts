/** Loads organs from Uberon in OBO (rdp-protocol 9.3). */

import { foldForEquality } from '../../domain/folding.ts';
import { UnreadableFile } from '../../domain/problem.ts';
import { SEEDED_ORGANS } from '../../domain/record/seeded-data.ts';
import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import { type LoadReport, type LoadTally, loadTally } from '../../domain/reference-files/load-report.ts';
import type { OboTerm } from '../../domain/reference-files/obo.ts';
import { activatedHere, eachOnce, type OntologyOptions, type ReadObo, readObo } from './load-ontology.ts';
import { finishLoad, type LoadWork, mergeRecords, type RowFile, type WriteLoad } from './load-work.ts';

export const UBERON_ID = /^UBERON:/i;

type OrganRow = [folded: string, uberonId: string, name: string | null, description: string | null];

const SYSTEMS = new Set(SEEDED_ORGANS.map(({ uberonId }) => foldForEquality(uberonId)));

/**
 * Reads a file for a write that adds and changes organs. New ones are not active, and others are as active as before.
 * The organ systems of every RDP have the same names as before; a registry without organs gets them first. Organs that
 * the file lacks stay.
 *
 * @throws UnreadableFile
 */
export async function readOrgans(
  file: RowFile,
  activating: Pick<OntologyOptions, 'activate' | 'activated'>,
): Promise<WriteLoad> {
  const obo = await readObo(file);
  return (work) => writeOrgans(work, { obo, fileName: file.name, activating });
}

type Given = { obo: ReadObo; fileName: string; activating: Pick<OntologyOptions, 'activate' | 'activated'> };

function writeOrgans(work: LoadWork, { obo, fileName, activating }: Given): LoadReport[] {
  const { tx, store } = work;
  const tally = loadTally('organs');
  obo.reportSkipped(tally);
  const organs = obo.file.terms.filter(({ termId }) => UBERON_ID.test(termId));
  if (organs.length === 0) throw new UnreadableFile('has no term of Uberon, such as UBERON:0001016', fileName);
  if (organs.length < obo.file.terms.length) {
    const others = (obo.file.terms.length - organs.length).toLocaleString('en');
    tally.note(`Terms of other ontologies are passed over: ${others}.`);
  }
  const file = eachOnce({ ...obo.file, terms: organs }, tally);
  const rows = store.query<OrganRow>('SELECT uberon_id_folded, uberon_id, name, description FROM organ');
  if (rows.first(tx) === undefined) seedOrgans(work);
  const insert = tx.inserter('INSERT INTO organ VALUES (?, ?, ?, ?, 0, NULL)');
  const update = tx.inserter('UPDATE organ SET name = ?, description = ? WHERE uberon_id_folded = ?');
  const changed = new Set<string>();
  const nameOf = ({ termId, name }: OboTerm) => name ?? termId;
  mergeRecords(tally, {
    here: new Map(rows.all(tx).map(([folded, ...organ]) => [folded, organ])),
    given: new Map(file.terms.map((term) => [foldForEquality(term.termId), term])),
    isSame: ([uberonId, name, description], term) =>
      description === term.definition && (SYSTEMS.has(foldForEquality(uberonId)) || name === nameOf(term)),
    add: (folded, term) => insert(term.termId, folded, nameOf(term), term.definition),
    change(folded, term, [, name]) {
      update(SYSTEMS.has(folded) ? name : nameOf(term), term.definition, folded);
      changed.add(folded);
    },
    gone: (_, [uberonId, name]) => tally.retained(`${uberonId} (${name})`),
  });
  const active = activatedHere(file, activating, fileName);
  for (const organ of switchOn(work, active)) {
    changed.add(organ);
    tally.alsoChanged(`The organ ${organ.toUpperCase()} is active now.`);
  }
  noteInactive(work, tally);
  if (tally.hasChanges()) finishLoad(work, usersWithOrgans(work, changed));
  return [tally.report()];
}

/** Activates organs; returns the folded ids of those that were not active. */
function switchOn({ tx }: LoadWork, organs: readonly string[]): string[] {
  const folded = organs.map(foldForEquality);
  return folded.filter(
    (id) => tx.run('UPDATE organ SET active = 1 WHERE uberon_id_folded = ? AND active = 0', id).changes > 0,
  );
}

/**
 * Notes that organs are not active, because the form of the search does not offer them. A search by them finds the
 * people who have them.
 */
function noteInactive({ tx, store }: LoadWork, tally: LoadTally): void {
  const counts = store.query<[number, number]>('SELECT count(*), ifnull(sum(active), 0) FROM organ');
  const [all = 0, active = 0] = counts.first(tx) ?? [];
  if (active === all) return;
  const share = `${active.toLocaleString('en')} of ${all.toLocaleString('en')}`;
  tally.note(`${share} organs are active, and the search form offers only these. --activate ID switches one on.`);
}

function seedOrgans({ tx }: LoadWork): void {
  const insert = tx.inserter('INSERT INTO organ VALUES (?, ?, ?, NULL, 1, ?)');
  SEEDED_ORGANS.forEach(({ uberonId, name }, index) => {
    insert(uberonId, foldForEquality(uberonId), name, index + 1);
  });
}

function usersWithOrgans({ tx, store }: LoadWork, organs: ReadonlySet<string>): number[] {
  const rows = store.query<[number, string]>("SELECT id, organs FROM user WHERE organs <> '[]' ORDER BY id").all(tx);
  return rows.flatMap(([userId, json]) => {
    const has = (JSON.parse(json) as SnapshotUser['organs']).some((organ) => organs.has(foldForEquality(organ)));
    return has ? [userId] : [];
  });
}
