/** What differs between kinds of sources. Everything else is one for all: admission, caching, health, sanitizing, merging. */

import type { ResolveGene } from '../../domain/query/gene-names.ts';
import type { RecordCheck } from '../../domain/sanitize/records.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { PartnerClient } from './partner-client.ts';
import type { AskPartner } from './partner-query.ts';

/** A kind of source, such as the registries of RDP; `type` of a partner in the configuration names it. */
export type SourceType = {
  /** What a source of that version can be asked, and what its answers can be relied on for; undefined: not known. */
  dialectFor: (version: string | undefined) => Dialect;
  /** The version in its document at `/api`; undefined for a kind that has no such document, which is never asked for it. */
  readVersion: ((body: string) => string | undefined) | undefined;
  /**
   * Puts one question to it by as many requests as that takes. Its records have the form of RDP's (docs/rdp-protocol), as
   * far as the source knows what they hold; they are checked and made anew behind it, and filters are looked at again.
   */
  askWith: (client: Pick<PartnerClient, 'call'>, options: SourceFacts) => AskPartner<unknown>;
};

/** What this registry knows that helps to ask another. */
export type SourceFacts = {
  resolveGene: ResolveGene;
  /** The organisms that this registry knows. */
  taxa: () => Promise<readonly NamedTaxon[]>;
  /** Whether a value has the form of statistics. */
  isStats: RecordCheck;
};

export type NamedTaxon = { id: number; commonName: string };
