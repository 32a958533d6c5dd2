import { texts } from '../../texts/states';
import { typeWords } from '../../words/states';
import type { AssignmentRow } from './list';

/** A post without a text has none to be called by. */
export function titleOf({ title, type }: Pick<AssignmentRow, 'title' | 'type'>): string {
  return title ?? texts.untitled(typeWords[type]);
}
