import { stranger } from '../../../support/actors';
import { useApp } from '../../../support/callers/app';
import { registerAssistant, sendForm } from '../../../support/callers/assistant';
import type { Assistant } from '../../../support/callers/assistant';
import { buildWorkspace } from '../../../support/build/workspace';
import { use } from '../../../support/use';

const app = useApp();
const workspace = use(async () => buildWorkspace());
const assistant: Assistant = use(async () => registerAssistant(app));
const kinds = async () =>
  (await app.database.query<{ kind: string }>('SELECT kind FROM mcp_tokens ORDER BY kind')).map(({ kind }) => kind);
beforeEach(async () => app.database.query('DELETE FROM mcp_grants'));

describe('revokeToken: row 19', () => {
  it.each([undefined, 'refresh_token', 'access_token', 'nonsense'])(
    'ends the grant by its refresh token, whatever the hint says: %s',
    async (hint) => {
      const tokens = await assistant.connect(workspace);
      const { status, body } = await assistant.revoke(tokens.refresh_token, { token_type_hint: hint });

      expect([status, body]).toEqual([200, '']);
      expect((await assistant.refresh(tokens.refresh_token)).status).toBe(401);
      const [grant] = await app.database.query('SELECT ended_at IS NOT NULL AS ended FROM mcp_grants');
      expect(grant).toEqual({ ended: true });
    },
  );

  it('ends an access token alone', async () => {
    const tokens = await assistant.connect(workspace);
    expect((await assistant.revoke(tokens.access_token)).status).toBe(200);

    expect(await kinds()).toEqual(['refresh']);
    expect((await assistant.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it('answers 200 to a token that is unknown, or of another client, and ends nothing', async () => {
    const tokens = await assistant.connect(workspace);
    const other = await registerAssistant(app, undefined, 'Another');
    for (const token of ['nothing', tokens.refresh_token, tokens.access_token])
      expect((await other.revoke(token)).status).toBe(200);

    expect(await kinds()).toEqual(['access', 'refresh']);
    expect((await assistant.refresh(tokens.refresh_token)).status).toBe(200);
  });

  it.each([
    ['invalid_request', { token: undefined }],
    ['invalid_request', { client_id: undefined }],
    ['invalid_client', { client_id: '0198c3f4-5a6b-7c7d-8e8f-9a0b1c2d3e4f' }],
  ])('answers %s to %j', async (error, overrides) => {
    const { status, body } = await assistant.revoke('nothing', overrides);
    expect([status, body.error]).toEqual([400, error]);
  });

  it('answers invalid_request to a token that is given twice (row 4)', async () => {
    const twice = new URLSearchParams({ client_id: assistant.clientId, token: 'a' });
    twice.append('token', 'b');
    expect((await sendForm(app, '/oauth/mcp/revoke', twice)).body.error).toBe('invalid_request');
  });

  it.each(['token=%FF', 'token=%', Buffer.from('token=\xff', 'latin1')])(
    'answers 400 to a form that is no UTF-8: %s',
    async (body) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await stranger(app)('POST', '/oauth/mcp/revoke', { headers, body });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request']);
    },
  );
});
