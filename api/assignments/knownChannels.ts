import type { PlatformSlug } from '../../domain/platform';
import type { Tenant } from '../../models/database/Tenant';

/** More are forgotten all at once: each costs its next assignment a few reads. */
const countMax = 10_000;

/**
 * The platforms of connections that this process has lately accepted an assignment for. A connection never changes its platform
 * and its owner, so that nothing here is ever wrong; whether it can be published to is judged when an assignment is written.
 */
export interface KnownChannels {
  readonly platformOf: (tenant: Tenant, connectionId: string) => PlatformSlug | undefined;
  readonly note: (tenant: Tenant, connectionId: string, platform: PlatformSlug) => void;
}

export function createKnownChannels(): KnownChannels {
  const known = new Map<string, PlatformSlug>();
  const nameOf = ({ workspaceId, organizationId }: Tenant, connectionId: string) =>
    `${workspaceId} ${organizationId ?? ''} ${connectionId}`;
  return {
    platformOf: (tenant, connectionId) => known.get(nameOf(tenant, connectionId)),
    note: (tenant, connectionId, platform) => {
      if (known.size >= countMax) known.clear();
      known.set(nameOf(tenant, connectionId), platform);
    },
  };
}
