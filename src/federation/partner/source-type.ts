/** What differs between kinds of sources. All else is common: the other stages, and merging. */

import type { ResolveGene } from '../../domain/query/gene-names.ts';
import type { RecordCheck } from '../../domain/sanitize/records.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { PartnerClient } from './partner-client.ts';
import type { AskPartner, PartnerAnswer, PartnerQuery } from './partner-query.ts';

/** A kind of source, such as the registries of RDP; `type` of a partner in the configuration names it. */
export type SourceType = {
  /** Returns what can be asked of a source of that version, and how far its answers are reliable; undefined: the version is not known. */
  dialectFor: (version: string | undefined) => Dialect;
  /** Reads the version from the document at `/api`; undefined if sources of this kind have no such document, which is then not requested. */
  readVersion: ((body: string) => string | undefined) | undefined;
  /**
   * Puts one question with as many requests as it takes. The records have the form of RDP (docs/rdp-protocol), as far
   * as the source has their values; afterwards they are checked and copied, and the filters are applied again.
   */
  askWith: (client: Pick<PartnerClient, 'call'>, facts: SourceFacts) => AskPartner<unknown>;
  /**
   * Settles by further questions what an answer leaves in doubt once its records are checked, such as whether the source
   * knows the terms by which it finds nobody. Undefined: nothing is in doubt.
   *
   * @param ask puts a further question, or finds its answer in the cache
   */
  settle?: (query: PartnerQuery, answer: PartnerAnswer, ask: AskPartner) => Promise<PartnerAnswer>;
};

/** Facts of this registry that help to ask another one. */
export type SourceFacts = {
  resolveGene: ResolveGene;
  /** Returns the organisms of this registry. */
  taxa: () => Promise<readonly NamedTaxon[]>;
  /** Whether a value has the form of statistics. */
  isStats: RecordCheck;
};

export type NamedTaxon = { id: number; commonName: string };
