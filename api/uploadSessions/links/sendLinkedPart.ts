import { inTransaction } from '../../../models/database/transaction';
import { UploadSession } from '../../../models/uploads/UploadSession';
import type { UploadState } from '../../../models/uploads/UploadSession';
import { invalid } from '../../http/errors';
import { defineUseCase } from '../../useCase';
import { requireFit } from '../largestFile';
import { overQuota, refusalsOfPart } from '../refusals';
import type { UploadProgress } from '../speakTus';
import { findLinked, messageOf, speakTusOfLink } from './linkedUpload';
import type { LinkContext } from './linkedUpload';
import { linkOver, noSuchLink } from './refusals';
import { LinkInput } from './schema';

export const sendLinkedPart = defineUseCase({
  name: 'sendLinkedPart',
  action: 'public',
  summary: 'By an upload address: send bytes of the file, by tus',
  description:
    'The secret in the path stands for the credential: it works for this upload alone, for an hour and until the file is complete. ' +
    'An assistant that announced the file may not have known its size: `Upload-Length` on the first part corrects it.',
  input: LinkInput,
  refuses: [noSuchLink, linkOver, overQuota, ...refusalsOfPart],
  run: async (context: LinkContext, { secret }): Promise<UploadProgress> => {
    const { method, headers: given, body } = messageOf(context);
    const headers = new Headers(given);
    const session = await withLength(context, await findLinked(secret), headers.get('upload-length'));
    // The server of the protocol takes it only of an upload whose length was left open.
    headers.delete('upload-length');
    return speakTusOfLink(context, session, { method, headers, body });
  },
});

/**
 * The session with the size that its sender tells. Once bytes have arrived the size is fixed.
 * @throws ApiError 400 for no size and for a file that no content type takes, 413 above the quota
 */
async function withLength({ deps }: LinkContext, session: UploadState, length: string | null): Promise<UploadState> {
  if (length === null || session.isBegun) return session;
  const mediaSizeBytes = Number(length);
  if (mediaSizeBytes === session.mediaSizeBytes) return session;
  if (!/^\d+$/.test(length) || !Number.isSafeInteger(mediaSizeBytes) || mediaSizeBytes === 0)
    throw invalid({ 'Upload-Length': ['must be a whole number of bytes, at least 1'] });
  const file = { mediaContentType: session.mediaContentType, mediaSizeBytes };
  requireFit(deps.platforms, file);
  const { uploadQuotaBytes } = deps.config;
  const declared = await inTransaction(deps.sequelize, 'declareUpload', async (transaction) =>
    UploadSession.declare(session, file, uploadQuotaBytes, transaction),
  );
  if (!declared) throw overQuota.error(uploadQuotaBytes);
  return declared;
}
