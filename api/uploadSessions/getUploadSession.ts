import { z } from 'zod';
import { UploadSession } from '../../models/uploads/UploadSession';
import type { UploadState } from '../../models/uploads/UploadSession';
import type { UploadDeps } from './deps';
import { UploadSessionId } from '../http/ids';
import { defineUseCase } from '../useCase';
import type { TenantContext } from '../useCase';
import type { UploadFound } from './present';
import { noSuchUpload } from './refusals';

export const getUploadSession = defineUseCase({
  name: 'getUploadSession',
  action: 'assignment.read',
  summary: 'An upload session, and how far its file is',
  description: 'Says how many bytes are stored, and whether an assignment may refer to the file.',
  input: z.object({ uploadSessionId: UploadSessionId }),
  refuses: [noSuchUpload],
  run: async (
    { deps, principal: { tenant } }: TenantContext<UploadDeps>,
    { uploadSessionId },
  ): Promise<UploadFound & { bytesReceived: number }> => {
    const session = await UploadSession.ofTenant(tenant, uploadSessionId);
    if (!session) throw noSuchUpload.error();
    return { session, baseUrl: deps.config.baseUrl, bytesReceived: await bytesOf(deps, session) };
  },
});

/** While it is open the store knows best: a process that died has written nothing down. */
export async function bytesOf(
  { mediaStore }: UploadDeps,
  { id, status, isBegun, mediaSizeBytes }: UploadState,
): Promise<number> {
  if (status === 'complete') return mediaSizeBytes;
  return status === 'open' && isBegun ? mediaStore.offset(id) : 0;
}
