/** Reads the reference data of an RDP database: organisms, genes, orthologs and organs. */

import type { Report } from '../../domain/bounded-list.ts';
import { foldForEquality } from '../../domain/folding.ts';
import { LARGEST_INT } from '../../domain/record/model.ts';
import type {
  SnapshotGene,
  SnapshotOntology,
  SnapshotOrgan,
  SnapshotTaxon,
  SnapshotUser,
} from '../../domain/record/snapshot.ts';
import type { Moment, RdpValue } from './connection.ts';
import { isId, isName, shown, toDate, toFlag, toText } from './values.ts';

type Reading = { moment: Moment; report: Report };

const ROWS_AT_ONCE = 5000;

type TaxonRow = [id: RdpValue, common: RdpValue, scientific: RdpValue, ordering: number | null, active: RdpValue];

/** Returns the organisms; one that has genes and is missing is added without a name. */
export async function readTaxa({ moment, report }: Reading): Promise<SnapshotTaxon[]> {
  const rows = await moment.rows<TaxonRow>(
    'SELECT taxon_id, common_name, scientific_name, ordering, active + 0 FROM taxon ORDER BY taxon_id',
  );
  const unnamed = await moment.rows<[number]>(
    `SELECT used.taxon_id FROM (SELECT DISTINCT taxon_id FROM gene_info UNION SELECT DISTINCT taxon_id FROM gene) AS used
     LEFT JOIN taxon ON taxon.taxon_id = used.taxon_id WHERE taxon.taxon_id IS NULL`,
  );
  for (const [id] of unnamed.filter(([id]) => isId(id)))
    report(`taxon ${id}: there are genes of it, but it is not in taxon; it has no name.`);
  const missing = unnamed.map(([id]): TaxonRow => [id, null, null, null, 0]);
  const seen = new Set<number>();
  return [...rows, ...missing].flatMap(([id, commonName, scientificName, ordering, active]) => {
    if (isId(id) && seen.has(id)) {
      report(`taxon ${id}: another row has this id; it is left out.`);
      return [];
    }
    if (isId(id)) {
      seen.add(id);
      return [
        {
          id,
          commonName: toText(commonName),
          scientificName: toText(scientificName),
          ordering,
          active: toFlag(active),
        },
      ];
    }
    report(`taxon ${id}: the id is below 0; it is left out.`);
    return [];
  });
}

type GeneRow = [
  id: number,
  geneId: RdpValue,
  taxonId: RdpValue,
  symbol: RdpValue,
  name: RdpValue,
  aliases: RdpValue,
  modified: RdpValue,
];

/** Yields the reference genes, then registered genes that are no reference genes. */
export async function* readGenes(reading: Reading): AsyncGenerator<SnapshotGene> {
  let last = -LARGEST_INT;
  for (;;) {
    const rows = await reading.moment.rows<GeneRow>(
      `SELECT id, gene_id, taxon_id, symbol, description, synonyms, modification_date
       FROM gene_info WHERE id > ? ORDER BY id LIMIT ${ROWS_AT_ONCE}`,
      last,
    );
    for (const row of rows) {
      const gene = toGene(row, reading.report);
      if (gene !== undefined) yield gene;
    }
    if (rows.length < ROWS_AT_ONCE) break;
    last = rows.at(-1)?.[0] ?? last;
  }
  yield* await readOwnGenes(reading);
}

/**
 * Returns registered genes that `gene_info` lacks, such as those of an organism that was switched off. Their facts come
 * from the newest registration.
 *
 * @param userIds only genes that one of these users registered
 */
export async function readOwnGenes({ moment, report }: Reading, userIds?: readonly number[]): Promise<SnapshotGene[]> {
  const rows = await moment.rows<GeneRow>(
    `SELECT id, gene_id, taxon_id, symbol, description, synonyms, modification_date FROM gene
     WHERE id IN (SELECT max(gene.id) FROM gene LEFT JOIN gene_info ON gene_info.gene_id = gene.gene_id
                  WHERE gene_info.id IS NULL AND gene.gene_id >= 0 ${userIds === undefined ? '' : 'AND gene.gene_id IN (SELECT gene_id FROM gene WHERE user_id IN (?))'}
                  GROUP BY gene.gene_id)
     ORDER BY gene_id`,
    ...(userIds === undefined ? [] : [userIds]),
  );
  return rows.flatMap((row) => toGene(row, report) ?? []);
}

function toGene(row: GeneRow, report: Report): SnapshotGene | undefined {
  const [, geneId, taxonId, symbol, name, aliases, modified] = row;
  if (!isId(geneId) || !isId(taxonId)) {
    report(
      `gene ${toText(symbol) ?? 'without a symbol'}: its id is ${shown(geneId)}, of taxon ${taxonId}; it is left out.`,
    );
    return undefined;
  }
  const texts = { symbol: toText(symbol), name: toText(name), aliases: toText(aliases) };
  return { geneId, taxonId, ...texts, modificationDate: toDate(modified), identity: null };
}

/** Yields pairs of NCBI gene ids, in the direction of the table. */
export async function* readOrthologs({ moment, report }: Reading): AsyncGenerator<[number, number]> {
  let [lastSource, lastTarget] = [-LARGEST_INT, -LARGEST_INT];
  for (;;) {
    const rows = await moment.rows<[number, number, RdpValue, RdpValue]>(
      `SELECT source_gene, target_gene, source.gene_id, target.gene_id
       FROM ortholog LEFT JOIN gene_info AS source ON source.id = source_gene
       LEFT JOIN gene_info AS target ON target.id = target_gene
       WHERE source_gene > ? OR (source_gene = ? AND target_gene > ?)
       ORDER BY source_gene, target_gene LIMIT ${ROWS_AT_ONCE}`,
      ...[lastSource, lastSource, lastTarget],
    );
    for (const [from, to, source, target] of rows) {
      if (isId(source) && isId(target)) yield [source, target];
      else report(`ortholog ${from}, ${to}: one of the two is no reference gene with an id of NCBI; it is left out.`);
      [lastSource, lastTarget] = [from, to];
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

type OrganRow = [uberonId: RdpValue, name: RdpValue, description: RdpValue, active: RdpValue, ordering: number | null];

/** Returns the organ systems, and then, as inactive ones, chosen organs that the table lacks. */
export async function readOrgans(reading: Reading): Promise<SnapshotOrgan[]> {
  const rows = await reading.moment.rows<OrganRow>(
    'SELECT uberon_id, name, description, active + 0, ordering FROM organ_info ORDER BY id',
  );
  const organs = onceEach(rows, reading.report);
  return [...organs, ...(await readOwnOrgans(reading, organs))];
}

const OF_USERS = 'WHERE binary uberon_id IN (SELECT binary uberon_id FROM user_organ WHERE user_id IN (?))';

/**
 * Returns the chosen organs that `known` lacks, with the facts of the newest choice.
 *
 * @param userIds only organs that one of these users chose
 */
export async function readOwnOrgans(
  { moment }: Reading,
  known: readonly Pick<SnapshotOrgan, 'uberonId'>[],
  userIds?: readonly number[],
): Promise<SnapshotOrgan[]> {
  const rows = await moment.rows<OrganRow>(
    `SELECT uberon_id, name, description, 0, NULL FROM user_organ
     WHERE id IN (SELECT max(id) FROM user_organ ${userIds === undefined ? '' : OF_USERS} GROUP BY binary uberon_id)
     ORDER BY id DESC`,
    ...(userIds === undefined ? [] : [userIds]),
  );
  const seen = new Set(known.map(({ uberonId }) => foldForEquality(uberonId)));
  return onceEach(
    rows.filter(([uberonId]) => isName(uberonId)),
    () => {},
    seen,
  );
}

/** Returns the rows as organs; of several with the same Uberon id in any letter case, only the first. */
function onceEach(rows: readonly OrganRow[], report: Report, seen = new Set<string>()): SnapshotOrgan[] {
  return rows.flatMap(([uberonId, name, description, active, ordering]) => {
    const key = isName(uberonId) ? foldForEquality(uberonId) : '';
    if (!isName(uberonId) || seen.has(key)) {
      report(
        `organ ${shown(uberonId)}: ${isName(uberonId) ? 'another has this id' : 'the id is empty'}; it is left out.`,
      );
      return [];
    }
    seen.add(key);
    return [{ uberonId, name: toText(name), description: toText(description), active: toFlag(active), ordering }];
  });
}

type ReadReference = {
  genes: AsyncIterable<SnapshotGene>;
  orthologs: AsyncIterable<[number, number]>;
  organs: readonly SnapshotOrgan[];
  ontologies: readonly SnapshotOntology[];
  users: AsyncIterable<SnapshotUser>;
};

/** Returns the same parts, to be read in this order. References to missing data are removed, because a registry would fail on them. */
export function withKnownReference(
  { genes, orthologs, organs, ontologies, users }: ReadReference,
  report: Report,
): Pick<ReadReference, 'genes' | 'orthologs' | 'users'> {
  const geneIds = new Set<number>();
  const organIds = new Set(organs.map(({ uberonId }) => foldForEquality(uberonId)));
  const ontologyNames = new Set(ontologies.map(({ name }) => foldForEquality(name)));

  async function* readGenes(): AsyncGenerator<SnapshotGene> {
    for await (const gene of genes) {
      if (geneIds.has(gene.geneId)) {
        report(`gene ${gene.geneId}: another row has this id; it is left out.`);
        continue;
      }
      geneIds.add(gene.geneId);
      yield gene;
    }
  }

  async function* readOrthologs(): AsyncGenerator<[number, number]> {
    for await (const [source, target] of orthologs) {
      if (geneIds.has(source) && geneIds.has(target)) yield [source, target];
      else report(`ortholog ${source}, ${target}: one of the two genes is left out, and so is this.`);
    }
  }

  async function* readUsers(): AsyncGenerator<SnapshotUser> {
    for await (const user of users) {
      const omit = (what: string, as: string): boolean => {
        report(`user ${user.id}: the ${what} is left out, as the ${as} is.`);
        return false;
      };
      yield {
        ...user,
        genes: user.genes.filter(({ geneId }) => geneIds.has(geneId) || omit(`registered gene ${geneId}`, 'gene')),
        organs: user.organs.filter((id) => organIds.has(foldForEquality(id)) || omit(`organ ${shown(id)}`, 'organ')),
        ontologyTerms: user.ontologyTerms.filter(
          ({ ontology, termId }) =>
            ontologyNames.has(foldForEquality(ontology)) ||
            omit(`term ${shown(termId)} of ${shown(ontology)}`, 'ontology'),
        ),
      };
    }
  }

  return { genes: readGenes(), orthologs: readOrthologs(), users: readUsers() };
}
