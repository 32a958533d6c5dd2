import type { FacebookContext } from '../context';
import { uploaded } from './processing';
import { storedBytesOf } from './status';

/** Marks the videos whose last byte was stored when the process was killed: no app sends another byte of them. */
export async function markWholeUploads(context: FacebookContext): Promise<void> {
  for (const video of context.store.videos.values()) {
    if (video.uploadedAtMs !== null || storedBytesOf(context, video.id) !== video.sizeBytes) continue;
    context.store.videos.put(video.id, await uploaded(context, video));
  }
}
