/** `/coverage`: who works on a gene and its orthologs, registry by registry. */

import type { RequestHandler } from 'express';
import { parseCoverageQuery } from '../../domain/federation/federated-query.ts';
import { refuseMisread } from '../../domain/query/parameters.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import type { UseCases } from '../../federation/use-cases.ts';
import { readerSignal } from '../../http/reply/reader.ts';
import { checkSearchMode, type FeatureFlags } from '../../http/request/features.ts';
import { readAddress } from '../../http/request/request-context.ts';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { allowReferrer } from '../server/came-from.ts';
import { type RecordViewOptions, recordViewOf, replyWithPage } from '../server/page-replies.ts';
import { coveragePage } from './coverage-page.ts';

export type CoveragePageOptions = RecordViewOptions & { features: FeatureFlags } & Pick<UseCases, 'federatedCoverage'> &
  Pick<LocalRegistry, 'resolveGene'>;

const PARAMETERS = ['symbol', 'taxonId', 'origins'];

export function coveragePageHandler(options: CoveragePageOptions): RequestHandler {
  const { federatedCoverage, features, activeTaxa, resolveGene } = options;
  return async (req, res) => {
    const { params } = readAddress(req.originalUrl);
    allowReferrer(res);
    refuseMisread(params, PARAMETERS);
    const given = new URLSearchParams([...params].filter(([name]) => PARAMETERS.includes(name)));
    checkSearchMode('genes', features);
    const query = parseCoverageQuery(given);
    const { collect } = await federatedCoverage(query, PUBLIC_VIEWER, readerSignal(res));
    const collected = await collect();
    if (collected === undefined) return;
    const genes = await resolveGene(query.symbol, query.taxonId);
    const view = await recordViewOf(req, params, options);
    const page = coveragePage(view, collected.answer, given, await activeTaxa(), genes.length);
    await replyWithPage(req, res, 200, page);
  };
}
