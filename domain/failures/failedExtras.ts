import { PublishFailure } from './PublishFailure';

/** The platform has a file of captions, and could not make captions of it. */
export function unreadCaptions(): PublishFailure {
  const words = { seen: 'The platform could not read the captions.', todo: 'Send another file of captions.' };
  return new PublishFailure('MEDIA_INVALID', words, { transient: false });
}

/** A call without an answer may have made an extra that is made once, and the platform does not show it. */
export function unknownExtra(): PublishFailure {
  const words = {
    seen: 'The platform gave no answer, and does not show it.',
    todo: 'Look at the post; name it once more by a PATCH to have it made.',
  };
  return new PublishFailure('OUTCOME_UNKNOWN', words, { transient: false });
}
