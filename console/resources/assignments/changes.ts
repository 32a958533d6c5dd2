import type { QueryClient } from '@tanstack/react-query';
import type { RetriedAssignment, UpdatedAssignment } from '../../../api/assignments/edit/updateSchema';
import { patch, post, remove } from '../../http/request';

export interface Changes {
  payload?: Record<string, unknown>;
  scheduledAt?: string | null;
  updatePublished?: boolean;
}

export async function updateAssignment(id: string, changes: Changes): Promise<UpdatedAssignment> {
  return patch<UpdatedAssignment>(`/console/assignments/${id}`, changes);
}

export async function retryAssignment(id: string): Promise<void> {
  await post<RetriedAssignment>(`/console/assignments/${id}/retry`);
}

export async function cancelAssignment(id: string): Promise<void> {
  return remove(`/console/assignments/${id}`);
}

/** After a change of an assignment: what shows it is read again. */
export async function refreshAssignments(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ['assignments'] }),
    queries.invalidateQueries({ queryKey: ['assignment'] }),
    queries.invalidateQueries({ queryKey: ['calendar'] }),
    queries.invalidateQueries({ queryKey: ['billing'] }),
  ]);
}
