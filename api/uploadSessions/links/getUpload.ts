import { paced } from '../../../domain/pace';
import { UploadSession } from '../../../models/uploads/UploadSession';
import type { UploadState } from '../../../models/uploads/UploadSession';
import { lookUntil } from '../../lookUntil';
import { defineUseCase } from '../../useCase';
import type { TenantContext } from '../../useCase';
import type { UploadDeps } from '../deps';
import { bytesOf } from '../getUploadSession';
import { noSuchUpload } from '../refusals';
import { GetUploadInput } from './schema';

/** Between two looks at a session. */
export const pauseMs = 250;

export interface UploadStand {
  readonly session: UploadState;
  readonly bytesReceived: number;
  readonly baseUrl: string;
}

/** An upload session as `getUploadSession` has it. A caller that cannot wait by itself lets this wait. */
export const getUpload = defineUseCase({
  name: 'getUpload',
  action: 'assignment.read',
  summary: 'An upload, and whether its file is there',
  input: GetUploadInput,
  refuses: [noSuchUpload],
  run: async (
    { deps, principal: { tenant }, signal }: TenantContext<UploadDeps>,
    { uploadId, waitSeconds },
  ): Promise<UploadStand> => {
    const look = async (): Promise<UploadState> => {
      const found = await UploadSession.ofTenant(tenant, uploadId);
      if (!found) throw noSuchUpload.error();
      return found;
    };
    return standOf(deps, await lookUntil(look, isOver, { waitMs: paced(waitSeconds * 1000), pauseMs, signal }));
  },
});

/** An upload with the bytes that have arrived. */
export async function standOf(deps: UploadDeps, session: UploadState): Promise<UploadStand> {
  return { session, bytesReceived: await bytesOf(deps, session), baseUrl: deps.config.baseUrl };
}

/** A session that takes no more bytes. */
export function isOver({ status }: UploadState): boolean {
  return status !== 'open';
}
