import type { BaseDeps } from '../deps';
import type { Authenticated, Call, CredentialKind, RawParts, RequestSchemas } from '../http/Route';

export interface Entrance {
  readonly credential: CredentialKind;
  /** The parts of the request that are read. */
  readonly request: RequestSchemas;
  /** The name under which a caller is counted, where it is not that of the credential. */
  readonly quotaKeyOf?: ((caller: Authenticated) => Promise<string>) | undefined;
}

/** An authenticated caller with quota left, and the unchecked parts of the request. */
export interface Admitted {
  readonly caller: Authenticated;
  readonly parts: RawParts;
}

/**
 * The order of the first checks of a request, for every face (api/README.md): credential (401), quota (429), syntax (400,
 * 413, 415).
 * @throws ApiError for the first of them that fails
 */
export async function admit<Deps extends BaseDeps>(
  call: Call<Deps>,
  { credential, request, quotaKeyOf }: Entrance,
): Promise<Admitted> {
  const caller = await call.authenticate(credential);
  await call.takeFromQuota(quotaKeyOf ? { ...caller, quotaKey: await quotaKeyOf(caller) } : caller);
  return { caller, parts: await call.read(request) };
}
