import type { SandboxConfig } from '../config';

/** The options of the sandbox's YouTube. */
export interface YoutubeConfig {
  /** Google's API, upload, token and account hosts. */
  readonly youtubePort: number;
  readonly youtubeClientId: string;
  readonly youtubeClientSecret: string;
  /** The redirect URIs that a consent may have; empty: any http address of this machine. */
  readonly youtubeRedirectUris: readonly string[];
}

/** Reads them, each with its default. */
export function youtubeConfigOf({
  youtubePort = 4601,
  youtubeClientId = 'sandbox-youtube-client',
  youtubeClientSecret = 'sandbox-youtube-secret',
  youtubeRedirectUris = [],
}: SandboxConfig): YoutubeConfig {
  return { youtubePort, youtubeClientId, youtubeClientSecret, youtubeRedirectUris };
}
