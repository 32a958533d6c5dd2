import { randomUUID } from 'node:crypto';
import { cookieOf, visitCookie } from '../../api/accounts/visit';
import type { RouteDescription } from '../../api/http/Route';
import { addressOf } from '../../api/pictures/pictureAddress';
import { newDeletionCode } from '../../models/removals/DataDeletion';
import { endAccount } from '../../models/removals/endAccount';
import { ConnectLink } from '../../models/oauth/ConnectLink';
import { OAuthTicket } from '../../models/oauth/OAuthTicket';
import { KeptPicture, versionOf } from '../../models/pictures/KeptPicture';
import { sealForTicket } from '../../models/oauth/ticketSecrets';
import { stranger, workspaceClient } from '../support/actors';
import { registerAssistant } from '../support/callers/assistant';
import { offerOf } from '../support/build/offer';
import { signRequest } from '../support/platforms/facebookSandbox';
import { callTool } from '../support/callers/mcp';
import { partHeaders } from '../support/callers/uploads';
import { signatureOf } from '../support/payments';
import { testSecrets } from '../support/secrets';
import type { OwnRequest } from '../tenancy/requests';
import { upload } from '../tenancy/things';
import type { Stage } from '../tenancy/stage';

const nothing: OwnRequest = { params: {}, query: {}, headers: {}, body: undefined };

/** Requests that succeed for every caller, by the name of the operation. */
const requests: Readonly<Record<string, (stage: Stage) => Partial<OwnRequest> | Promise<Partial<OwnRequest>>>> = {
  describeUploads: ({ owner }) => ({ params: { id: owner.things.ids.uploadSession } }),
  consoleDescribeUploads: ({ owner }) => ({ params: { id: owner.things.ids.uploadSession } }),
  startChannelConsent: async (stage) => ({ params, query: { ticket: await newTicket(stage) } }),
  finishChannelConsent: async (stage) => {
    const { state, headers } = await atPlatform(stage);
    return { params, headers, query: { state, code: 'code' } };
  },
  offerChannels: async (stage) => {
    const { ticket, headers } = await atChoice(stage);
    return { params, headers, query: { ticket } };
  },
  chooseChannel: async (stage) => {
    const { ticket, headers } = await atChoice(stage);
    return { params, headers, form: { ticket, action: 'connect', channel: offered } };
  },
  showConnectLink: async (stage) => ({ params: { secret: await linkSecret(stage) } }),
  openConnectLink: async (stage) => ({ params: { secret: await linkSecret(stage) } }),
  showConnectEnd: () => ({ query: { status: 'error', error: 'access_denied' } }),
  deauthorizeAccount: () => ({ params: ofFacebook, form: { signed_request: signRequest('1') } }),
  deleteAccountData: () => ({ params: ofFacebook, form: { signed_request: signRequest('1') } }),
  showDataDeletion: async () => {
    const code = newDeletionCode();
    await endAccount({ platform: 'facebook', account: '1', askedAt: new Date() }, code);
    return { params: { ...ofFacebook, code } };
  },
  showAccount: () => ({ params: ofFacebook }),
  startAccountLogin: () => ({ params: ofFacebook }),
  finishAccountLogin: () => ({ params: ofFacebook, query: { state: 'account.unknown', code: 'code' } }),
  disconnectAccount: ({ app }) => {
    const token = newDeletionCode();
    const place = { platform: 'facebook', baseUrl: app.deps.config.baseUrl, secrets: testSecrets } as const;
    const [cookie = ''] = cookieOf(visitCookie, { account: 'unknown', token }, place).split(';');
    return { params: ofFacebook, headers: { cookie }, form: { token } };
  },
  receiveStripeEvent: () => {
    const object = { id: 'cus_unknown', object: 'customer' };
    const body = { id: 'evt_seed', object: 'event', type: 'customer.updated', data: { object } };
    return { body, headers: { 'stripe-signature': signatureOf(JSON.stringify(body)) } };
  },
  showPicture: async ({ app, owner }) => {
    const { assignment: id, connection: connectionId } = owner.things.ids;
    const bytes = Buffer.from('a picture');
    const version = versionOf(bytes);
    const { workspaceId } = owner;
    await KeptPicture.create({
      id,
      workspaceId,
      connectionId,
      nextAt: null,
      readAt: new Date(),
      version,
      bytes,
    });
    const { searchParams } = new URL(addressOf(app.deps, { id, pictureVersion: version })!);
    return { params: { pictureId: id, version }, query: Object.fromEntries(searchParams) };
  },
  lookAtLinkedUpload: async (stage) => ({ params: await newLink(stage), headers: { 'tus-resumable': '1.0.0' } }),
  sendLinkedPart: async (stage) => ({ params: await newLink(stage), headers: partHeaders(0), bytes: upload }),
  putLinkedFile: async (stage) => ({ params: await newLink(stage), bytes: upload }),
  putLinkedFilePreflight: async (stage) => ({ params: await newLink(stage) }),
  showUploadPage: async (stage) => ({ params: await newLink(stage) }),
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

const params = { platform: 'youtube' };
const ofFacebook = { platform: 'facebook' };
const oauthPath = '/api/v1/oauth/youtube';
/** The channel that a login at the platform offers. */
const offered = 'UC-offered';

/** The address of an upload, as an assistant gives it to a person. */
async function newLink({ app, owner }: Stage): Promise<{ secret: string }> {
  const { structured } = await callTool(app, owner.assistant.accessToken, 'create_upload', {
    fileName: 'coast.mp4',
    mediaContentType: 'video/mp4',
    mediaSizeBytes: upload.length,
  });
  return { secret: structured['uploadUrl'].split('/').at(-1) };
}

/** Does the work of a ticket's workflow, in these tests: offers a channel to choose. */
export async function offerChannel(ticket: string): Promise<void> {
  const sealed = sealForTicket(testSecrets, ticket, [offerOf(offered)]);
  await OAuthTicket.move(ticket, { from: 'granted', to: 'choosing', sealed });
}

async function linkSecret({ owner }: Stage): Promise<string> {
  const { workspace: workspaceId, organization: organizationId, mcpGrant: grantId } = owner.things.ids;
  const wish = { platform: 'youtube', connectionId: null, features: [], createdBy: null } as const;
  return (await ConnectLink.make({ workspaceId, organizationId, grantId, ...wish })).secret;
}

async function newTicket({ app, owner }: Stage): Promise<string> {
  const body = { platform: 'youtube', redirectUrl: 'https://app.example/done' };
  return (await workspaceClient(app, owner)('POST', '/api/v1/oauth/tickets', { body })).body.ticketId;
}

/** A browser that was sent to the platform. */
async function atPlatform(stage: Stage) {
  const ticket = await newTicket(stage);
  const { headers } = await stranger(stage.app)('GET', `${oauthPath}/authorize?ticket=${ticket}`);
  const [cookie = ''] = headers.get('set-cookie')!.split(';');
  return { ticket, headers: { cookie }, state: new URL(headers.get('location')!).searchParams.get('state')! };
}

/** A browser that was sent on to the choice. */
async function atChoice(stage: Stage) {
  const { ticket, state, headers } = await atPlatform(stage);
  await stranger(stage.app)('GET', `${oauthPath}/callback?${new URLSearchParams({ state, code: 'code' }).toString()}`, {
    headers,
  });
  return { ticket, headers };
}

function newUser() {
  return { email: `${randomUUID()}@example.com`, password: 'correct horse battery', name: 'Ada' };
}

/** A request of an operation that asks for no credential. */
export async function requestOfAnybody({ operationId }: RouteDescription, stage: Stage): Promise<OwnRequest> {
  return { ...structuredClone(nothing), ...(await requests[operationId]?.(stage)) };
}

/** The same request with a signature that fits its body, unless another header was put in its place. */
export function signedAnew({ headers, ...request }: OwnRequest, seed: OwnRequest): OwnRequest {
  const name = 'stripe-signature';
  const isOurs = headers[name] !== undefined && headers[name] === seed.headers[name];
  return { ...request, headers: isOurs ? { ...headers, [name]: signatureOf(JSON.stringify(request.body)) } : headers };
}
