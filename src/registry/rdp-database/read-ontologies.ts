/** Reads the ontologies of an RDP database with their terms. */

import type { Report } from '../../domain/bounded-list.ts';
import { foldForEquality } from '../../domain/folding.ts';
import type { SnapshotOntology, SnapshotTerm } from '../../domain/record/snapshot.ts';
import type { Moment, RdpValue } from './connection.ts';
import { isName, shown, toFlag, toText } from './values.ts';

type Reading = { moment: Moment; report: Report };
type OntologyRow = [
  id: number,
  name: RdpValue,
  definition: RdpValue,
  url: RdpValue,
  active: RdpValue,
  forGenes: RdpValue,
  number | null,
];

/** Returns the ontologies by id; of several with the same name in any letter case, only the first. */
export async function readOntologies(reading: Reading): Promise<SnapshotOntology[]> {
  const { moment, report } = reading;
  const rows = await moment.rows<OntologyRow>(
    `SELECT ontology_id, name, definition, ontology_url, active + 0, available_for_gene_search + 0, ordering
     FROM ontology ORDER BY ontology_id`,
  );
  const seen = new Set<string>();
  const ontologies: SnapshotOntology[] = [];
  for (const [id, name, definition, url, active, forGenes, ordering] of rows) {
    if (!isName(name) || seen.has(foldForEquality(name))) {
      report(
        `ontology ${shown(name)}: ${isName(name) ? 'another has this name' : 'the name is empty'}; it is left out.`,
      );
      continue;
    }
    seen.add(foldForEquality(name));
    const flags = { active: toFlag(active), availableForGeneSearch: toFlag(forGenes) };
    const terms = await readTerms(reading, id, name);
    ontologies.push({ name, definition: toText(definition), url: toText(url), ...flags, ordering, terms });
  }
  return ontologies;
}

type TermRow = [
  ...[number: number, termId: RdpValue, name: RdpValue, definition: RdpValue],
  ...[obsolete: RdpValue, active: RdpValue, group: RdpValue, hasIcon: RdpValue, ordering: number | null],
];

const LISTS = {
  synonyms: `SELECT ontology_term_info_id, synonym FROM ontology_term_info_synonyms
             JOIN ontology_term_info USING (ontology_term_info_id) WHERE ontology_id = ? ORDER BY 1, 2`,
  altTermIds: `SELECT ontology_term_info_id, alt_id FROM ontology_term_info_alt_ids
               JOIN ontology_term_info USING (ontology_term_info_id) WHERE ontology_id = ? ORDER BY 1, 2`,
  subTerms: `SELECT ontology_term_info_id, ontology_sub_term_info_id FROM ontology_term_info_sub_terms
             JOIN ontology_term_info USING (ontology_term_info_id) WHERE ontology_id = ? ORDER BY 1, 2`,
};

async function readTerms({ moment, report }: Reading, ontologyId: number, ontology: string): Promise<SnapshotTerm[]> {
  const rows = await moment.rows<TermRow>(
    `SELECT ontology_term_info_id, term_id, name, definition, obsolete + 0, active + 0, is_group + 0, has_icon + 0,
            ordering
     FROM ontology_term_info WHERE ontology_id = ? ORDER BY ontology_term_info_id`,
    ontologyId,
  );
  const synonyms = grouped(await moment.rows<[number, string]>(LISTS.synonyms, ontologyId));
  const altTermIds = grouped(await moment.rows<[number, string]>(LISTS.altTermIds, ontologyId));
  const subTerms = grouped(await moment.rows<[number, number]>(LISTS.subTerms, ontologyId));
  const unique = onceEach(rows, ontology, report);
  const idByNumber = new Map(unique.map(({ number, termId }) => [number, termId]));
  return unique.map(({ number, termId, row: [, , name, definition, obsolete, active, group, hasIcon, ordering] }) => ({
    termId,
    name: toText(name),
    definition: toText(definition),
    namespace: null,
    diseaseIds: [],
    synonyms: synonyms.get(number) ?? [],
    altTermIds: altTermIds.get(number) ?? [],
    subTermIds: (subTerms.get(number) ?? []).flatMap((child) => {
      const subTermId = idByNumber.get(child);
      if (subTermId === undefined) {
        report(`term ${termId} of ${ontology}: a term below it is not in the same ontology; it is left out there.`);
      }
      return subTermId ?? [];
    }),
    obsolete: toFlag(obsolete),
    active: toFlag(active),
    group: toFlag(group),
    hasIcon: toFlag(hasIcon),
    ordering,
  }));
}

/** Drops all but the first of repeated terms of an ontology. Letter case does not distinguish their ids. */
function onceEach(rows: readonly TermRow[], ontology: string, report: Report) {
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const [number, termId] = row;
    const key = isName(termId) ? foldForEquality(termId) : '';
    if (!isName(termId) || seen.has(key)) {
      const reason = isName(termId) ? 'another has this id' : 'the id is empty';
      report(`term ${shown(termId)} of ${ontology}: ${reason}; it is left out.`);
      return [];
    }
    seen.add(key);
    return [{ number, termId, row }];
  });
}

function grouped<T>(rows: readonly [number, T][]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const [key, value] of rows) {
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}
