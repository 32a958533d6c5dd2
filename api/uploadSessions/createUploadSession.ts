import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../../models/database/transaction';
import { UploadSession } from '../../models/uploads/UploadSession';
import { defineUseCase } from '../useCase';
import { requireFit } from './largestFile';
import type { UploadFound } from './present';
import { overQuota } from './refusals';
import { CreateUploadSessionInput } from './schema';

/** Promises room for a file. Nothing is stored of it before its first byte. */
export const createUploadSession = defineUseCase({
  name: 'createUploadSession',
  action: 'assignment.write',
  summary: 'Open a session to upload a file without a public address',
  description:
    'Send the file to `uploadUrl` with any client of tus 1.0.0; bytes that have arrived stay when a connection is ' +
    'cut. Then create an assignment with `mediaUrl`. A session takes bytes for 24 hours. A file that no assignment ' +
    'refers to is removed after 72 hours, one that was referred to 24 hours after the last of its assignments has ended.',
  input: CreateUploadSessionInput,
  refuses: [overQuota],
  run: async ({ deps, principal: { tenant } }, file): Promise<UploadFound> => {
    const { baseUrl, uploadQuotaBytes } = deps.config;
    requireFit(deps.platforms, file);
    const { workspaceId, organizationId } = tenant;
    const wanted = { ...file, id: uuidv7(), workspaceId, organizationId };
    const session = await inTransaction(deps.sequelize, 'createUploadSession', async (transaction) =>
      UploadSession.insert(wanted, uploadQuotaBytes, transaction),
    );
    if (!session) throw overQuota.error(uploadQuotaBytes);
    return { session, baseUrl };
  },
});
