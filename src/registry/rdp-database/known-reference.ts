/** Removes references to reference data that were left out of what an RDP database has. */

import type { Report } from '../../domain/bounded-list.ts';
import { foldForEquality } from '../../domain/folding.ts';
import type { SnapshotGene, SnapshotOntology, SnapshotOrgan, SnapshotUser } from '../../domain/record/snapshot.ts';
import { shown } from './values.ts';

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
