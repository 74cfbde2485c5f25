/** Routes for operators and for older main sites: liveness, readiness, and the statistics at their old address. */

import { Router } from 'express';
import type { LocalRegistry } from '../registry/local-registry.ts';
import { DEPRECATED_AT } from './reply/deprecation.ts';
import { refuseOtherMethods } from './reply/methods.ts';
import { endWith, replyWithJson } from './reply/replies.ts';
import { addHeader } from './reply/reply-headers.ts';

type OperationsOptions = Pick<
  LocalRegistry,
  'notReadyReason' | 'followedDatabase' | 'refuseUnfit' | 'stats' | 'taxon'
> & {
  /** Remarks for the operator about a registry that is ready. */
  readyRemarks(): readonly string[];
  /** Aborted when this registry begins to stop. */
  stopping: AbortSignal;
};

/** Whether the path is a health check, which is answered even while the process stops. */
export function isAboutHealth(path: string): boolean {
  return path === '/livez' || path === '/readyz';
}

export function operationsRoutes(options: OperationsOptions): Router {
  const { notReadyReason, readyRemarks, followedDatabase, refuseUnfit, stats, taxon, stopping } = options;
  const routes = Router();

  routes.get('/livez', (_req, res) => {
    addHeader(res, 'Cache-Control', 'no-store');
    endWith(res, 200, 'text/plain', Buffer.from('alive'));
  });

  /** Partners never affect readiness (docs/run.md#watch). `?verbose` returns the same as data. Any website may read it. */
  routes.get('/readyz', async (req, res) => {
    addHeader(res, 'Access-Control-Allow-Origin', '*');
    addHeader(res, 'Cache-Control', 'no-store');
    const reason = stopping.aborted ? 'it is stopping' : await notReadyReason();
    const remark = readyRemarks().join('; ') || undefined;
    if (req.query.verbose !== undefined) {
      const readiness = { ready: reason === undefined, reason: reason ?? null, remark: remark ?? null };
      const data = { ...readiness, followedDatabase: followedDatabase() ?? null };
      endWith(res, reason === undefined ? 200 : 503, 'application/json', Buffer.from(JSON.stringify(data)));
    } else if (reason === undefined)
      endWith(res, 200, 'text/plain', Buffer.from(remark ? `ready, but ${remark}` : 'ready'));
    else endWith(res, 503, 'text/plain', Buffer.from(`not ready: ${reason}`));
  });

  /** rdp-protocol 2.13; any website may read it, as in RDP. */
  routes.get('/stats', async (req, res) => {
    refuseUnfit();
    const counts = await stats();
    const byTaxon = Object.entries(counts.researchersByTaxonId).map(async ([taxonId, researchers]) => {
      return [(await taxon(Number(taxonId))).commonName, researchers];
    });
    addHeader(res, 'Access-Control-Allow-Origin', '*');
    addHeader(res, 'Cache-Control', 'no-cache');
    addHeader(res, 'Deprecation', DEPRECATED_AT);
    addHeader(res, 'Link', '</api/stats>; rel="successor-version"');
    await replyWithJson(req, res, {
      version: counts.version,
      success: true,
      message: 'Statistics successfully loaded',
      researchers_registered: counts.users,
      researchers_registered_with_genes: counts.usersWithGenes,
      genes_added: counts.userGenes,
      genes_added_unique: counts.uniqueUserGenes,
      genes_added_unique_alltiers: counts.uniqueUserGenesInAllTiers,
      human_genes_represented: counts.uniqueHumanUserGenesInAllTiers,
      researcher_counts_by_taxon: Object.fromEntries(await Promise.all(byTaxon)),
    });
  });

  routes.all(['/livez', '/readyz', '/stats'], refuseOtherMethods());
  return routes;
}
