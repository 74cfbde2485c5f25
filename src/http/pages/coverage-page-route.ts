/** `/coverage`: who works on a gene and its orthologs, registry by registry. */

import type { RequestHandler } from 'express';
import type { Coverage } from '../../client/federated-answers.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { coveragePage } from '../../web/pages/coverage-page.ts';
import type { Site } from '../../web/pages/layout.ts';
import { signalOf } from '../federated/federated-route.ts';
import { readAddress } from '../request/request-context.ts';
import type { Answers } from './page-answers.ts';
import { replyWithPage, viewOf } from './page-replies.ts';

type CoveragePageOptions = { answers: Answers; site: Site } & Pick<LocalRegistry, 'activeTaxa' | 'resolveGene'>;

const PARAMETERS = ['symbol', 'taxonId', 'origins'];

export function coveragePageHandler({ answers, site, activeTaxa, resolveGene }: CoveragePageOptions): RequestHandler {
  return async (req, res) => {
    const { params } = readAddress(req.originalUrl);
    const asked = new URLSearchParams([...params].filter(([name]) => PARAMETERS.includes(name)));
    const coverage = (await answers('/genes/coverage', asked, req, signalOf(res))) as Coverage;
    if (res.destroyed) return;
    const genes = await resolveGene(coverage.askedAs, Number(asked.get('taxonId')));
    const page = coveragePage(viewOf(req, params, site), coverage, asked, await activeTaxa(), genes.length);
    await replyWithPage(req, res, 200, page);
  };
}
