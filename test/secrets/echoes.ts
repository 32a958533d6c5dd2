import { randomUUID } from 'node:crypto';
import { Assignment } from '../../models/assignments/Assignment';
import { buildAssignment } from '../support/build/assignment';
import { videoBody } from '../support/build/video';
import { film } from '../support/runs/publishing';
import { until } from '../support/until';
import { random, untilStatus } from './watchedDeployment';
import type { Owner, WatchedDeployment } from './watchedDeployment';

const json = { 'content-type': 'application/json' };
const plain = { 'content-type': 'text/plain' };
const session = { method: 'POST', path: '/upload/youtube/v3/videos' };
const media = { method: 'PUT', path: '/upload/youtube/v3/videos' };
const videos = { method: 'GET', path: '/youtube/v3/videos' };
const update = { method: 'PUT', path: '/youtube/v3/videos' };
const channels = { method: 'GET', path: '/youtube/v3/channels' };
const token = { method: 'POST', path: '/token' };
const revoke = { method: 'POST', path: '/revoke' };

/** A secret in the forms in which a server may send it back. */
export function echo(secret: string): string {
  const bytes = Buffer.from(secret);
  const forms = [secret, encodeURIComponent(secret), bytes.toString('base64'), bytes.toString('hex')];
  return `Invalid value ${forms.join(' ')} <b>${secret}</b>.`;
}

async function create({ call, connectionId }: Owner, more: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await call('POST', '/api/v1/assignments', { body: videoBody(connectionId, more) });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

/** Why the assignment has failed. */
async function errorOf(id: string): Promise<unknown> {
  return (await Assignment.findByPk(id, { attributes: ['errors'], raw: true }))?.errors[0];
}

/** A refused session: as an API error, by its reason, as plain text, as no JSON at all. */
export async function refusedSessions({ fault, media: source, owner }: WatchedDeployment): Promise<void> {
  const one = await owner();
  const words = echo(one.accessToken);
  const error = { message: words, errors: [{ reason: words, message: words }], status: words };
  await fault({ ...session, nth: 1 }, { status: 400, headers: json, body: { error } });
  await fault({ ...session, nth: 2 }, { status: 403, headers: json, body: { error: { message: words } } });
  await fault({ ...session, nth: 3 }, { status: 400, headers: plain, body: words });
  await fault({ ...session, nth: 4 }, { status: 503, headers: plain, body: words });
  await fault({ ...session, nth: 5 }, { status: 404, headers: { 'content-type': 'text/html' }, body: words });
  const mediaUrl = source.serve({ bytes: film }).url;
  const ids = await Promise.all([1, 2, 3, 4].map(async () => create(one, { mediaUrl })));
  await Promise.all(ids.map(async (id) => untilStatus(id, 'failed')));
}

/** A session whose address comes back in every refusal of it. */
export async function refusedMedia({ fault, sandbox, media: source, owner, keep }: WatchedDeployment): Promise<void> {
  const one = await owner();
  const uploadId = random('AEnB');
  keep('the id of a session', uploadId);
  const location = `${sandbox.url}/upload/youtube/v3/videos?uploadType=resumable&upload_id=${encodeURIComponent(uploadId)}`;
  await fault(session, { status: 200, headers: { location } });
  await fault({ ...media, nth: 1 }, { status: 503, headers: plain, body: `${location} ${echo(one.accessToken)}` });
  await fault({ ...media, nth: 2 }, { status: 400, headers: plain, body: `${echo(uploadId)} ${location}` });
  await untilStatus(await create(one, { mediaUrl: source.serve({ bytes: film }).url }), 'failed');
}

/** Videos that are refused after their upload, for a reason that is none. */
export async function refusedVideos({
  fault,
  sandbox,
  media: source,
  owner,
  receiver,
}: WatchedDeployment): Promise<void> {
  const reasons: ((reason: string) => object)[] = [
    (rejectionReason) => ({ status: { privacyStatus: 'private', uploadStatus: 'rejected', rejectionReason } }),
    (failureReason) => ({ status: { privacyStatus: 'private', uploadStatus: 'failed', failureReason } }),
    (processingFailureReason) => ({
      status: { privacyStatus: 'private' },
      processingDetails: { processingStatus: 'failed', processingFailureReason },
    }),
  ];
  const errors: unknown[] = [];
  for (const itemFor of reasons) {
    const one = await owner();
    const location = `${sandbox.url}/upload/youtube/v3/videos?uploadType=resumable&upload_id=${randomUUID()}`;
    await fault(session, { status: 200, headers: { location } });
    await fault(media, { status: 200, headers: json, body: { id: 'video-1' } });
    const body = { items: [{ id: 'video-1', processingDetails: {}, ...itemFor(one.accessToken) }] };
    await fault({ ...videos, times: 20 }, { status: 200, headers: json, body });
    const id = await create(one, { mediaUrl: source.serve({ bytes: film }).url, callbackUrl: receiver.url });
    await untilStatus(id, 'failed');
    errors.push(await errorOf(id));
    await sandbox.control('DELETE', '/faults');
  }
  const message = expect.stringMatching(/"\S+"/);
  const codes = ['PLATFORM_REJECTED', 'PROCESSING_FAILED', 'PROCESSING_FAILED'];
  expect(errors).toEqual(codes.map((code) => ({ code, message })));
}

/** A token that is refused, and whose renewal is refused with the refresh token in the words. */
export async function refusedToken({ fault, media: source, owner }: WatchedDeployment): Promise<void> {
  const one = await owner();
  await fault(session, { status: 401, headers: json, body: { error: { message: echo(one.accessToken) } } });
  const refusal = { error: 'invalid_grant', error_description: echo(one.refreshToken) };
  await fault(token, { status: 400, headers: json, body: refusal });
  await untilStatus(await create(one, { mediaUrl: source.serve({ bytes: film }).url }), 'failed');
}

/** Renewals by hand: refused, failing, of an unknown client, and successful with new tokens. */
export async function renewals({ fault, owner, keep }: WatchedDeployment): Promise<void> {
  const one = await owner();
  const secret = 'sandbox-youtube-secret';
  const fresh = { access_token: random('ya29.'), refresh_token: random('1//'), expires_in: 3599 };
  keep('a renewed token', fresh.access_token, fresh.refresh_token);
  const answers = [
    { status: 503, headers: json, body: { error: { message: echo(one.refreshToken) } } },
    { status: 429, headers: plain, body: echo(one.refreshToken) },
    { status: 401, headers: json, body: { error: 'invalid_client', error_description: `${secret} ${echo(secret)}` } },
    { status: 200, headers: json, body: { access_token: fresh.access_token, expires_in: echo(one.refreshToken) } },
    { status: 200, headers: json, body: fresh },
    { status: 400, headers: json, body: { error: 'invalid_grant', error_description: echo(fresh.refresh_token) } },
  ];
  const statuses: number[] = [];
  for (const answer of answers) {
    await fault(token, answer);
    statuses.push((await one.call('POST', `/api/v1/connections/${one.connectionId}/refresh-token`)).status);
  }
  expect(statuses).toEqual([503, 429, 503, 503, 200, 200]);
}

/** The renewal ahead of need, as its schedule runs it. */
export async function renewalAhead({ fault, temporal, callsSince, owner }: WatchedDeployment): Promise<void> {
  const one = await owner(new Date(Date.now() - 24 * 3_600_000));
  await fault(token, { status: 500, headers: plain, body: echo(one.refreshToken) });
  await temporal.client.schedule.getHandle('refresh-tokens').trigger();
  await until(async () => {
    const since = await callsSince(0);
    return since.some(({ path, status }) => path === '/token' && status === 500);
  }, 20_000);
}

/** Live numbers, and a change of a published post, that the platform refuses. */
export async function refusedLiveCalls({ fault, owner }: WatchedDeployment): Promise<void> {
  const one = await owner();
  const words = { error: { message: echo(one.accessToken), errors: [{ reason: 'forbidden' }] } };
  const stats = `/api/v1/connections/${one.connectionId}/channel-stats`;
  await fault({ ...channels, nth: 1 }, { status: 403, headers: json, body: words });
  await fault({ ...channels, nth: 2 }, { status: 500, headers: json, body: words });
  const refused = [(await one.call('GET', stats)).status, (await one.call('GET', stats)).status];
  const { assignmentId } = await buildAssignment(one, { status: 'published', platformPostId: 'video-1' });
  const item = { id: 'video-1', snippet: { title: 'Before' }, status: { privacyStatus: 'private' } };
  await fault(videos, { status: 200, headers: json, body: { items: [item] } });
  await fault(update, { status: 400, headers: json, body: words });
  const change = { payload: { title: 'After' }, updatePublished: true };
  refused.push((await one.call('PATCH', `/api/v1/assignments/${assignmentId}`, { body: change })).status);
  expect(refused).toEqual([409, 503, 409]);
}

/** A connection that is removed, whose platform does not take its token back. */
export async function removal({ fault, database, owner }: WatchedDeployment): Promise<void> {
  const one = await owner();
  // Nothing is revoked while a ticket of the platform is open, and earlier flows have left some.
  await database.query(
    'UPDATE oauth_tickets SET expires_at = clock_timestamp() WHERE expires_at > clock_timestamp() RETURNING id',
  );
  await fault(revoke, { status: 400, headers: plain, body: echo(one.refreshToken) });
  expect((await one.call('DELETE', `/api/v1/connections/${one.connectionId}`)).status).toBe(204);
  await until(async () => {
    const query = 'SELECT token_status AS status FROM connections WHERE id = $1';
    const [row] = await database.query<{ status: string }>(query, [one.connectionId]);
    return row?.status === 'missing';
  }, 20_000);
}
