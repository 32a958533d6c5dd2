import type { Migration } from './Migration';

/** Counts an assistant's calls of each tool by grant, and notes the last use of a grant. */
export const mcpCalls: Migration = {
  name: '0020-mcp-calls',
  up: `
ALTER TABLE mcp_grants ADD COLUMN calls bigint NOT NULL DEFAULT 0 CHECK (calls >= 0);
ALTER TABLE mcp_grants ADD COLUMN last_used_at timestamptz;
CREATE INDEX mcp_grants_by_workspace ON mcp_grants (workspace_id, id) WHERE ended_at IS NULL;
DROP INDEX mcp_grants_open;
`,
  down: `
CREATE INDEX mcp_grants_open ON mcp_grants (workspace_id) WHERE ended_at IS NULL;
DROP INDEX mcp_grants_by_workspace;
ALTER TABLE mcp_grants DROP COLUMN last_used_at;
ALTER TABLE mcp_grants DROP COLUMN calls;
`,
};
