import { queryOptions } from '@tanstack/react-query';
import type { ApiKeyRegenerated, ConnectionTested, Credentials, SecretRotated } from '../../../api/credentials/schema';
import { get, post } from '../../http/request';

export const credentialsQuery = queryOptions({
  queryKey: ['credentials'],
  queryFn: async ({ signal }) => get<Credentials>('/console/credentials', { signal }),
});

export async function regenerateApiKey(): Promise<ApiKeyRegenerated> {
  return post<ApiKeyRegenerated>('/console/credentials/api-key/regenerate');
}

export async function rotateSecret(): Promise<SecretRotated> {
  return post<SecretRotated>('/console/credentials/webhook-secret/rotate');
}

export async function testConnection(connectionId: string): Promise<ConnectionTested> {
  return post<ConnectionTested>('/console/credentials/test-connection', { connectionId });
}
