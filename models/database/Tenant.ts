/**
 * The tenant on whose behalf a request is answered: a workspace, and for users one of its organizations. Every query of
 * a tenant's data takes a tenant, or a row that such a query has found. `api/auth` makes tenants from a credential that
 * it has verified; test/architectureTenancy.test.ts lists the other makers. The protected member keeps the compiler
 * from taking another object for a tenant.
 */
export class Tenant {
  declare protected readonly isVerified: true;
  readonly workspaceId: string;
  /** The organization that the request acts in; null: all of the workspace. */
  readonly organizationId: string | null;

  constructor(workspaceId: string, organizationId: string | null) {
    this.workspaceId = workspaceId;
    this.organizationId = organizationId;
  }

  /** The id of the scope within which idempotency keys are distinguished (contract.md §2). */
  get idempotencyScope(): string {
    return this.organizationId ?? this.workspaceId;
  }

  /** The columns that a row of this tenant has, for Sequelize's `where`. */
  get columns(): { workspaceId: string; organizationId?: string } {
    const { workspaceId, organizationId } = this;
    return { workspaceId, ...(organizationId !== null && { organizationId }) };
  }
}

/** The values of the condition `ofTenant` (models/database/fragments.ts). */
export function tenantValues({ workspaceId, organizationId }: Tenant) {
  return { workspaceId, organizationId };
}

/** A tenant whose requests act in one organization. */
export class OrganizationTenant extends Tenant {
  declare readonly organizationId: string;

  // oxlint-disable-next-line no-useless-constructor -- it takes no null
  constructor(workspaceId: string, organizationId: string) {
    super(workspaceId, organizationId);
  }
}
