/** Checks of what records hold, and of pages. */

import { expect } from 'vitest';
import { TOKENS } from '../../../support/registry/alpha-registry.ts';
import { startTestRegistry } from '../../../support/registry/start-registry.ts';
import { ask, BY_NAME, type Check, type Json, json, PUBLIC_USER, statusOf, withUser } from './ask.ts';

export const records: Record<string, Check> = {
  'synonyms-and-former-ids-are-filled': async ({ plain }) => {
    const { content } = await json(plain, '/api/ontologies/mondo/terms');
    expect(content.some(({ synonyms }: Json) => synonyms.length > 0)).toBe(true);
    expect(content.some(({ altTermIds }: Json) => altTermIds.length > 0)).toBe(true);
  },
  'missing-values-never-break-an-answer': async () => {
    const term = { goId: 'GO:1', name: null, definition: null, frequency: null, size: null };
    const genes = [
      { geneId: 7157, tier: null, privacyLevel: null },
      { geneId: 672, tier: 'TIER1' as const, privacyLevel: null },
    ];
    const snapshot = withUser(PUBLIC_USER, {
      genes,
      publications: [{ pmid: null, title: null }],
      goTerms: [
        { ...term, aspect: 'no aspect', taxonId: 559292 },
        { ...term, aspect: 'BP', taxonId: null },
      ],
      ontologyTerms: [{ ontology: 'mondo', termId: 'MONDO:0000001', name: null }],
    });
    snapshot.genes = snapshot.genes.map((gene) => (gene.geneId === 672 ? { ...gene, symbol: null } : gene));
    snapshot.taxa = snapshot.taxa.map((taxon) => (taxon.id === 559292 ? { ...taxon, commonName: null } : taxon));
    await using registry = await startTestRegistry({ snapshot });
    const user = await json(registry, `/api/users/${PUBLIC_USER}`);
    expect(user.publications).toEqual([{ pmid: 0, title: null }]);
    expect(user.userTerms).toMatchObject([{ aspect: null, taxon: { commonName: 'Saccharomyces cerevisiae' } }]);
    expect(user.userGenes).toMatchObject({ 7157: { tier: 'TIER3' }, 672: { symbol: '672' } });
    expect(user.userOntologyTerms).toMatchObject([{ name: 'MONDO:0000001' }]);
  },
  'identifiers-for-whoever-wants-them': async () => {
    const orcid = '0000-0002-1825-0097';
    const identified = withUser(PUBLIC_USER, { orcid });
    await using registry = await startTestRegistry({ snapshot: identified });
    const path = `/api/users/${PUBLIC_USER}`;
    expect(await json(registry, path)).not.toHaveProperty('orcid');
    expect(await json(registry, path, { 'Isearch-Proxy-Wants': 'identifiers' })).toHaveProperty('orcid', orcid);
  },
  'texts-come-from-the-data': async ({ plain }) => {
    const inFrench = { 'Accept-Language': 'fr' };
    expect(await json(plain, '/api/ontologies', inFrench)).toEqual(await json(plain, '/api/ontologies'));
    expect((await ask(plain, '/api/users/4711', { 'Accept-Language': 'ar' })).text).toBe('Unknown user with ID: 4711.');
  },
};

export const pages: Record<string, Check> = {
  'searches-can-be-paged': async ({ plain }) => {
    const whole = await json(plain, BY_NAME);
    const page = await json(plain, `${BY_NAME}&page=1&size=3`);
    expect(page).toMatchObject({ totalElements: whole.length, number: 1, size: 3, content: whole.slice(3, 6) });
  },
  'impossible-pages-are-refused': async ({ plain }) => {
    expect(await ask(plain, '/api/users?page=2147483647&size=20')).toMatchObject({
      status: 400,
      text: expect.stringContaining('107374182'),
    });
    expect(await json(plain, '/api/users?page=2147483647&size=1')).toMatchObject({ last: true, empty: true });
  },
  'sorting-is-limited': async ({ plain }) => {
    for (const sort of ['password', 'accessTokens.token', 'email', 'no-such-property', 'id,sideways']) {
      const { status, text } = await ask(plain, `/api/users?sort=${sort}`);
      expect([status, text]).toEqual([400, expect.stringContaining('Allowed: id')]);
    }
    expect(await statusOf(plain, '/api/genes?sort=symbol')).toBe(400);
    expect(await statusOf(plain, '/api/ontologies/mondo/terms?sort=name,desc&sort=termId')).toBe(200);
  },
  'pages-link-to-their-neighbours': async ({ plain }) => {
    const { headers } = await ask(plain, `/api/users?page=1&size=5&auth=${TOKENS.member}`);
    expect(headers.link).toMatch(/page=0.*rel="first".*page=0.*rel="prev".*page=2.*rel="next".*rel="last"/);
    expect(headers.link).not.toContain(TOKENS.member);
  },
};
