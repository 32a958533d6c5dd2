import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { mcpPowers, mcpScopes } from '../../../domain/mcp';
import type { McpPower, McpScope } from '../../../domain/mcp';
import { McpClient } from '../../../models/mcp/McpClient';
import { hashToken, McpGrant } from '../../../models/mcp/McpGrant';
import { McpToken } from '../../../models/mcp/McpToken';
import { testIssuer } from '../secrets';

export interface BuiltGrant {
  grantId: string;
  clientName: string;
  accessToken: string;
  refreshToken: string;
}

interface GrantOptions {
  scopes?: readonly McpScope[];
  resource?: string;
  clientName?: string;
  powers?: readonly McpPower[];
  /** The member for whom it acts; absent: a key grant. */
  person?: { userId: string; organizationId: string };
  creditLimit?: number;
}

const hourMs = 3_600_000;

/** A grant of a workspace or a person to an assistant, with its first pair of tokens, as if a person had gone the whole way. */
export async function buildMcpGrant(
  { workspaceId }: { workspaceId: string },
  options: GrantOptions = {},
): Promise<BuiltGrant> {
  const { scopes = mcpScopes, resource = `${testIssuer}/_mcp`, clientName = 'canary assistant' } = options;
  const { powers = mcpPowers, person, creditLimit = null } = options;
  const redirectUri = 'https://assistant.example/callback';
  const client = await McpClient.register({ name: clientName, redirectUris: [redirectUri], grantTypes: [] });
  const [grantId, expiresAt] = [uuidv7(), new Date(Date.now() + 24 * hourMs)];
  await McpGrant.create({
    id: grantId,
    workspaceId,
    userId: person?.userId ?? null,
    organizationId: person?.organizationId ?? null,
    powers: [...powers],
    creditLimit,
    clientId: client.id,
    consentId: randomUUID(),
    scopes: [...scopes],
    resource,
    redirectUri,
    codeHash: hashToken(grantId),
    codeChallenge: 'used',
    codeExpiresAt: new Date(),
    codeUsedAt: new Date(),
    expiresAt,
  });
  const [accessToken, refreshToken] = ['at', 'rt'].map(
    (kind) => `mcp_${kind}_${randomBytes(32).toString('base64url')}`,
  );
  await McpToken.bulkCreate([
    {
      hash: hashToken(accessToken!),
      grantId,
      kind: 'access',
      scopes: [...scopes],
      expiresAt: new Date(Date.now() + hourMs),
    },
    { hash: hashToken(refreshToken!), grantId, kind: 'refresh', scopes: [...scopes], expiresAt },
  ]);
  return { grantId, clientName, accessToken: accessToken!, refreshToken: refreshToken! };
}
