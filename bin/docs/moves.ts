import type { AssignmentStatus } from '../../domain/assignment';
import type { Event } from '../../domain/assignment/events';

/** A change of status, and the events that make it. */
export interface Move {
  readonly from: AssignmentStatus;
  readonly to: AssignmentStatus;
  readonly by: readonly Event['is'][];
}

/**
 * Each move that the walk of all states has seen. The list decides nothing: test/domain/assignment/walk.deep.test.ts
 * compares, and names the lines to change. The walk of posts with media takes minutes, so `npm run docs` reads it here.
 */
export const moves: readonly Move[] = [
  { from: 'pending', to: 'uploading', by: ['answered', 'began', 'retried'] },
  { from: 'uploading', to: 'uploaded', by: ['answered', 'retried', 'uploaded'] },
  { from: 'uploaded', to: 'processing', by: ['answered', 'began', 'retried', 'uploaded'] },
  { from: 'processing', to: 'published', by: ['answered', 'retried'] },
  { from: 'pending', to: 'failed', by: ['answered', 'began', 'busy', 'channelRemoved', 'failed', 'retried'] },
  { from: 'uploading', to: 'failed', by: ['channelRemoved', 'failed'] },
  { from: 'uploaded', to: 'failed', by: ['began', 'channelRemoved', 'failed'] },
  { from: 'processing', to: 'failed', by: ['answered', 'busy', 'failed'] },
  { from: 'failed', to: 'pending', by: ['retried'] },
  { from: 'pending', to: 'cancelled', by: ['cancelled'] },
  { from: 'uploading', to: 'cancelled', by: ['cancelled'] },
  { from: 'uploaded', to: 'cancelled', by: ['cancelled'] },
];
