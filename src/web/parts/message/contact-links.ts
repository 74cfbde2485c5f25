/** Where a person can be reached on this site, and what the addresses carry on: the gene, and the organism. */

import { type CarriedGene, carriedGeneParams } from '../../../domain/contact/carried-gene.ts';
import type { Chosen } from '../../../domain/contact/shortlist.ts';
import { accessPath, originParam, profilePath } from '../../../domain/federation/record-paths.ts';
import type { Words } from '../../words/words.ts';
import { type LinkBase, linkTo } from '../view.ts';

const NOTHING: CarriedGene = { gene: '', organism: '' };

export function profileLink(view: LinkBase, userId: number | string, originKey: string, about = NOTHING): string {
  return linkTo(view, profilePath(userId), paramsOf(originKey, about));
}

/** Where access to an anonymised record is asked for. */
export function accessLink(view: LinkBase, anonymousId: string, originKey: string, about = NOTHING): string {
  return linkTo(view, accessPath(anonymousId), paramsOf(originKey, about));
}

function paramsOf(originKey: string, about: CarriedGene): URLSearchParams {
  return new URLSearchParams({ ...originParam(originKey), ...carriedGeneParams(about) });
}

/** The form that asks for access, where the name is withheld; else the profile. */
export function wayTo(
  view: LinkBase,
  one: Pick<Chosen, 'person' | 'origin' | 'expires' | 'gene' | 'organism'>,
): string {
  const { person, origin, expires } = one;
  return (expires === '' ? profileLink : accessLink)(view, person, origin, one);
}

/** What they are called in a sentence. */
export function calledOf({ name, registry }: Pick<Chosen, 'name' | 'registry'>, { message }: Words): string {
  return name === '' ? message.withheld(registry) : name;
}
