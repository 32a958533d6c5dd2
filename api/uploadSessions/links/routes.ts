import { z } from 'zod';
import { uploadLinksPath } from '../../../domain/uploadSession';
import { preflight, preflightSuccess, presentPreflight } from '../../faces/preflight';
import { route } from '../../faces/route';
import { AnswerWithHeaders } from '../../http/Route';
import { lookSuccess, partRequest, partSuccess, presentLook, presentPart, tusHeaders, tusRequest } from '../tusAnswers';
import { lookAtLinkedUpload } from './lookAtLinkedUpload';
import { presentUploadPage } from './present';
import { putLinkedFile } from './putLinkedFile';
import { LinkInput } from './schema';
import { sendLinkedPart } from './sendLinkedPart';
import { showUploadPage } from './showUploadPage';

const path = `${uploadLinksPath}/{secret}` as const;
const UploadLength = z
  .int()
  .min(1)
  .optional()
  .meta({ description: 'Of the whole file, on its first part: corrects the announced size' });

/** The routes of upload addresses: the secret in the path is the credential. */
export const uploadLinkRoutes = [
  route('public', lookAtLinkedUpload, {
    method: 'head',
    path,
    raw: tusRequest,
    answerHeaders: tusHeaders,
    success: lookSuccess,
    present: presentLook,
  }),
  route('public', sendLinkedPart, {
    method: 'patch',
    path,
    raw: { ...partRequest, headers: partRequest.headers.extend({ 'Upload-Length': UploadLength }) },
    answerHeaders: tusHeaders,
    success: partSuccess,
    present: presentPart,
  }),
  route('public', putLinkedFile, {
    method: 'put',
    path,
    raw: { headers: z.object({}), bodyMediaType: '*/*' },
    success: { status: 204, schema: z.void() },
    present: () => undefined,
  }),
  route('public', preflight('putLinkedFile', LinkInput), {
    method: 'options',
    path,
    success: preflightSuccess,
    present: () =>
      presentPreflight(['HEAD', 'PATCH', 'PUT'], ['content-type', 'tus-resumable', 'upload-offset', 'upload-length']),
  }),
  route('page', showUploadPage, {
    method: 'get',
    path: `${path}/page`,
    success: {
      status: 200,
      schema: z.string().meta({ example: '<!doctype html>' }),
      mediaType: 'text/html',
      headers: z.object({
        'Content-Security-Policy': z
          .string()
          .meta({ description: 'The page loads its own style and script alone, and asks this service' }),
      }),
    },
    present: (view) => {
      const { text, policy } = presentUploadPage(view);
      return new AnswerWithHeaders(text, { 'Content-Security-Policy': policy });
    },
  }),
] as const;
