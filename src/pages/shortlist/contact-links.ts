/** The pages of this site on which a person can be contacted. Their addresses carry the gene and the organism. */

import { type CarriedGene, carriedGeneParams } from '../../domain/contact/carried-gene.ts';
import type { Chosen } from '../../domain/contact/shortlist.ts';
import { accessPath, originParam, profilePath } from '../../domain/federation/record-links.ts';
import { type LinkBase, linkTo } from '../parts/view.ts';
import type { Words } from '../words/words.ts';

const NOTHING: CarriedGene = { gene: '', organism: '' };

/** Returns the address of the profile of a person. */
export function profileLink(view: LinkBase, userId: number | string, originKey: string, about = NOTHING): string {
  return linkTo(view, profilePath(userId), paramsOf(originKey, about));
}

/** Returns the address of the form to request access to an anonymised record. */
export function accessLink(view: LinkBase, anonymousId: string, originKey: string, about = NOTHING): string {
  return linkTo(view, accessPath(anonymousId), paramsOf(originKey, about));
}

function paramsOf(originKey: string, about: CarriedGene): URLSearchParams {
  return new URLSearchParams({ ...originParam(originKey), ...carriedGeneParams(about) });
}

/** Returns the address of the form to request access if the name is withheld, or else of the profile. */
export function wayTo(
  view: LinkBase,
  one: Pick<Chosen, 'person' | 'origin' | 'expires' | 'gene' | 'organism'>,
): string {
  const { person, origin, expires } = one;
  return (expires === '' ? profileLink : accessLink)(view, person, origin, one);
}

/** Returns the name of a person for use in a sentence. */
export function calledOf({ name, registry }: Pick<Chosen, 'name' | 'registry'>, { message }: Words): string {
  return name === '' ? message.withheld(registry) : name;
}
