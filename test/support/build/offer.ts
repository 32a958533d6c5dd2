import type { OfferedChannel } from '../../../platforms/Platform';

/** A channel that its owner may choose, or, with an obstacle, may not choose. */
export function offerOf(
  externalPlatformId: string,
  name = 'Coast paths',
  obstacle: string | null = null,
): OfferedChannel {
  const metadata = { subscribers: null, views: null, posts: null, handle: null };
  return {
    channel: { externalPlatformId, name, thumbnailUrl: null, metadata },
    tokens: { accessToken: 'a', refreshToken: null, expiresAt: null, permissions: [], account: null },
    obstacle,
  };
}
