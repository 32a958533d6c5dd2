import { route } from '../faces/route';
import { getCredentials } from './getCredentials';
import { presentApiKeyRegenerated, presentCredentials, presentSecretRotated } from './present';
import { regenerateApiKey } from './regenerateApiKey';
import { rotateSecret } from './rotateSecret';
import {
  ApiKeyRegenerated,
  ConnectionTested,
  Credentials,
  RegenerateApiKeyBody,
  SecretRotated,
  TestConnectionBody,
} from './schema';
import { testConnection } from './testConnection';

export const credentialRoutes = [
  route('console', getCredentials, {
    method: 'get',
    path: '/api/v1/console/credentials',
    success: { status: 200, schema: Credentials },
    present: presentCredentials,
  }),
  route('console', regenerateApiKey, {
    method: 'post',
    path: '/api/v1/console/credentials/api-key/regenerate',
    body: RegenerateApiKeyBody,
    success: { status: 200, schema: ApiKeyRegenerated },
    present: presentApiKeyRegenerated,
  }),
  route('console', rotateSecret, {
    method: 'post',
    path: '/api/v1/console/credentials/webhook-secret/rotate',
    success: { status: 200, schema: SecretRotated },
    present: presentSecretRotated,
  }),
  route('console', testConnection, {
    method: 'post',
    path: '/api/v1/console/credentials/test-connection',
    body: TestConnectionBody,
    success: { status: 200, schema: ConnectionTested },
    present: (tested) => tested,
  }),
] as const;
