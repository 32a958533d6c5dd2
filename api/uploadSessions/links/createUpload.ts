import { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import { inlineFileBytesMax } from '../../../domain/uploadSession';
import { StoreFull } from '../../../lib/mediaStore/MediaStore';
import { inTransaction } from '../../../models/database/transaction';
import { hashOfUploadSecret, newUploadSecret } from '../../../models/uploads/uploadLinks';
import { UploadSession } from '../../../models/uploads/UploadSession';
import type { NewSession, UploadState } from '../../../models/uploads/UploadSession';
import { grantIdOf } from '../../auth/Principal';
import { invalid } from '../../http/errors';
import { defineUseCase } from '../../useCase';
import type { TenantContext } from '../../useCase';
import type { UploadDeps } from '../deps';
import { finishUpload } from '../finishUpload';
import { requireFit } from '../largestFile';
import { otherContent, overQuota, storeFull, uploadOver } from '../refusals';
import { CreateUploadInput } from './schema';

/** An upload that was opened, with the secret of its addresses; null: the file is there already. */
export interface OpenedUpload {
  readonly session: UploadState;
  readonly secret: string | null;
  readonly baseUrl: string;
}

/** An upload session of §3, at addresses that hold their own permission, or with its file at once. */
export const createUpload = defineUseCase({
  name: 'createUpload',
  action: 'assignment.write',
  summary: 'Open an upload for somebody without a credential, or bring a small file at once',
  input: CreateUploadInput,
  refuses: [overQuota, otherContent, storeFull, uploadOver],
  run: async ({ deps, principal }: TenantContext<UploadDeps>, given): Promise<OpenedUpload> => {
    const { contentBase64, mediaSizeBytes: announced, ...named } = given;
    const bytes = contentBase64 === undefined ? null : decoded(contentBase64);
    const mediaSizeBytes = bytes?.length ?? announced;
    if (mediaSizeBytes === undefined) throw invalid({ mediaSizeBytes: ['is required, unless contentBase64 is given'] });
    if (bytes && announced !== undefined && announced !== bytes.length)
      throw invalid({ mediaSizeBytes: [`is not the ${bytes.length} bytes of contentBase64: leave it out`] });
    const file = { ...named, mediaSizeBytes };
    requireFit(deps.platforms, file);
    const { workspaceId, organizationId } = principal.tenant;
    const { baseUrl } = deps.config;
    const wanted = { ...file, id: uuidv7(), workspaceId, organizationId };
    if (bytes) return { session: await storeAtOnce(deps, await opened(deps, wanted), bytes), secret: null, baseUrl };
    const secret = newUploadSecret();
    const link = { linkHash: hashOfUploadSecret(secret), linkGrantId: grantIdOf(principal) };
    return { session: await opened(deps, { ...wanted, ...link }), secret, baseUrl };
  },
});

/** @throws ApiError 400 above the limit of a call */
function decoded(contentBase64: string): Buffer {
  const bytes = Buffer.from(contentBase64, 'base64');
  if (bytes.length <= inlineFileBytesMax) return bytes;
  throw invalid({
    contentBase64: [`must be at most ${inlineFileBytesMax} bytes, decoded: leave it out, and send the file`],
  });
}

/** @throws ApiError 413 */
async function opened(
  { sequelize, config: { uploadQuotaBytes } }: UploadDeps,
  wanted: NewSession,
): Promise<UploadState> {
  const session = await inTransaction(sequelize, 'createUploadSession', async (transaction) =>
    UploadSession.insert(wanted, uploadQuotaBytes, transaction),
  );
  if (!session) throw overQuota.error(uploadQuotaBytes);
  return session;
}

/** Nobody else knows of the session yet, so that it needs no lock. A session whose file could not be stored ends by its time. */
async function storeAtOnce(deps: UploadDeps, session: UploadState, bytes: Buffer): Promise<UploadState> {
  const { id, mediaSizeBytes } = session;
  if (!(await UploadSession.begin(session))) throw uploadOver.error();
  try {
    await deps.mediaStore.begin(id, mediaSizeBytes);
    await deps.mediaStore.write(id, 0, Readable.from([bytes], { objectMode: false }));
    await finishUpload(deps, session);
  } catch (error) {
    throw error instanceof StoreFull ? storeFull.error() : error;
  }
  const whole = await UploadSession.read(session);
  if (!whole) throw uploadOver.error();
  return whole;
}
