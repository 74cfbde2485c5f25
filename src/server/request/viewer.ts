/** Finds the viewer by the token of a request (rdp-protocol 6.2), never by a cookie. */

import { isDeepStrictEqual } from 'node:util';
import { RegistryError } from '../../domain/errors.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../domain/record/model.ts';

type ViewerFor = (token: string) => Promise<Viewer>;

const BEARER = /^bearer(?:$|[ \t])/i;

/**
 * Returns the viewer of a request. The deprecated `auth` parameter wins over the header, and schemes other than Bearer
 * are ignored. Without a token the viewer is the public.
 *
 * @throws RegistryError for a token that is unknown, expired, invalid or missing after `Bearer`
 */
export function readViewer(
  params: URLSearchParams,
  authorization: string | undefined,
  viewerFor: ViewerFor,
): Viewer | Promise<Viewer> {
  const parameter = params.get('auth');
  if (parameter !== null) return viewerOfParameter(parameter, viewerFor);
  if (authorization === undefined || !BEARER.test(authorization)) return PUBLIC_VIEWER;
  return viewerFor(authorization.slice('bearer '.length));
}

// A literal + in a query is decoded as a blank, which no token has: base64 tokens are tried again with + (quirk 20).
async function viewerOfParameter(token: string, viewerFor: ViewerFor): Promise<Viewer> {
  try {
    return await viewerFor(token);
  } catch (error) {
    const isUnknown = error instanceof RegistryError && error.code === 'unknown-token';
    if (!isUnknown || !token.includes(' ')) throw error;
    return viewerFor(token.replaceAll(' ', '+'));
  }
}

/** Refuses viewers other than administrators of this registry. @throws RegistryError `token-needed`, `administrators-only` */
export function requireAdministrator({ kind }: Viewer): void {
  if (kind === 'public') throw new RegistryError('token-needed');
  if (kind !== 'admin') throw new RegistryError('administrators-only');
}

/**
 * Checks before the first byte that the caller still has the rights of the answer, which has waited for others.
 *
 * @throws RegistryError for a token that was revoked, or `data-replaced` if the account has other rights
 */
export type CheckRights = () => Promise<void>;

/** Returns the check of the rights of a request. @param viewer the viewer with which its answer is made */
export function rightsCheck(
  { viewerNow }: { viewerNow(viewer: Viewer): Promise<Viewer> },
  viewer: Viewer,
): CheckRights {
  return async () => {
    const now = await viewerNow(viewer);
    if (!isDeepStrictEqual(viewer, now)) throw new RegistryError('data-replaced', { retryAfterSeconds: 1 });
  };
}
