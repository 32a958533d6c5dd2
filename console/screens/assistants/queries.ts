import { queryOptions } from '@tanstack/react-query';
import type { McpGrantList } from '../../../api/mcp/grants/schema';
import { get, remove } from '../../http/request';

export type Grant = McpGrantList['items'][number];

export const grantsQuery = queryOptions({
  queryKey: ['assistants'],
  queryFn: async ({ signal }) => get<McpGrantList>('/console/mcp-grants', { signal }),
});

export async function revoke(grantId: string): Promise<void> {
  return remove(`/console/mcp-grants/${grantId}`);
}
