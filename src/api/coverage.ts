/** Who has registered a gene and its orthologs, by registry. */

import { End, line, Plan, part } from './answers.ts';
import { FederatedTaxon } from './found.ts';
import { COMPLETENESS, NAME_OF_ORIGIN, OriginState } from './origins.ts';
import { GENE_FACTS } from './people.ts';
import { flag, int, list, orNull, record, text, time, word } from './schema.ts';

const CELL = {
  state: OriginState,
  count: int('Researchers found.'),
  anonymized: int('How many of them are anonymised.'),
  exact: flag('Whether these are all. Zero is certified only then.'),
  retrievedAt: orNull(
    time('When the origin said so, without a token coarsely, as in an `Origin`; null where it did not.'),
  ),
};

export const CoverageGene = record('CoverageGene', 'The gene as the local gene table has it; null when it does not.', {
  ...GENE_FACTS,
  taxon: FederatedTaxon,
});

export const OrganismName = record('OrganismName', 'An organism by its common name.', {
  id: int('NCBI taxon ID.'),
  commonName: orNull(text('Common name.')),
});

export const CoverageCell = record('CoverageCell', 'What one origin has of one gene.', {
  key: NAME_OF_ORIGIN.key,
  ...CELL,
});

export const CoverageRow = record('CoverageRow', 'A gene.', {
  geneId: orNull(int('NCBI gene ID.')),
  symbol: text('Its symbol.'),
  taxon: OrganismName,
  relation: word(['gene', 'ortholog'], 'Whether it is the gene asked for or an ortholog of it.'),
  cells: list(CoverageCell, 'One for each origin.'),
});

export const Coverage = record('Coverage', 'Who has registered a gene and its orthologs, by registry.', {
  gene: orNull(CoverageGene),
  askedAs: text('The symbol that was asked for.'),
  rows: list(CoverageRow, 'The gene, then its orthologs.'),
  ...COMPLETENESS,
});

export const CoverageOfOrigin = record('CoverageOfOrigin', 'What the origin of a part has of one gene.', {
  geneId: orNull(int('NCBI gene ID.')),
  symbol: text('Its symbol.'),
  taxonId: int('NCBI taxon ID.'),
  ...CELL,
});

const CoveragePart = part('CoveragePart', CoverageOfOrigin);

export const CoverageLine = line('CoverageLine', [Plan, CoveragePart, End]);
