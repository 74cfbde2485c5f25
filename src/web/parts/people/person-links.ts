/** Where a person of a list leads to. */

import type { FederatedGene } from '../../../client/federated-answers.ts';
import { askedAboutParams } from '../../../domain/message/asked-about.ts';
import { taxonLabel } from '../choices.ts';
import { linkTo, type View } from '../view.ts';
import type { FoundPerson } from './found-people.ts';

/** Their profile, or the form that asks for access to them; undefined where the record gives no way. */
export function linkOf(view: View, { owner, anonymousId, originKey, genes }: FoundPerson): string | undefined {
  if (anonymousId !== undefined) return accessLink(view, anonymousId, originKey, genes[0]);
  return typeof owner.id === 'number' ? profileLink(view, owner.id, originKey) : undefined;
}

export function profileLink(view: View, userId: number, originKey: string): string {
  return linkTo(view, `userView/${userId}`, originParams(originKey));
}

/** Where access to an anonymised record is asked for; for a partner's record, the way leads on to the partner. */
export function accessLink(view: View, anonymousId: string, originKey: string, gene?: FederatedGene): string {
  const path = `search/gene/by-anonymous-id/${encodeURIComponent(anonymousId)}/request-access`;
  const about = gene && askedAboutParams({ gene: gene.symbol, organism: taxonLabel(view.words, gene.taxon) });
  return linkTo(view, path, new URLSearchParams([...originParams(originKey), ...Object.entries(about ?? {})]));
}

function originParams(originKey: string): URLSearchParams {
  return new URLSearchParams(originKey === 'local' ? {} : { origin: originKey });
}
