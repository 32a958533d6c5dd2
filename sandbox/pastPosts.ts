import { z } from 'zod';
import { PictureName } from './media/drawnPictures';

const count = z.int().nonnegative().default(0);

/** A post that a channel has had for some time. */
const PastPost = z.strictObject({
  use: z.enum(['text', 'link', 'photo', 'video', 'reel', 'story']),
  /** The title of a video, or the text of a post. */
  text: z.string().default(''),
  link: z.url().optional(),
  /** Its photos; of a film the picture that stands for it. */
  pictures: z.array(PictureName).max(10).default([]),
  /** When it was made, and public. */
  at: z.iso.datetime().transform(Date.parse),
  viewCount: count,
  likeCount: count,
  commentCount: count,
  shareCount: count,
});
export type PastPost = z.infer<typeof PastPost>;

/** The body of `POST /_sandbox/posts`. */
export const PastPosts = z.strictObject({
  platform: z.string(),
  channelId: z.string(),
  posts: z.array(PastPost).min(1).max(1000),
});

/** A post as its platform's API tells it. */
export interface MadePost {
  readonly id: string;
  readonly url: string;
}
