import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { mediaUrlLengthMax } from '../../../domain/limits';
import { paced } from '../../../domain/pace';
import { importsAtOnceMax } from '../../../domain/uploadSession';
import { judgeUrl } from '../../../lib/safeFetch/judgeUrl';
import { OutboundError } from '../../../lib/safeFetch/OutboundError';
import { inTransaction } from '../../../models/database/transaction';
import { mayBeginImport } from '../../../models/uploads/uploadImports';
import { UploadSession } from '../../../models/uploads/UploadSession';
import { invalid, Refusal } from '../../http/errors';
import { webUrl } from '../../http/fields';
import { lookUntil } from '../../lookUntil';
import { defineUseCase } from '../../useCase';
import type { TenantContext } from '../../useCase';
import type { UploadDeps } from '../deps';
import { isOver, pauseMs, standOf } from '../links/getUpload';
import type { UploadStand } from '../links/getUpload';
import { overQuota } from '../refusals';
import { fileNameOf } from './fileNameOf';
import { directAddress } from './shareLinks';

/** A call waits so long for a file: most of them are there by then. */
const waitMs = 8000;
/** What is known of a file before its source has answered. */
const unknownFile = { mediaContentType: 'application/octet-stream', mediaSizeBytes: 0 };

const tooManyImports = new Refusal(
  'RATE_LIMITED',
  () => `${importsAtOnceMax} files of this workspace are being imported, as many as it may have at a time.`,
);

/** Lets the service download a file into an upload session. The row is the promise: any process keeps it. */
export const importFromUrl = defineUseCase({
  name: 'importFromUrl',
  action: 'assignment.write',
  summary: 'Download a file from a public address into an upload',
  input: z.object({
    url: webUrl(mediaUrlLengthMax).meta({
      description: 'Public, to the file itself; or a public share link of Google Drive or Dropbox',
    }),
  }),
  refuses: [tooManyImports, overQuota],
  run: async ({ deps, principal: { tenant }, signal }: TenantContext<UploadDeps>, { url }): Promise<UploadStand> => {
    const { outboundAllow, uploadQuotaBytes } = deps.config;
    const judged = judgeUrl(url, outboundAllow);
    if (judged instanceof OutboundError) throw invalid({ url: [judged.message] });
    const { workspaceId, organizationId } = tenant;
    const wanted = {
      ...unknownFile,
      id: uuidv7(),
      workspaceId,
      organizationId,
      fileName: fileNameOf(judged),
      sourceUrl: directAddress(url),
    };
    const session = await inTransaction(deps.sequelize, 'importFromUrl', async (transaction) => {
      if (!(await mayBeginImport(tenant, transaction)))
        throw tooManyImports.errorWith({ headers: { 'Retry-After': '10' } });
      return UploadSession.insert(wanted, uploadQuotaBytes, transaction);
    });
    if (!session) throw overQuota.error(uploadQuotaBytes);
    deps.importSoon();
    const look = async () => (await UploadSession.read(session)) ?? session;
    return standOf(deps, await lookUntil(look, isOver, { waitMs: paced(waitMs), pauseMs, signal }));
  },
});
