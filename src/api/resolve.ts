/** What a text may mean: the answer of `/api/federated/resolve`. */

import { flag, int, list, named, oneOf, optional, orNull, record, text, word } from './schema.ts';

export const TextToResolve = record(
  'TextToResolve',
  'A text to look up.',
  {
    text: text('What somebody typed or pasted, not blank.', { maxLength: 4000, pattern: '\\S' }),
    limit: optional(int('How many candidates at most.', { minimum: 1, maximum: 50 })),
  },
  { additionalProperties: false },
);

export const NamedGene = record('NamedGene', 'A gene by name.', {
  geneId: int('NCBI gene ID.'),
  symbol: text('Its symbol.'),
  taxonId: int('NCBI taxon ID.'),
});

export const Reason = record('Reason', 'Why something is offered.', {
  kind: word(
    [
      'identifier',
      'symbol',
      'alias',
      'name',
      'designation',
      'beginning',
      'words',
      'some-words',
      'symbol-in-text',
      'disease',
      'spelled-alike',
      'date',
      'considered',
    ],
    'How the text meets it: as an identifier, a symbol, an alias, a name, another designation; as the beginning of a symbol; with all its words or some of them in a name; as a symbol among other words; as a disease that the gene is tied to; spelled alike; as a symbol that a spreadsheet wrote as this date; as a term to consider in the place of an obsolete one with this id.',
  ),
  matched: text('What of it the text meets.'),
  diseaseId: optional(text('With `disease` only.')),
  source: optional(text('With `disease` only, who ties the gene to it.')),
  release: optional(orNull(text('With `disease` only, by which release of their data.'))),
  edits: optional(int('With `spelled-alike` only, how many letters differ.')),
});

export const ResolvedGene = record('ResolvedGene', 'A gene.', {
  ...NamedGene.properties,
  taxonName: text('Common name of its organism.'),
  name: orNull(text('Full name.')),
  hgncId: orNull(text('Its identifier of HGNC.')),
  ensemblIds: list(text(), 'Its identifiers of Ensembl.'),
  omimIds: list(text(), 'Its numbers of OMIM, as a gene.'),
  nomenclatureStatus: orNull(word(['official', 'interim'], 'Whether a committee gave it its symbol.')),
  geneKind: orNull(text('`protein-coding`, `ncRNA` and the like, as NCBI says.')),
  orthologs: list(NamedGene, 'In both directions, human first; 50 at most.'),
});

export const ResolvedDisease = record('ResolvedDisease', 'A disease.', {
  diseaseId: text('By OMIM or Orphanet: `OMIM:607208`, `ORPHA:33069`.'),
  name: orNull(text('Its name.')),
  source: text('Who ties genes to it.'),
  release: orNull(text('By which release of their data.')),
  geneCount: int('Genes that are tied to it.'),
  genes: list(NamedGene, 'The first 20 of them.'),
});

export const ResolvedTerm = record('ResolvedTerm', 'A term.', {
  termId: text('Its id in the ontology.'),
  name: text('Its name.'),
  ontologyName: text('The ontology.'),
  isActive: flag('Whether searches here can be narrowed by it.'),
  diseaseIds: list(text(), 'Diseases that the term is the same as, by its ontology: `OMIM:607208`.'),
  source: orNull(text('Who ties genes to it or to these diseases.')),
  release: orNull(text('By which release of their data.')),
  geneCount: int('Genes that are tied to the term itself, not to those below it, or to these diseases.'),
  genes: list(NamedGene, 'The first 20 of them.'),
});

const CANDIDATE = {
  isCertain: flag('Whether it is called so, and nothing else as well.'),
  reason: Reason,
};

export const GeneCandidate = record('GeneCandidate', 'A gene that may be meant.', {
  kind: word(['gene'], 'What it is.'),
  ...CANDIDATE,
  gene: ResolvedGene,
});

export const DiseaseCandidate = record('DiseaseCandidate', 'A disease that may be meant.', {
  kind: word(['disease'], 'What it is.'),
  ...CANDIDATE,
  disease: ResolvedDisease,
});

export const TermCandidate = record('TermCandidate', 'A term of an ontology that may be meant.', {
  kind: word(['term'], 'What it is.'),
  ...CANDIDATE,
  term: ResolvedTerm,
});

export const Candidate = named(
  'Candidate',
  oneOf([GeneCandidate, DiseaseCandidate, TermCandidate], 'A gene, a disease or a term, and why it is offered.'),
);

export const OfferedSearch = record('OfferedSearch', 'A search for people, by name or by interest.', {
  kind: word(['people', 'interests'], '`people`: `nameLike`; `interests`: `descriptionLike`.'),
  text: text('What to search for.'),
});

export const ResolvedText = record('ResolvedText', 'What one text may mean.', {
  text: text('The text.'),
  form: word(['identifier', 'variant', 'words'], 'What it is. Of a variant in HGVS the gene is meant.'),
  candidates: list(Candidate, 'Best first.'),
  didYouMean: list(Candidate, 'If nothing has this name, what is spelled alike or shares words.'),
});

export const Resolution = record('Resolution', 'What a text may mean.', {
  text: text('The text, with single blanks.'),
  isList: flag('Whether it names several genes.'),
  entries: list(ResolvedText, 'The text, or each gene of a list.'),
  entriesLeftOut: int('Genes of a list beyond 100, which are not looked up.'),
  searches: list(
    OfferedSearch,
    'Searches that take the whole text, the likelier one first; none for a sentence. A gene has them if its text may be the name of a person, too.',
  ),
  leftOut: list(text(), 'The other pieces of the text, beside the genes.'),
  people: list(text(), 'Full names of people of this registry who are called so, three at most.'),
  variants: list(text(), 'Variants beside the genes, which are not searched for.'),
  toConfirm: list(
    text(),
    'Of a list: those words beside it that name a gene and may mean something else. A reader confirms them before anybody is asked about them.',
  ),
  orthologTaxonId: orNull(
    int('The organism that the text names beside a gene that has several orthologs there: they are meant.'),
  ),
  searchAtOnce: orNull(
    word(['people', 'interests'], 'Which of the searches is meant, if the text is no gene, disease or term.'),
  ),
});
