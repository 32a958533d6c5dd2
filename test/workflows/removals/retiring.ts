import { randomUUID } from 'node:crypto';
import type { InferAttributes } from 'sequelize';
import { retireConnectionWorkflow, retirementWorkflowId } from '../../../domain/workflowContract';
import { inTransaction } from '../../../models/database/transaction';
import { Connection } from '../../../models/connections/Connection';
import { markRemoved } from '../../../models/removals/removedConnections';
import { OAuthTicket } from '../../../models/oauth/OAuthTicket';
import { OutboxEntry } from '../../../models/outbox/OutboxEntry';
import { buildConnection } from '../../support/build/connection';
import { usePublishing } from '../../support/runs/publishing';
import type { Channel } from '../../support/runs/publishing';
import { Tenant } from '../../../models/database/Tenant';

/** The path at which the sandbox's YouTube revokes tokens. */
export const revoke = '/revoke';
export const erased = { accessToken: null, refreshToken: null, tokenExpiresAt: null, tokenStatus: 'missing' };

/** Publishing, and the fate of removed connections. */
export function useRetiring(publishing = usePublishing()) {
  let seq = 0;
  beforeEach(async () => {
    seq = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
    await publishing.database.query('DELETE FROM oauth_tickets');
  });

  /** Writes the transaction of DELETE and dispatches its entry. @returns the run */
  async function remove({ workspaceId, connectionId }: Channel) {
    const { removal, outboxId } = await inTransaction(Connection.sequelize!, 'test', async (transaction) => {
      const removal = (await markRemoved(new Tenant(workspaceId, null), connectionId, transaction))!;
      const run = { workflow: retireConnectionWorkflow, subjectId: connectionId, generation: removal, workspaceId };
      return { removal, outboxId: await OutboxEntry.add({ kind: 'start', ...run }, transaction) };
    });
    await publishing.dispatcher.dispatch(outboxId);
    return publishing.temporal.client.workflow.getHandle(retirementWorkflowId({ connectionId, removal }));
  }

  const rowOf = async ({ connectionId }: Channel) =>
    Connection.findByPk(connectionId, { raw: true, rejectOnEmpty: true });
  const revocations = async () => (await publishing.callsSince(seq)).filter(({ path }) => path === revoke);
  const change = async ({ connectionId }: Channel, values: Partial<InferAttributes<Connection>>) =>
    Connection.update(values, { where: { id: connectionId } });
  /** Tells whether the channel can still be used with its tokens. */
  async function works({ accessToken }: Channel): Promise<boolean> {
    const answer = await publishing.sandbox.youtube('GET', '/youtube/v3/channels?part=id&mine=true', {
      token: accessToken,
    });
    return answer.status === 200;
  }
  /** Two channels of one account, each connected by a workspace of its own. */
  async function connectBoth(): Promise<[Channel, Channel]> {
    const connection = { platformAccount: 'Sam Several' };
    return [
      await publishing.connect({ channelId: 'UCsandboxSamSeveral00001', connection }),
      await publishing.connect({ channelId: 'UCsandboxSamsGarage00002', connection }),
    ];
  }

  /** The owner of a removed connection consents again. */
  async function connectAgain({ channelId, ...channel }: Channel): Promise<Channel> {
    const { organizationId } = await rowOf({ channelId, ...channel });
    const { accessToken, refreshToken } = await publishing.sandbox.grant({ channelId });
    const granted = { channelId, accessToken, refreshToken, account: null };
    const owner = { workspaceId: channel.workspaceId, organizationId };
    const { connectionId } = await buildConnection(owner, {}, granted);
    return { ...channel, channelId, connectionId, accessToken, refreshToken };
  }

  /** Why the run waits. */
  const waitingOf = async (run: Awaited<ReturnType<typeof remove>>): Promise<string | null | undefined> =>
    (await run.describe()).raw.pendingActivities?.[0]?.lastFailure?.message;

  const lines = ({ connectionId }: Channel) => publishing.log.filter((line) => line['connectionId'] === connectionId);

  /** An owner has consented with that account, and may still choose a channel. @returns the end of the choice */
  async function beginChoice({ workspaceId, connectionId }: Channel, platformAccount: string | null) {
    const { organizationId, platform } = await Connection.findByPk(connectionId, { raw: true, rejectOnEmpty: true });
    const ticket = { id: randomUUID(), workspaceId, organizationId, platform, connectionId: null };
    const target = { ...ticket, redirectUrl: 'https://app.example/' };
    await inTransaction(Connection.sequelize!, 'test', async (transaction) => OAuthTicket.insert(target, transaction));
    await OAuthTicket.update({ status: 'choosing', platformAccount }, { where: { id: ticket.id } });
    return async () => OAuthTicket.destroy({ where: { id: ticket.id } });
  }

  return {
    publishing,
    remove,
    rowOf,
    revocations,
    change,
    works,
    connectBoth,
    connectAgain,
    waitingOf,
    lines,
    beginChoice,
  };
}
