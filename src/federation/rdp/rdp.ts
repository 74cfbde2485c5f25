/** The registries of RDP from 1.3 on, and those with the same protocol (docs/rdp-protocol). */

import { dialectFor, readVersion } from '../dialect/dialect.ts';
import { wrapped } from '../partner/partner-query.ts';
import type { SourceType } from '../partner/source-type.ts';
import { aliases, closedFeature, postFilter } from '../wrappers/meaning.ts';
import { askPartner } from './ask-partner.ts';
import { splitOnFailure } from './split-on-failure.ts';

export const RDP: SourceType = {
  dialectFor,
  readVersion,
  askWith: (client, { resolveGene, taxa, isStats }) =>
    wrapped(
      [closedFeature(client), aliases(resolveGene), postFilter(), splitOnFailure({ client, taxa, isStats })],
      askPartner(client),
    ),
};
