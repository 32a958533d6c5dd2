import { PublishFailure } from '../../domain/PublishFailure';
import type { PostState } from '../../platforms/Publisher';
import type { PostInHand } from './post';

/** The platform has no more what the job has made there; nothing that it was asked for tells why. */
export function lostPost({ platform: { name } }: PostInHand, seen: string): PublishFailure {
  const words = { seen: `${name} no longer has the post. ${seen}`, todo: 'Retry to send it again.' };
  return new PublishFailure('PROCESSING_FAILED', words, { transient: false, isAbsent: true });
}

/** The post will never be live as it is. */
export function failedPost({ code, words, isLost = false }: Extract<PostState, { kind: 'failed' }>): PublishFailure {
  return new PublishFailure(code, words, { transient: false, isLost, isUseless: !isLost });
}
