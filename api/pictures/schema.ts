import { z } from 'zod';
import { exampleIds } from '../http/ids';

/** The picture of a post, in answers. */
export const ThumbnailUrl = z.string().nullable().meta({
  format: 'uri',
  description:
    'A small JPEG of the post, good for an hour and without a credential; null: there is none (yet), as of a video before it is live',
});

/** The picture of a channel, in answers of the console. */
export const ChannelThumbnailUrl = z.string().nullable().meta({
  format: 'uri',
  description: 'A small JPEG of the channel, good for an hour and without a credential; null: there is none (yet)',
});

const exampleAddress = (id: string): string =>
  `https://content.example/api/v1/pictures/${id}/9f86d081884c7d65` +
  '?expires=1796119331&signature=k1.1Xb0Lw6nq0hQ3yq0m8m6qk9j0sQm3cQkzv3rX1mH0aE';
export const exampleThumbnailUrl = exampleAddress(exampleIds.assignment);
export const exampleChannelThumbnailUrl = exampleAddress(exampleIds.connection);
