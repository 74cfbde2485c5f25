/** Where a person of a list leads to. */

import { type AskedAbout, askedAboutParams } from '../../../domain/message/asked-about.ts';
import { taxonOfRecord } from '../record-names.ts';
import { type LinkBase, linkTo, type View } from '../view.ts';
import type { FoundPerson } from './found-people.ts';

const NOTHING: AskedAbout = { gene: '', organism: '' };

/** Their profile, or the form that asks for access to them; undefined where the record gives no way. */
export function linkOf(view: View, person: FoundPerson, about = NOTHING): string | undefined {
  const { owner, anonymousId, originKey } = person;
  if (anonymousId !== undefined) return accessLink(view, anonymousId, originKey, about);
  return typeof owner.id === 'number' ? profileLink(view, owner.id, originKey, about) : undefined;
}

/** The same for whoever writes or asks: without scripts, the page that it leads to knows what about. */
export function linkToAsk(view: View, person: FoundPerson): string | undefined {
  const [gene] = person.genes;
  if (gene === undefined) return linkOf(view, person);
  return linkOf(view, person, { gene: gene.symbol, organism: taxonOfRecord(view.words, gene.taxon) });
}

export function profileLink(view: LinkBase, userId: number, originKey: string, about = NOTHING): string {
  return linkTo(view, `userView/${userId}`, paramsOf(originKey, about));
}

/** Where access to an anonymised record is asked for; for a partner's record, the way leads on to the partner. */
export function accessLink(view: LinkBase, anonymousId: string, originKey: string, about = NOTHING): string {
  const path = `search/gene/by-anonymous-id/${encodeURIComponent(anonymousId)}/request-access`;
  return linkTo(view, path, paramsOf(originKey, about));
}

function paramsOf(originKey: string, about: AskedAbout): URLSearchParams {
  return new URLSearchParams({ ...(originKey === 'local' ? {} : { origin: originKey }), ...askedAboutParams(about) });
}
