import { failureKinds, isFailureCode } from '../../domain/failures/failures';
import type { Remedy, WhoActs } from '../../domain/failures/failures';
import { texts } from '../texts/failures';

const actors: Readonly<Record<WhoActs, string>> = texts.actors;
const remedyWords: Readonly<Record<Remedy, string>> = texts.remedies;

export interface FailureWords {
  /** The code in letters that people read: "Media download failed". */
  name: string;
  /** A sentence about the person who has to act. */
  actor: string;
  /** The sentence about the actor, and the step after that. */
  next: string;
  /** True if the cause is in the content, which a failed post keeps: a retry fails again. */
  needsNewPost: boolean;
  /** True if the next step is done at the channel. */
  isAtChannel: boolean;
}

const unknownFailure: Omit<FailureWords, 'name'> = {
  actor: '',
  next: texts.retryUnknown,
  needsNewPost: false,
  isAtChannel: false,
};

/** The name of a failure, and the next step. */
export function failureWords(code: string): FailureWords {
  const name = `${code.charAt(0)}${code.slice(1).toLowerCase().replaceAll('_', ' ')}`;
  if (!isFailureCode(code)) return { ...unknownFailure, name };
  const { whoActs, remedy } = failureKinds[code];
  const isAtChannel = whoActs === 'channel owner' || code === 'CONNECTION_INACTIVE';
  const actor = actors[whoActs];
  const next = `${actor} ${remedyWords[remedy]}`;
  return { name, actor, next, needsNewPost: remedy === 'new assignment', isAtChannel };
}
