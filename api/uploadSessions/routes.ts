import { uploadSessionsPath } from '../../domain/uploadSession';
import { apiRoute } from '../faces/apiRoute';
import { consoleRoute } from '../faces/consoleRoute';
import { publicRoute } from '../faces/publicRoute';
import { AnswerWithHeaders } from '../http/Route';
import { createUploadSession } from './createUploadSession';
import { describeUploads } from './describeUploads';
import { getUploadSession } from './getUploadSession';
import { lookAtUpload } from './lookAtUpload';
import { presentCreatedAt, presentUploadAt } from './present';
import { removeUpload } from './removeUpload';
import { CreateUploadSessionBody, UploadSession, UploadSessionCreated } from './schema';
import { sendUploadPart } from './sendUploadPart';
import {
  answerLook,
  answerPart,
  answerRemove,
  describeSuccess,
  lookSuccess,
  partRequest,
  partSuccess,
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
const look = { ...tus, method: 'head', success: lookSuccess, present: answerLook } as const;
const part = { ...tus, method: 'patch', raw: partRequest, success: partSuccess, present: answerPart } as const;
const remove = { ...tus, method: 'delete', success: removeSuccess, present: answerRemove } as const;
const describe = {
  method: 'options',
  params,
  answerHeaders: tusHeaders,
  success: describeSuccess,
  present: (spoken: Awaited<ReturnType<typeof describeUploads.run>>) => new AnswerWithHeaders(undefined, spoken),
} as const;

export const uploadSessionRoutes = [
  apiRoute(createUploadSession, { ...create, path: uploadSessionsPath, present: presentCreatedAt(uploadSessionsPath) }),
  apiRoute(getUploadSession, {
    ...get,
    path: `${uploadSessionsPath}/{id}`,
    present: presentUploadAt(uploadSessionsPath),
  }),
  apiRoute(lookAtUpload, { ...look, path: `${uploadSessionsPath}/{id}` }),
  apiRoute(sendUploadPart, { ...part, path: `${uploadSessionsPath}/{id}` }),
  apiRoute(removeUpload, { ...remove, path: `${uploadSessionsPath}/{id}` }),
  publicRoute(describeUploads, { ...describe, path: `${uploadSessionsPath}/{id}` }),
  consoleRoute(createUploadSession, { ...create, path: consolePath, present: presentCreatedAt(consolePath) }),
  consoleRoute(getUploadSession, { ...get, path: `${consolePath}/{id}`, present: presentUploadAt(consolePath) }),
  consoleRoute(lookAtUpload, { ...look, path: `${consolePath}/{id}` }),
  consoleRoute(sendUploadPart, { ...part, path: `${consolePath}/{id}` }),
  consoleRoute(removeUpload, { ...remove, path: `${consolePath}/{id}` }),
  publicRoute(describeUploads, { ...describe, path: `${consolePath}/{id}` }),
];
