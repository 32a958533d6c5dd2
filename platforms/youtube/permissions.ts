import type { PlatformPermissions } from '../../domain/consent/feature';

const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`;

/**
 * The scopes of Google's consent page. `youtube` covers `youtube.upload` and `youtube.readonly`, so one scope uploads,
 * reads, changes and removes (discovery document of the Data API v3). `youtube.force-ssl` is the only scope of
 * `commentThreads.insert`, and with `youtubepartner` of `captions.insert` (their reference pages).
 */
export const youtubePermissions: PlatformPermissions = {
  base: [scope('youtube')],
  features: [
    { name: 'comments', permissions: [scope('youtube.force-ssl')] },
    { name: 'captions', permissions: [scope('youtube.force-ssl')] },
  ],
};
