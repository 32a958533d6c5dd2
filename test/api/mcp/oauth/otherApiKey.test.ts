import { randomUUID } from 'node:crypto';
import { McpGrant } from '../../../../models/mcp/McpGrant';
import { rotateApiKey } from '../../../../models/credentials/rotateApiKey';
import { Workspace } from '../../../../models/organizations/Workspace';
import { useApp } from '../../../support/callers/app';
import { challengeOf, registerAssistant } from '../../../support/callers/assistant';
import type { Assistant } from '../../../support/callers/assistant';
import { buildWorkspace } from '../../../support/build/workspace';
import { tenantOf } from '../../../support/tenant';
import { until } from '../../../support/until';
import { use } from '../../../support/use';

const app = useApp();
const workspace = use(async () => buildWorkspace());
const assistant: Assistant = use(async () => registerAssistant(app));
const refused = (error: string) => ({ error, error_description: expect.stringMatching(/^[\x20-\x7e]+$/) });
const shift = async (sql: string) => app.database.query(sql);
const stateOf = async (tokens: { refresh_token: string }) => (await assistant.refresh(tokens.refresh_token)).status;

describe('exchangeToken: row 15, another API key', () => {
  it('ends what was granted with the one before, and its open codes', async () => {
    const own = await buildWorkspace();
    const [tokens, granted] = [await assistant.connect(own), await assistant.code(own)];
    const bystander = await assistant.connect(workspace);
    await rotateApiKey(app.deps.sequelize, tenantOf(own));

    expect(await stateOf(tokens)).toBe(401);
    expect((await assistant.exchange(granted)).body).toEqual(refused('invalid_grant'));
    expect(await stateOf(bystander)).toBe(200);
  });
});

describe('rotateApiKey: row 15, another API key', () => {
  it('leaves the one before, and what it has granted, as they are where the grants cannot be ended', async () => {
    const own = await buildWorkspace();
    const tokens = await assistant.connect(own);
    await shift('ALTER TABLE mcp_grants ADD CONSTRAINT stays CHECK (ended_at IS NULL) NOT VALID');
    try {
      await expect(rotateApiKey(app.deps.sequelize, tenantOf(own))).rejects.toThrow('stays');
    } finally {
      await shift('ALTER TABLE mcp_grants DROP CONSTRAINT stays');
    }
    expect(await Workspace.ofApiKey(own.apiKey)).not.toBeNull();
    expect(await stateOf(tokens)).toBe(200);
  });

  it('lets no consent through that began with the one before', async () => {
    const own = await buildWorkspace();
    const { clientId, redirectUri } = assistant;
    const asked = { clientId, redirectUri, resource: 'https://api.example/_mcp', scopes: ['mcp.read'] as const };
    let opening: Promise<boolean> | undefined;
    await app.deps.sequelize.transaction(async (transaction) => {
      const replace = `UPDATE workspaces SET api_key_hash = 'replaced' WHERE id = '${own.workspaceId}'`;
      await app.deps.sequelize.query(replace, { transaction });
      opening = McpGrant.openByKey({
        ...asked,
        powers: [],
        creditLimit: null,
        apiKey: own.apiKey,
        code: 'late',
        consentId: randomUUID(),
        codeChallenge: challengeOf('late'),
      });
      await until(async () => {
        const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return (await app.database.query(waiting)).length > 0;
      });
    });
    expect(await opening).toBe(false);
  });
});
