import { z } from 'zod';
import type { PostPictures } from '../../PostPictures';
import type { YouTubeClient } from '../http';
import { videosAtOnceMax } from '../stats';
import { findVideos } from '../videos';

/** Every video has these sizes: `medium` is 320 pixels wide (resource page `thumbnails`). */
const Snippet = z.object({ thumbnails: z.record(z.string(), z.object({ url: z.string() })).default({}) });

/** The thumbnails of videos, 50 for one unit of the quota. */
export function createPictures(client: YouTubeClient): PostPictures {
  return {
    atOnceMax: videosAtOnceMax,
    read: async (call, ids) => {
      const videos = await findVideos(client, call, ids, { snippet: Snippet });
      return new Map(Array.from(videos, ([id, { snippet }]) => [id, addressIn(snippet)]));
    },
  };
}

function addressIn({ thumbnails }: z.infer<typeof Snippet>): string | null {
  return (thumbnails['medium'] ?? thumbnails['high'] ?? thumbnails['default'])?.url ?? null;
}
