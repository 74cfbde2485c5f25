/** Invented reference data for a generated registry: taxa, genes with orthologs, organs and ontologies. */

import type {
  SnapshotGene,
  SnapshotOntology,
  SnapshotOrgan,
  SnapshotTaxon,
} from '../../../../src/domain/record/snapshot.ts';
import { aGene, anOntology, aTerm } from '../../../support/registry/small-snapshot.ts';

type InventedTaxon = SnapshotTaxon & {
  /** Share of the reference genes that are of this taxon. */
  share: number;
};

const HUMAN_TAXON_ID = 9606;
/** Every so many human genes one is well known, and registered again and again. */
const WELL_KNOWN_STEP = 6;
/** Of ten human genes so many have a counterpart in each other taxon, as far as its genes reach. */
const ORTHOLOGS_OF_TEN = 8;

const INVENTED_TAXA: readonly InventedTaxon[] = [
  taxon(HUMAN_TAXON_ID, 'human', 'Homo sapiens', 1, 0.4),
  taxon(10090, 'mouse', 'Mus musculus', 2, 0.17),
  taxon(10116, 'rat', 'Rattus norvegicus', 3, 0.13),
  taxon(7955, 'zebrafish', 'Danio rerio', 4, 0.15),
  taxon(7227, 'fruit fly', 'Drosophila melanogaster', 5, 0.08),
  taxon(6239, 'roundworm', 'Caenorhabditis elegans', 6, 0.07),
];

export const TAXA: readonly SnapshotTaxon[] = INVENTED_TAXA.map(({ share: _, ...rest }) => rest);

const ORGAN_NAMES = [
  'Limb',
  'Skin',
  'Heart',
  'Kidney',
  'Liver',
  'Lung',
  'Brain',
  'Eye',
  'Ear',
  'Muscle',
  'Bone',
  'Blood',
];

export const ORGANS: readonly SnapshotOrgan[] = ORGAN_NAMES.map((name, index) => ({
  uberonId: `UBERON:${String(index + 1).padStart(7, '0')}`,
  name,
  description: `The ${name.toLowerCase()} of an animal.`,
  active: true,
  ordering: index + 1,
}));

export const ONTOLOGIES: readonly SnapshotOntology[] = [
  ontology('diseases', 'DIS', 20, 1),
  ontology('phenotypes', 'PHE', 12, 2),
];

export type InventedGenes = {
  all: SnapshotGene[];
  orthologs: [number, number][];
  /** Ids of the human genes that are registered often. */
  wellKnown: number[];
  human: number[];
  otherTaxa: number[];
};

/** So many genes over all taxa; the n-th human gene and the n-th of another taxon are orthologs, four times in five. */
export function inventedGenes(count: number): InventedGenes {
  const all = INVENTED_TAXA.flatMap((one, place) => {
    return Array.from({ length: Math.floor(count * one.share) }, (_, index) => gene(one, place, index));
  });
  const human = idsOf(all, (one) => one.taxonId === HUMAN_TAXON_ID);
  const others = INVENTED_TAXA.slice(1).map(({ id }) => idsOf(all, (one) => one.taxonId === id));
  const orthologs = human.flatMap((source, index) => {
    if (index % 10 >= ORTHOLOGS_OF_TEN) return [];
    return others.flatMap((targets): [number, number][] => {
      const target = targets[index];
      return target === undefined ? [] : [[source, target]];
    });
  });
  const wellKnown = human.filter((_, index) => index % WELL_KNOWN_STEP === 0);
  return { all, orthologs, wellKnown, human, otherTaxa: others.flat() };
}

function idsOf(genes: readonly SnapshotGene[], isWanted: (gene: SnapshotGene) => boolean): number[] {
  return genes.filter(isWanted).map(({ geneId }) => geneId);
}

function gene(of: InventedTaxon, place: number, index: number): SnapshotGene {
  const letters = [index % 26, Math.floor(index / 26) % 26, place].map((n) => String.fromCharCode(65 + n)).join('');
  return aGene((place + 1) * 1_000_000 + index, `${letters}${index}`, {
    taxonId: of.id,
    name: `${letters.toLowerCase()} family member ${index} of ${of.commonName}`,
    aliases: index % 3 === 0 ? `OLD${index}|FORMER${index}` : null,
  });
}

function taxon(id: number, commonName: string, scientificName: string, ordering: number, share: number): InventedTaxon {
  return { id, commonName, scientificName, ordering, active: true, share };
}

/** A tree: the first term above all others. */
function ontology(name: string, prefix: string, termCount: number, ordering: number): SnapshotOntology {
  const ids = Array.from({ length: termCount }, (_, index) => `${prefix}:${String(index + 1).padStart(4, '0')}`);
  const terms = ids.map((termId, index) => {
    const isRoot = index === 0;
    const subTermIds = isRoot ? ids.slice(1) : [];
    return aTerm(termId, { name: `${name} ${index}`, subTermIds, group: isRoot, ordering: index + 1 });
  });
  return anOntology(name, terms, { ordering });
}
