import { setTimeout as delay } from 'node:timers/promises';
import { paced } from '../../../domain/pace';
import { UploadSession } from '../../../models/uploads/UploadSession';
import type { UploadState } from '../../../models/uploads/UploadSession';
import { defineUseCase } from '../../useCase';
import type { TenantContext } from '../../useCase';
import type { UploadDeps } from '../deps';
import { bytesOf } from '../getUploadSession';
import { noSuchUpload } from '../refusals';
import { GetUploadInput } from './schema';

/** The time between two looks at a session. */
const lookMs = 250;

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
    const found = await UploadSession.ofTenant(tenant, uploadId);
    if (!found) throw noSuchUpload.error();
    return standOf(deps, await untilOver(found, paced(waitSeconds * 1000), signal));
  },
});

/** An upload with the bytes that have arrived. */
export async function standOf(deps: UploadDeps, session: UploadState): Promise<UploadStand> {
  return { session, bytesReceived: await bytesOf(deps, session), baseUrl: deps.config.baseUrl };
}

/** Waits until a session takes no more bytes, but not for longer than this, nor for a caller that has gone. */
export async function untilOver(session: UploadState, waitMs: number, signal?: AbortSignal): Promise<UploadState> {
  const endMs = performance.now() + waitMs;
  let seen = session;
  const isWaiting = (): boolean => seen.status === 'open' && performance.now() < endMs && signal?.aborted !== true;
  while (isWaiting()) {
    await delay(Math.min(lookMs, Math.max(0, endMs - performance.now())));
    seen = (await UploadSession.read(seen)) ?? seen;
  }
  return seen;
}
