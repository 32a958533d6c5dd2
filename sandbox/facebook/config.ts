import type { SandboxConfig } from '../config';

/** The options of the sandbox's Facebook. */
export interface FacebookConfig {
  /** Facebook's dialog, Graph and rupload hosts. */
  readonly facebookPort: number;
  readonly facebookAppId: string;
  readonly facebookAppSecret: string;
  /** The redirect URIs that a consent may have; empty: any http address of this machine. */
  readonly facebookRedirectUris: readonly string[];
}

/** Reads them, each with its default. */
export function facebookConfigOf({
  facebookPort = 4602,
  facebookAppId = '600000000000001',
  facebookAppSecret = 'sandbox-facebook-secret',
  facebookRedirectUris = [],
}: SandboxConfig): FacebookConfig {
  return { facebookPort, facebookAppId, facebookAppSecret, facebookRedirectUris };
}
