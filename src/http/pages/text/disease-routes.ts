/** A disease or a phenotype by its id: a page with an address, which Back, reload and sharing lead to again. */

import { type RequestHandler, Router } from 'express';
import { RegistryError } from '../../../domain/errors.ts';
import type { Candidate, Resolution } from '../../../domain/resolve/candidate.ts';
import type { LocalRegistry } from '../../../registry/local-registry.ts';
import { type Described, diseasePage, pageOf } from '../../../web/pages/disease-page.ts';
import type { Page, Site } from '../../../web/pages/layout.ts';
import { readAddress } from '../../request/request-context.ts';
import { redirect, replyWithPage, viewOf } from '../page-replies.ts';

export type DiseaseRoutesOptions = { site: Site; script: () => Promise<Page['script']> } & Pick<
  LocalRegistry,
  'resolveText'
>;

/** As many as may share a name. */
const MOST_CALLED_SO = 20;
const LONGEST_ID = 255;

export function diseaseRoutes(options: DiseaseRoutesOptions): Router {
  const routes = Router();
  routes.get('/diseases/:id', byId('disease', options));
  routes.get('/phenotypes/:id', byId('term', options));
  return routes;
}

function byId(kind: Described['kind'], { site, script, resolveText }: DiseaseRoutesOptions): RequestHandler {
  return async (req, res) => {
    const { params } = readAddress(req.originalUrl);
    const id = String(req.params.id).slice(0, LONGEST_ID);
    const described = exactly(await resolveText(id, MOST_CALLED_SO)).find((one) => one.kind === kind);
    if (described === undefined) throw new RegistryError('no-page');
    const view = viewOf(req, params, site);
    // A former id, or one in other letters, leads to that of today, and says so.
    if (idOf(described) !== id) {
      const isFormer = idOf(described).toLowerCase() !== id.toLowerCase();
      return redirect(res, 302, pageOf(view, described, isFormer ? id : undefined));
    }
    const called = await nameOf(described, params.get('called'), resolveText);
    const name = (described.kind === 'disease' ? described.disease.name : described.term.name) ?? id;
    const others = exactly(await resolveText(name, MOST_CALLED_SO)).filter((one) => idOf(one) !== id);
    await replyWithPage(req, res, 200, diseasePage(view, { described, called, others, script: await script() }));
  };
}

/** The name by which somebody came; what is none of its names and former ids is not shown. */
async function nameOf(
  described: Described,
  called: string | null,
  resolveText: LocalRegistry['resolveText'],
): Promise<string | undefined> {
  if (called === null || called.length > LONGEST_ID) return undefined;
  const meant = exactly(await resolveText(called, MOST_CALLED_SO));
  return meant.some((one) => idOf(one) === idOf(described)) ? called : undefined;
}

/** Where a text is the name or the id of a disease or a term and of nothing else: the one with most genes of those. */
export function diseaseMeant(resolution: Resolution): { described: Described; called: string } | undefined {
  const [first] = resolution.entries[0]?.candidates ?? [];
  if (resolution.isList || first === undefined || !isDescribed(first)) return undefined;
  const [best] = exactly(resolution).toSorted((a, b) => genesIn(b) - genesIn(a));
  return best && { described: best, called: best.reason.matched };
}

function exactly({ entries }: Resolution): Described[] {
  return (entries[0]?.candidates ?? []).filter((one): one is Described => one.kind !== 'gene' && isDescribed(one));
}

/** Met by an id or a whole name. */
function isDescribed(one: Candidate): boolean {
  return (
    one.kind !== 'gene' &&
    (one.reason.kind === 'identifier' || one.reason.kind === 'name' || one.reason.kind === 'symbol')
  );
}

function idOf(one: Described): string {
  return one.kind === 'disease' ? one.disease.diseaseId : one.term.termId;
}

function genesIn(one: Described): number {
  return one.kind === 'disease' ? one.disease.geneCount : one.term.geneCount;
}
