/** A record without its person: what stays and what goes (rdp-protocol 5.1). */

import { PUBLIC, type ResearcherCategory, type Signature } from './model.ts';
import type { OrganRecord } from './records.ts';

/** All that an anonymised user still shows of themselves. */
export type ShownAnonymously = {
  researcherCategories: readonly ResearcherCategory[];
  userOrgans: Readonly<Record<string, OrganRecord>>;
};

/** The name every anonymised user carries: `{0}` stands for the registry's short name. */
export function anonymizedUserName(template: string, shortname: string): string {
  return template.replaceAll('{0}', () => shortname);
}

/** An anonymised user, keys as a full record has them except `id`, which gives way to `anonymousId`. */
export function anonymizedUser(
  shown: ShownAnonymously,
  identity: { anonymousId: string; name: string },
  signature: Signature,
) {
  return {
    anonymousId: identity.anonymousId,
    email: null,
    name: identity.name,
    lastName: null,
    description: null,
    organization: null,
    department: null,
    phone: null,
    website: null,
    publications: [],
    researcherPosition: null,
    researcherCategories: shown.researcherCategories,
    origin: signature.origin,
    originUrl: signature.originUrl,
    userTerms: [],
    userGenes: {},
    userOrgans: shown.userOrgans,
    userOntologyTerms: [],
    // A technical value that lets the copy through permission filters; not the level of the person (rdp-protocol 5.1).
    privacyLevel: PUBLIC,
  };
}
