import { statusesOf } from '../../domain/assignment/allows';
import type { Action } from '../../domain/assignment/allows';

/**
 * The statuses in which an action is allowed, for texts about it: "pending or uploaded".
 * @param quote stands before and after each of them
 */
export function statusWords(action: Action, quote = ''): string {
  return statusesOf(action)
    .map((status) => `${quote}${status}${quote}`)
    .join(' or ');
}
