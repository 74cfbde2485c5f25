/** The only place where a record meets its viewer: what a viewer may not see never becomes bytes. */

import type { PrivacyLevel, Tier, Viewer } from '../../domain/record/model.ts';
import { fullName, type UserKey } from '../../domain/record/ordering.ts';
import { effectiveLevel, geneListFloor, profileLevel, type Sight, sightOf } from '../../domain/record/privacy.ts';
import type { ReadTransaction } from '../store/store.ts';
import type { AnonymousIdBatch, AnonymousIds, AnonymousRef } from './anonymous-ids.ts';
import type { BytesForm, IdBytes, RecordBytes, RecordMaker } from './record-bytes.ts';
import type { UserFacts, UserFactsIndex } from './user-facts.ts';

/**
 * The form of a record, and the id of an anonymised one: `anonymousId`, or one of the batch `ids`, or a new one. An id
 * of a batch is written when the batch is sealed.
 */
export type BytesOptions = { form?: BytesForm; anonymousId?: string; ids?: AnonymousIdBatch };

type OwnerOptions = { form?: BytesForm | undefined; anonymousId: string };

/** A registered gene as in the tables. */
export type RegisteredGene = { userId: number; geneId: number; tier: Tier | null; ownLevel: PrivacyLevel | null };

export type Visibility = {
  /** Returns how the viewer sees the profile of this user. */
  ofUser(viewer: Viewer, owner: UserFacts): Sight;
  /** Returns how the viewer sees a gene of this user. */
  ofGene(viewer: Viewer, owner: UserFacts, ownLevel: PrivacyLevel | null): Sight;
  /** Returns the sort key of the user, or of one of their genes, for this sight. */
  key(user: UserFacts, sight: Sight, geneId?: number): UserKey;
  /** Returns the user as the viewer sees them, with an anonymous id if anonymised; undefined if hidden. */
  userBytes(tx: ReadTransaction, viewer: Viewer, userId: number, options?: BytesOptions): RecordBytes | undefined;
  geneBytes(tx: ReadTransaction, viewer: Viewer, gene: RegisteredGene, options?: BytesOptions): RecordBytes | undefined;
  /**
   * Returns the researcher of a gene for a viewer who came by way of that gene. A viewer who may not read the gene does not see
   * whose it is, however open the profile is. An anonymised record has `anonymousId`.
   */
  ownerBytes(tx: ReadTransaction, viewer: Viewer, gene: RegisteredGene, options: OwnerOptions): RecordBytes | undefined;
  /** Returns a batch of anonymous ids for the records of one answer. */
  idBatch(): AnonymousIdBatch;
};

type VisibilityOptions = {
  userFacts: UserFactsIndex;
  /** The makers of records, by form. */
  makers: Readonly<Record<BytesForm, RecordMaker>>;
  anonymousIds: AnonymousIds;
  anonymizedName: string;
  /** Whether records that a viewer may not read are shown without their person (`enable-anonymized-search-results`). */
  anonymises: boolean;
};

/** Replaces the gene id if the record is a profile. */
const PROFILE = 0;

export function visibility({
  userFacts,
  makers,
  anonymousIds,
  anonymizedName,
  anonymises,
}: VisibilityOptions): Visibility {
  const hiddenName = fullName(anonymizedName, null);

  function ofUser(viewer: Viewer, owner: UserFacts): Sight {
    return sightOf(viewer, owner, profileLevel(owner), anonymises);
  }

  function ofGene(viewer: Viewer, owner: UserFacts, ownLevel: PrivacyLevel | null): Sight {
    return sightOf(viewer, owner, effectiveLevel(ownLevel, owner), anonymises);
  }

  /** Makes a record with ids from this batch, or with ids of its own if there is none. */
  function withIds<T>(ids: AnonymousIdBatch | undefined, make: (newId: NewId) => T): T {
    if (ids !== undefined) return make(ids.add);
    const own = anonymousIds.batch();
    const made = make(own.add);
    own.seal();
    return made;
  }

  return {
    ofUser,
    ofGene,
    idBatch: anonymousIds.batch,
    key(user, sight, geneId = PROFILE) {
      if (sight === 'full') return { fullName: user.fullName, id: user.id, hiddenKey: 0 };
      return { fullName: hiddenName, id: undefined, hiddenKey: anonymousIds.orderKey(user.id, geneId) };
    },
    userBytes(tx, viewer, userId, { form = 'record', anonymousId, ids } = {}) {
      const owner = userFacts.find(tx, userId);
      if (owner === undefined) return undefined;
      const sight = ofUser(viewer, owner);
      if (sight === 'full') return makers[form].fullUser(tx, userId, geneListFloor(viewer, owner));
      if (sight !== 'anonymous') return undefined;
      return withIds(ids, (newId) => {
        const id = knownId(anonymousId) ?? newId({ kind: 'user', userId });
        return makers[form].anonymousUser(tx, userId, id);
      });
    },
    geneBytes(tx, viewer, { userId, geneId, tier, ownLevel }, { form = 'record', anonymousId, ids } = {}) {
      const owner = userFacts.find(tx, userId);
      if (owner === undefined) return undefined;
      const sight = ofGene(viewer, owner, ownLevel);
      const ref = { userId, geneId, tier, level: effectiveLevel(ownLevel, owner) };
      if (sight === 'full') return makers[form].fullGene(tx, ref);
      if (sight !== 'anonymous') return undefined;
      return withIds(ids, (newId) => {
        const gene = knownId(anonymousId) ?? newId({ kind: 'gene', userId, geneId });
        return makers[form].anonymousGene(tx, ref, { gene, owner: newId({ kind: 'owner', userId, geneId }) });
      });
    },
    ownerBytes(tx, viewer, { userId, ownLevel }, { form = 'record', anonymousId }) {
      const owner = userFacts.find(tx, userId);
      if (owner === undefined) return undefined;
      const sight = ofGene(viewer, owner, ownLevel);
      if (sight === 'full') return makers[form].fullUser(tx, userId, geneListFloor(viewer, owner));
      return sight === 'anonymous' ? makers[form].anonymousUser(tx, userId, Buffer.from(anonymousId)) : undefined;
    },
  };
}

type NewId = (ref: AnonymousRef) => IdBytes;

function knownId(anonymousId: string | undefined): IdBytes | undefined {
  return anonymousId === undefined ? undefined : Buffer.from(anonymousId);
}
