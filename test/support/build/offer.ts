import type { OfferedChannel } from '../../../platforms/Platform';

/** A channel that its owner may choose; with an obstacle, one that they may not. */
export function offerOf(
  externalPlatformId: string,
  name = 'Coast paths',
  obstacle: string | null = null,
): OfferedChannel {
  const metadata = { subscribers: null, views: null, posts: null, handle: null };
  return {
    channel: { externalPlatformId, name, thumbnailUrl: null, metadata },
    tokens: { accessToken: 'a', refreshToken: null, expiresAt: null, account: null },
    obstacle,
  };
}
