/** Who is asking, by the token a request carries (rdp-protocol 6.2). Never by a cookie. */

import { isDeepStrictEqual } from 'node:util';
import { RegistryError } from '../../domain/errors.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../domain/record/model.ts';

type ViewerFor = (token: string) => Promise<Viewer>;

const BEARER = /^bearer(?:$|[ \t])/i;

/**
 * The viewer behind a request. The deprecated `auth` parameter wins over the header, any other scheme than Bearer is
 * ignored, and without a token the viewer is the public.
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

// A literal + in a query reads as a blank, which no token holds: base64 tokens are tried again with it (quirk 20).
async function viewerOfParameter(token: string, viewerFor: ViewerFor): Promise<Viewer> {
  try {
    return await viewerFor(token);
  } catch (error) {
    const isUnknown = error instanceof RegistryError && error.code === 'unknown-token';
    if (!isUnknown || !token.includes(' ')) throw error;
    return viewerFor(token.replaceAll(' ', '+'));
  }
}

/** Lets administrators of this registry pass. @throws RegistryError `token-needed`, `administrators-only` */
export function requireAdministrator({ kind }: Viewer): void {
  if (kind === 'public') throw new RegistryError('token-needed');
  if (kind !== 'admin') throw new RegistryError('administrators-only');
}

/**
 * For an answer that was worked out for who asked at first, and waited meanwhile.
 *
 * @param now who comes with the same token by now
 * @throws RegistryError `data-replaced` where they have other rights
 */
export function refuseOtherRights(before: Viewer, now: Viewer): void {
  if (!isDeepStrictEqual(before, now)) throw new RegistryError('data-replaced', { retryAfterSeconds: 1 });
}
