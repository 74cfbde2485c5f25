/**
 * Looks up single records: a researcher by id, the present record of a registered gene, and the record of an anonymous
 * id (rdp-protocol 2.9, 2.10).
 */

import { RegistryError } from '../../domain/errors.ts';
import type { PrivacyLevel, Tier, Viewer } from '../../domain/record/model.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { refuseWithheld, withdrawnGenes } from '../store/withdrawn.ts';
import type { AnonymousIds, AnonymousRef } from './anonymous-ids.ts';
import type { BytesForm, RecordBytes } from './record-bytes.ts';
import type { UserFactsIndex } from './user-facts.ts';
import type { RegisteredGene, Visibility } from './visibility.ts';

/** Returns undefined if the researcher no longer has the gene. */
type GeneOfUser = (tx: ReadTransaction, userId: number, geneId: number) => RegisteredGene | undefined;

function geneOfUser(store: Store): GeneOfUser {
  const registered = store.query<[Tier | null, PrivacyLevel | null]>(
    'SELECT tier, privacy_level FROM user_gene WHERE user_id = ? AND gene_id = ?',
  );
  const { presentLevel } = withdrawnGenes(store);
  return (tx, userId, geneId) => {
    const row = registered.first(tx, userId, geneId);
    if (row === undefined) return undefined;
    const ownLevel = presentLevel(tx, userId, geneId, row[1]);
    return ownLevel === 'gone' ? undefined : { userId, geneId, tier: row[0], ownLevel };
  };
}

/** Returns the present record of a gene that was found before; undefined if it was removed or has another tier. */
type PresentGene = (tx: ReadTransaction, found: RegisteredGene) => RegisteredGene | undefined;

export function presentGene(store: Store): PresentGene {
  const registered = geneOfUser(store);
  return (tx, found) => {
    const now = registered(tx, found.userId, found.geneId);
    return now?.tier === found.tier ? now : undefined;
  };
}

export type Lookups = {
  /** Never returns an anonymised record. @throws RegistryError `unknown-user`, `access-denied`, `record-withheld` */
  userById(viewer: Viewer, userId: number, form?: BytesForm): Promise<RecordBytes>;
  /**
   * Returns the record in full if the viewer may read it now, otherwise anonymised under the same id. The id of the
   * owner of a registered gene leads to the person only for viewers who may read that gene.
   *
   * @throws RegistryError `anonymised-results-disabled`; `unknown-anonymous-user` for an id that is unknown or has
   * expired, or if its user or registered gene was removed
   */
  userByAnonymousId(viewer: Viewer, anonymousId: string, form?: BytesForm): Promise<RecordBytes>;
  /** @throws RegistryError `anonymised-results-disabled`, `unknown-anonymous-gene` */
  geneByAnonymousId(viewer: Viewer, anonymousId: string, form?: BytesForm): Promise<RecordBytes>;
};

type LookupsOptions = {
  store: Store;
  userFacts: UserFactsIndex;
  visibility: Visibility;
  anonymousIds: AnonymousIds;
  /** If false, no anonymous id is accepted by any route. */
  anonymises: boolean;
};

export function lookups({ store, userFacts, visibility, anonymousIds, anonymises }: LookupsOptions): Lookups {
  const registeredGene = geneOfUser(store);

  function open(anonymousId: string): AnonymousRef | undefined {
    if (!anonymises) throw new RegistryError('anonymised-results-disabled');
    return anonymousIds.open(anonymousId);
  }

  function anonymousUser(tx: ReadTransaction, viewer: Viewer, anonymousId: string, form: BytesForm) {
    const ref = open(anonymousId);
    if (ref !== undefined) refuseWithheld(tx, ref.userId);
    if (ref?.kind === 'user') return visibility.userBytes(tx, viewer, ref.userId, { form, anonymousId });
    const gene = ref?.kind === 'owner' ? registeredGene(tx, ref.userId, ref.geneId) : undefined;
    return gene && visibility.ownerBytes(tx, viewer, gene, { form, anonymousId });
  }

  return {
    userById: async (viewer, userId, form = 'record') =>
      store.read((tx) => {
        refuseWithheld(tx, userId);
        const user = userFacts.find(tx, userId);
        if (user === undefined) throw new RegistryError('unknown-user', { userId });
        const isRead = visibility.ofUser(viewer, user) === 'full';
        const bytes = isRead ? visibility.userBytes(tx, viewer, userId, { form }) : undefined;
        if (bytes === undefined) throw new RegistryError('access-denied');
        return bytes;
      }),

    userByAnonymousId: async (viewer, anonymousId, form = 'record') =>
      store.read((tx) => {
        const bytes = anonymousUser(tx, viewer, anonymousId, form);
        if (bytes === undefined) throw new RegistryError('unknown-anonymous-user', { anonymousId });
        return bytes;
      }),

    geneByAnonymousId: async (viewer, anonymousId, form = 'record') =>
      store.read((tx) => {
        const ref = open(anonymousId);
        if (ref !== undefined) refuseWithheld(tx, ref.userId);
        const gene = ref?.kind === 'gene' ? registeredGene(tx, ref.userId, ref.geneId) : undefined;
        const bytes = gene && visibility.geneBytes(tx, viewer, gene, { form, anonymousId });
        if (bytes === undefined) throw new RegistryError('unknown-anonymous-gene', { anonymousId });
        return bytes;
      }),
  };
}
