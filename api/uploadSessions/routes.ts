import { uploadSessionsPath } from '../../domain/uploadSession';
import { route } from '../faces/route';
import { AnswerWithHeaders } from '../http/Route';
import { createUploadSession } from './createUploadSession';
import { describeUploads } from './describeUploads';
import { getUploadSession } from './getUploadSession';
import { uploadLinkRoutes } from './links/routes';
import { lookAtUpload } from './lookAtUpload';
import { presentCreatedAt, presentUploadAt } from './present';
import { removeUpload } from './removeUpload';
import { CreateUploadSessionBody, UploadSession, UploadSessionCreated } from './schema';
import { sendUploadPart } from './sendUploadPart';
import {
  describeSuccess,
  lookSuccess,
  partRequest,
  partSuccess,
  presentLook,
  presentPart,
  removeSuccess,
  tusHeaders,
  tusRequest,
} from './tusAnswers';

const params = { id: 'uploadSessionId' } as const;
const consolePath = '/api/v1/console/upload-sessions';

/** The part that the faces share: the `uploadUrl` of a session is its own address. */
const create = {
  method: 'post',
  body: CreateUploadSessionBody,
  success: { status: 201, schema: UploadSessionCreated },
} as const;
const get = { method: 'get', params, success: { status: 200, schema: UploadSession } } as const;
const tus = { params, raw: tusRequest, answerHeaders: tusHeaders } as const;
const look = { ...tus, method: 'head', success: lookSuccess, present: presentLook } as const;
const part = { ...tus, method: 'patch', raw: partRequest, success: partSuccess, present: presentPart } as const;
const remove = { ...tus, method: 'delete', success: removeSuccess, present: () => undefined } as const;
const describe = {
  method: 'options',
  params,
  answerHeaders: tusHeaders,
  success: describeSuccess,
  present: (spoken: Awaited<ReturnType<typeof describeUploads.run>>) => new AnswerWithHeaders(undefined, spoken),
} as const;

export const uploadSessionRoutes = [
  route('api', createUploadSession, {
    ...create,
    path: uploadSessionsPath,
    present: presentCreatedAt(uploadSessionsPath),
  }),
  route('api', getUploadSession, {
    ...get,
    path: `${uploadSessionsPath}/{id}`,
    present: presentUploadAt(uploadSessionsPath),
  }),
  route('api', lookAtUpload, { ...look, path: `${uploadSessionsPath}/{id}` }),
  route('api', sendUploadPart, { ...part, path: `${uploadSessionsPath}/{id}` }),
  route('api', removeUpload, { ...remove, path: `${uploadSessionsPath}/{id}` }),
  route('public', describeUploads, { ...describe, path: `${uploadSessionsPath}/{id}` }),
  route('console', createUploadSession, { ...create, path: consolePath, present: presentCreatedAt(consolePath) }),
  route('console', getUploadSession, { ...get, path: `${consolePath}/{id}`, present: presentUploadAt(consolePath) }),
  route('console', lookAtUpload, { ...look, path: `${consolePath}/{id}` }),
  route('console', sendUploadPart, { ...part, path: `${consolePath}/{id}` }),
  route('console', removeUpload, { ...remove, path: `${consolePath}/{id}` }),
  route('public', describeUploads, { ...describe, path: `${consolePath}/{id}` }),
  ...uploadLinkRoutes,
] as const;
