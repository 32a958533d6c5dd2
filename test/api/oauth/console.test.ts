import { randomUUID } from 'node:crypto';
import { ticketStatuses } from '../../../domain/ticket';
import { workspaceClient } from '../../support/actors';
import { testConsoleUrl, useApp } from '../../support/callers/app';
import { buildConnection } from '../../support/build/connection';
import { addMember, buildUser } from '../../support/callers/people';
import { testIssuer } from '../../support/secrets';
import { useEach } from '../../support/use';

const app = useApp();
const ada = useEach(async () => buildUser(app));
const connect = async (body: object, headers = {}) =>
  ada.call('POST', '/api/v1/console/oauth/connect-url', { body: { platform: 'youtube', ...body }, headers });
const statusOf = async (ticketId: string, headers = {}) =>
  ada.call('GET', `/api/v1/console/oauth/status/${ticketId}`, { headers });
const rowOf = async (ticketId: string) =>
  (await app.database.query('SELECT * FROM oauth_tickets WHERE id = $1', [ticketId]))[0];

describe('createConnectUrl', () => {
  it('makes a ticket of the organization, whose browser comes back to the console', async () => {
    app.forget();
    const { status, body } = await connect({});

    expect([status, body]).toEqual([
      201,
      {
        ticketId: expect.any(String),
        url: `${testIssuer}/api/v1/oauth/youtube/authorize?ticket=${body.ticketId}`,
        expiresAt: expect.any(String),
      },
    ]);
    expect(await rowOf(body.ticketId)).toMatchObject({
      organization_id: ada.organizationId,
      redirect_url: `${testConsoleUrl}/connections/done`,
      created_by: ada.userId,
      connection_id: null,
    });
    expect(app.dispatched).toHaveLength(1);
  });

  it('takes features of the platform, and refuses others', async () => {
    const { body } = await connect({ features: ['captions'] });
    expect(await rowOf(body.ticketId)).toMatchObject({ features: ['captions'], missing: [] });
    const refused = await connect({ features: ['insights'] });
    expect(refused).toMatchObject({ status: 400, body: { details: { features: [expect.any(String)] } } });
  });

  it('takes a connection of the organization, to authorize it again', async () => {
    const { connectionId } = await buildConnection(ada);
    const { body } = await connect({ connectionId });

    expect(await rowOf(body.ticketId)).toMatchObject({ connection_id: connectionId });
    expect((await connect({ platform: 'facebook', connectionId })).body.details).toEqual({
      connectionId: ['is a connection to youtube'],
    });
    expect((await connect({ connectionId: randomUUID() })).status).toBe(404);
  });
});

describe('getTicketStatus', () => {
  it.each(ticketStatuses)('shows a ticket that is %s', async (status) => {
    const { ticketId } = (await connect({})).body;
    const { connectionId } = await buildConnection(ada);
    const error = { failed: 'access_denied', expired: 'ticket_expired' }[status as string] ?? null;
    const connectedId = status === 'completed' ? connectionId : null;
    const reason = status === 'failed' ? 'Connect again and choose the page.' : null;
    await app.database.query(
      'UPDATE oauth_tickets SET status = $2, error = $3, connected_id = $4, reason = $5 WHERE id = $1',
      [ticketId, status, error, connectedId, reason],
    );
    const isShown = ['pending', 'completed', 'failed', 'expired'].includes(status);

    expect(await statusOf(ticketId)).toMatchObject({
      status: 200,
      body: { status: isShown ? status : 'consumed', connectionId: connectedId, error, reason },
    });
  });

  it('shows the tickets of the API key of the workspace, and no others of another organization', async () => {
    const { apiKey } = (await ada.call('POST', '/api/v1/console/credentials/api-key/regenerate')).body;
    const second = (await ada.call('POST', '/api/v1/auth/organizations', { body: { name: 'Second' } })).body.id;
    const body = { platform: 'youtube', redirectUrl: 'https://app.example/done', organizationId: second };
    const byKey = await workspaceClient(app, { apiKey })('POST', '/api/v1/oauth/tickets', { body });
    const inSecond = await connect({}, { 'x-organization-id': second });

    expect((await statusOf(byKey.body.ticketId)).status).toBe(200);
    expect((await statusOf(inSecond.body.ticketId)).status).toBe(404);
    expect((await statusOf(inSecond.body.ticketId, { 'x-organization-id': second })).status).toBe(200);
  });

  it('is there for members, who may not connect', async () => {
    const member = await buildUser(app);
    await addMember(ada.organizationId, member.userId, 'member');
    const headers = { 'x-organization-id': ada.organizationId };
    const { ticketId } = (await connect({})).body;

    expect((await member.call('GET', `/api/v1/console/oauth/status/${ticketId}`, { headers })).status).toBe(200);
    const refused = await member.call('POST', '/api/v1/console/oauth/connect-url', {
      headers,
      body: { platform: 'youtube' },
    });
    expect(refused.status).toBe(403);
  });
});
