/** Genes together: a list of them, and a coverage of one with its orthologs, registry by registry. */

import { End, line, Plan, part } from './answers.ts';
import { FederatedTaxon, FoundGene } from './found.ts';
import {
  AskedOrigin,
  CacheFact,
  COMPLETENESS,
  NAME_OF_ORIGIN,
  ORIGIN_KEY,
  OriginProblem,
  OriginState,
} from './origins.ts';
import { GENE_FACTS } from './people.ts';
import { NamedGene, Reason } from './resolve.ts';
import { constant, flag, int, list, named, oneOf, optional, orNull, record, text, time, word } from './schema.ts';

const ORIGINS = optional(
  list(ORIGIN_KEY, 'Keys of the registries to ask; all of them when left out.', { minItems: 1 }),
);
const FIELDS = optional(word(['row'], 'With `row`, cells hold the people whom they count, as rows of a search.'));
const TEXT = { minLength: 1, maxLength: 200, pattern: '\\S' };

export const AskedGene = record('AskedGene', 'A gene.', {
  symbol: text('Its symbol.', TEXT),
  taxonId: int('Number of its organism.', { minimum: 1 }),
});

const GenesBySymbol = record(
  'GenesBySymbol',
  'By symbol and organism.',
  {
    genes: list(AskedGene, 'The genes.', { minItems: 1, maxItems: 100 }),
    origins: ORIGINS,
    fields: FIELDS,
  },
  { additionalProperties: false },
);

const GenesByText = record(
  'GenesByText',
  'By texts.',
  {
    text: list(text(undefined, TEXT), 'Symbols, aliases, identifiers or variants.', { minItems: 1, maxItems: 100 }),
    origins: ORIGINS,
    fields: FIELDS,
  },
  { additionalProperties: false },
);

export const GeneList = named(
  'GeneList',
  oneOf(
    [GenesBySymbol, GenesByText],
    'At most 100 genes, by symbol and organism, or each by a text that names it in any way. A text of blanks and characters that nobody sees is blank.',
  ),
);

export const ListedGene = record('ListedGene', 'A gene of a list. It is searched for by its symbol and organism.', {
  symbol: text('Its symbol.'),
  taxonId: int('Number of its organism.'),
  geneId: orNull(int('Number at NCBI; null when it is not known here.')),
  name: orNull(text('What it is called.')),
  taxonName: orNull(text('What its organism is called here.')),
  orthologTaxonIds: orNull(
    list(int(), 'Organisms in which an ortholog of it is known here; null when the gene is not known here.'),
  ),
  given: list(text(), 'The entries of the list that mean it.'),
  reason: orNull(Reason, 'Why it was understood so; null for an entry with symbol and organism.'),
  isCertain: flag('Whether nothing else may have been meant.'),
  others: list(NamedGene, 'Other genes that may have been meant.'),
});

export const NotUnderstood = record('NotUnderstood', 'An entry of a list that names no gene that is known here.', {
  text: text('The entry.'),
  didYouMean: list(NamedGene, 'What is spelled alike or shares words.'),
});

const PEOPLE = {
  count: int('People of this registry, each once, and each once for every record whose name is withheld.'),
  anonymized: int('How many of them are withheld.'),
};

const OrganismOfCell = record('OrganismOfCell', 'An organism, and how many work on the gene or an ortholog in it.', {
  taxonId: int('Number of the organism.'),
  ...PEOPLE,
});

const CELL = {
  gene: int('The place of the gene in `genes`, from 0.'),
  origin: text('The key of the registry.'),
  state: OriginState,
  exact: flag('Whether these are all the people there are.'),
  ...PEOPLE,
  organisms: list(
    OrganismOfCell,
    'Where they work on the gene or an ortholog. A person who works in several organisms counts in each.',
  ),
  elapsedMs: int('Milliseconds until it answered, or was given up.'),
  retrievedAt: orNull(
    time('When it gave this answer; null when it gave none. Without a token it is coarse, as that of an `Origin`.'),
  ),
  cache: orNull(CacheFact, 'Null if nobody was asked, and nothing is cached.'),
  askedAs: list(text(), 'Other names of the gene that it was asked for, not knowing the one asked.'),
  problem: orNull(OriginProblem),
  content: optional(
    list(FoundGene, 'Only with `fields`: the people whom it counts, a row for each of them and each of their genes.'),
  ),
};

const ListCell = record('ListCell', 'What one registry says of one gene.', {
  ...CELL,
});

const ListCellLine = record('ListCellLine', 'What one registry says of one gene, as a line of a stream.', {
  type: constant('cell'),
  ...CELL,
});

const OF_ORIGIN = {
  ...NAME_OF_ORIGIN,
  state: OriginState,
  exact: flag('Whether all of its cells are.'),
  retrievedAt: orNull(time('When it gave the oldest of its answers; null when it gave none.')),
  answered: int('For how many genes it answered in full.'),
  unknown: int('Of how many genes it does not know the symbol.'),
  unanswered: int('Of how many genes it gave no answer now.'),
  problem: orNull(OriginProblem),
};

const ListOrigin = record('ListOrigin', 'What became of a whole list at one registry.', { ...OF_ORIGIN });

const ListOriginLine = record(
  'ListOriginLine',
  'Only with `fields`: what became of a whole list at one registry, behind its last cell.',
  {
    type: constant('origin'),
    ...OF_ORIGIN,
  },
);

const GENES = {
  genes: list(ListedGene, 'The genes as they were understood, each once, in the order of the list.'),
  notUnderstood: list(NotUnderstood, 'Entries that name no gene that is known here.'),
};

const END = {
  complete: flag('Whether every origin that was asked answered in full about every gene.'),
  summary: text('The same in one sentence.'),
  origins: list(ListOrigin, 'One for each registry that was asked.'),
};

const ListPlan = record('ListPlan', 'The first line of a stream: the list as it was understood, and who is asked.', {
  type: constant('plan'),
  ...GENES,
  origins: list(AskedOrigin, 'Who is asked.'),
});

const ListEnd = record('ListEnd', 'The last line of a stream. A stream without it was cut.', {
  type: constant('end'),
  ...END,
});

export const ListAnswer = record('ListAnswer', 'The answer to a list in one piece.', {
  ...GENES,
  ...END,
  cells: list(ListCell, 'One for each gene and registry, by gene.'),
});

export const ListLine = line('ListLine', [ListPlan, ListCellLine, ListOriginLine, ListEnd]);

const COVERAGE_CELL = {
  state: OriginState,
  count: int('Researchers found.'),
  anonymized: int('How many of them are anonymised.'),
  exact: flag('Whether these are all. Zero is certified only then.'),
  retrievedAt: orNull(time('When the origin said so, or null; coarse without a token, as in an `Origin`.')),
};

const CoverageGene = record('CoverageGene', 'The gene as the local gene table has it; null when it does not.', {
  ...GENE_FACTS,
  taxon: FederatedTaxon,
});

const OrganismName = record('OrganismName', 'An organism by its common name.', {
  id: int('NCBI taxon ID.'),
  commonName: orNull(text('Common name.')),
});

export const CoverageCell = record('CoverageCell', 'What one origin has of one gene.', {
  key: NAME_OF_ORIGIN.key,
  ...COVERAGE_CELL,
});

const CoverageRow = record('CoverageRow', 'A gene.', {
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
  ...COVERAGE_CELL,
});

const CoveragePart = part('CoveragePart', CoverageOfOrigin);

export const CoverageLine = line('CoverageLine', [Plan, CoveragePart, End]);
