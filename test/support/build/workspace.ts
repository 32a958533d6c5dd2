import { inTransaction } from '../../../models/database/transaction';
import { openWorkspace } from '../../../models/credentials/openWorkspace';
import { Workspace } from '../../../models/organizations/Workspace';
import { testSecrets } from '../secrets';

export interface BuiltWorkspace {
  workspaceId: string;
  organizationId: string;
  apiKey: string;
  webhookSecret: string;
}

/** A workspace with an API key, its root organization and a credit account. */
export async function buildWorkspace({ name = 'Ada', credits = 500 } = {}): Promise<BuiltWorkspace> {
  const opened = await inTransaction(Workspace.sequelize!, 'test', (transaction) =>
    openWorkspace({ name, freePlanCredits: credits, withApiKey: true }, testSecrets, transaction),
  );
  return { ...opened, apiKey: opened.apiKey! };
}
