/** Links from the identifiers of a person and of their organisation to the registers of these. */

import type { FederatedPerson } from '../../../client/answers.ts';
import { orcidUrl, rorUrl } from '../../../domain/record/identifiers.ts';
import { type Html, html } from '../../html.ts';
import { linkOut } from '../link-out.ts';

/** Returns the links for a list. Their texts are the names of the registers, which are the same in every language. */
export function identifierLinks({ orcid, ror }: FederatedPerson): Html | undefined {
  const links = [orcid && linkOut(orcidUrl(orcid), 'ORCID'), ror && linkOut(rorUrl(ror), 'ROR')].filter(Boolean);
  return links.length === 0
    ? undefined
    : html` <span class="identifiers">${links.map((link) => html`${link} `)}</span>`;
}
