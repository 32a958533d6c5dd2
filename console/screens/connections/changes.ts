import type { TokenState, UpdatedConnection } from '../../../api/connections/schema';
import { patch, post, remove } from '../../http/request';

export async function setActive(id: string, isActive: boolean): Promise<void> {
  await patch<UpdatedConnection>(`/console/connections/${id}`, { isActive });
}

export async function refreshAccess(id: string): Promise<TokenState> {
  return post<TokenState>(`/console/connections/${id}/refresh-token`);
}

export async function removeConnection(id: string): Promise<void> {
  return remove(`/console/connections/${id}`);
}
