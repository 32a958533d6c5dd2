import { UploadSession } from '../../models/uploads/UploadSession';
import type { UploadState } from '../../models/uploads/UploadSession';
import type { TenantContext } from '../useCase';
import { noSuchUpload, uploadOver } from './refusals';

/**
 * A session of the caller's that has not ended.
 * @throws ApiError 404, and 410 for a session that has ended
 */
export async function findUpload(
  { principal: { tenant } }: Pick<TenantContext, 'principal'>,
  { uploadSessionId }: { uploadSessionId: string },
): Promise<UploadState> {
  const session = await UploadSession.ofTenant(tenant, uploadSessionId);
  if (!session) throw noSuchUpload.error();
  if (session.status === 'expired') throw uploadOver.error();
  return session;
}
