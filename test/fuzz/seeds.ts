import { randomUUID } from 'node:crypto';
import type { Route } from '../../api/http/Route';
import { stranger } from '../support/actors';
import { registerAssistant } from '../support/assistant';
import { signatureOf } from '../support/payments';
import type { OwnRequest } from '../tenancy/requests';
import type { Stage } from '../tenancy/stage';

const nothing: OwnRequest = { params: {}, query: {}, headers: {}, body: undefined };

/** Requests that succeed for anybody, by the name of the operation. */
const requests: Readonly<Record<string, (stage: Stage) => Partial<OwnRequest> | Promise<Partial<OwnRequest>>>> = {
  describeUploads: ({ owner }) => ({ params: { id: owner.things.ids.uploadSession } }),
  consoleDescribeUploads: ({ owner }) => ({ params: { id: owner.things.ids.uploadSession } }),
  startChannelConsent: ({ owner }) => ({
    params: { platform: 'youtube' },
    query: { ticket: owner.things.ids.ticket },
  }),
  finishChannelConsent: () => ({ params: { platform: 'youtube' }, query: { state: 'unknown', code: 'unknown' } }),
  offerChannels: ({ owner }) => ({ params: { platform: 'youtube' }, query: { ticket: owner.things.ids.ticket } }),
  chooseChannel: () => ({ params: { platform: 'youtube' } }),
  receiveStripeEvent: () => {
    const object = { id: 'cus_unknown', object: 'customer' };
    const body = { id: 'evt_seed', object: 'event', type: 'customer.updated', data: { object } };
    const bytes = Buffer.from(JSON.stringify(body));
    const headers = { 'stripe-signature': signatureOf(bytes.toString()), 'content-type': 'application/json' };
    return { body, bytes, headers };
  },
  registerUser: () => ({ body: newUser() }),
  logIn: async ({ app }) => {
    const { email, password, ...rest } = newUser();
    await stranger(app)('POST', '/api/v1/auth/register', { body: { email, password, ...rest } });
    return { body: { email, password } };
  },
  registerMcpClient: () => ({
    body: { client_name: 'Assistant', redirect_uris: ['https://assistant.example/callback'] },
  }),
  showConsent: async ({ app }) => ({ query: (await registerAssistant(app)).asks().parameters }),
  giveConsent: async ({ app, owner }) => {
    const { asks } = await registerAssistant(app);
    const query = new URLSearchParams(asks().parameters).toString();
    const page = await stranger(app)('GET', `/oauth/mcp/authorize?${query}`);
    const [, request = ''] = /name="request" value="([^"]+)"/.exec(page.body) ?? [];
    const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';');
    return { headers: { cookie }, form: { request, action: 'allow', api_key: owner.apiKey } };
  },
  exchangeToken: async ({ app, owner }) => {
    const assistant = await registerAssistant(app);
    const { code, asked } = await assistant.code(owner);
    return {
      form: {
        grant_type: 'authorization_code',
        code,
        redirect_uri: assistant.redirectUri,
        client_id: assistant.clientId,
        code_verifier: asked.verifier,
      },
    };
  },
  revokeToken: async ({ app, owner }) => {
    const assistant = await registerAssistant(app);
    const { refresh_token: token } = await assistant.connect(owner);
    return { form: { token, client_id: assistant.clientId } };
  },
};

function newUser() {
  return { email: `${randomUUID()}@example.com`, password: 'correct horse battery', name: 'Ada' };
}

/** A request of an operation that asks for no credential. */
export async function requestOfAnybody({ operationId }: Route, stage: Stage): Promise<OwnRequest> {
  return { ...structuredClone(nothing), ...(await requests[operationId]?.(stage)) };
}
