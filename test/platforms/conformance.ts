import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { contentTypes } from '../../domain/assignment';
import { isFailureCode } from '../../domain/failures';
import { checkPayload } from '../../domain/payload';
import type { Platform, PlatformCall } from '../../platforms/Platform';
import { startSandbox } from '../../sandbox/sandbox';
import type { Kind } from '../kinds';
import { failureOf } from './failureOf';
import { piecesOf } from '../support/media';
import { use } from '../support/use';

const sizeBytes = 300_000;

/** The promises of `Platform`, which every adapter keeps against the sandbox. */
export function describeConformance(kind: Kind): void {
  const { platform: slug, type, changed } = kind;
  const payload = kind.payload('A title', 'public');
  const bytes = kind.media(sizeBytes);
  const media = { contentType: kind.mediaType, sizeBytes };

  describe(`${slug}, as every platform, for a ${type}`, () => {
    let platform: Platform;
    let grant: { channelId: string; accessToken: string; refreshToken: string };
    let call: PlatformCall;
    const sandbox = use(async () => startSandbox({ port: 0, youtubePort: 0, processingMs: 0 }));
    beforeAll(async () => {
      platform = kind.create(kind.urlOf(sandbox));
      const body = JSON.stringify(kind.grantRequest('A channel'));
      const answer = await fetch(`${sandbox.url}/_sandbox/channels`, { method: 'POST', body });
      grant = (await answer.json()) as typeof grant;
      call = { accessToken: grant.accessToken, signal: new AbortController().signal };
    });

    const isPublic = async (id: string) => {
      const answer = await fetch(`${sandbox.url}/_sandbox/state`);
      const post = kind.postsOf(await answer.json()).find((one) => one.id === id);
      return post && kind.isVisible(post.audience);
    };
    const open = () => platform.upload.open(call, type, payload, media);
    const upload = async () => {
      const state = await platform.upload.send(call, await open(), { ...media, offset: 0, body: piecesOf(bytes) });
      if (state.kind !== 'complete') throw new Error(`the upload is ${state.kind}`);
      return { type, platformPostId: state.platformPostId };
    };
    /** Every call that the interface has, as one that stands alone. */
    const everyCall = (by: Platform, call: PlatformCall, session: string) => {
      const post = { type, platformPostId: 'some-post' };
      return [
        ['channel', () => by.channel(call)],
        [
          'oauth.channels',
          () => by.oauth.channels({ ...call, refreshToken: null, expiresAt: null, account: null }, call.signal),
        ],
        ['stats.channel', () => by.stats.channel(call)],
        ['stats.post', () => by.stats.post(call, post)],
        ['upload.open', () => by.upload.open(call, type, payload, media)],
        ['upload.ask', () => by.upload.ask(call, session, media.sizeBytes)],
        ['upload.send', () => by.upload.send(call, session, { ...media, offset: 0, body: piecesOf(bytes) })],
        ['applyPayload', () => by.applyPayload(call, post, payload)],
        ['processing', () => by.processing(call, post)],
        ['publish', () => by.publish(call, post, payload)],
        ['reconcile', () => by.reconcile(call, post, payload)],
        ['remove a session', () => by.remove(call, { session, platformPostId: null })],
        ['remove a post', () => by.remove(call, { session: null, platformPostId: 'some-post' })],
      ] as const;
    };

    it('describes its content types by fields that can be checked', () => {
      expect(platform.slug).toBe(slug);
      expect(platform.contentTypes.length).toBeGreaterThan(0);
      for (const { slug: type, name, payloadFields } of platform.contentTypes) {
        expect(contentTypes).toContain(type);
        expect(name).not.toBe('');
        expect(new Set(payloadFields.map((field) => field.name)).size).toBe(payloadFields.length);
        for (const field of payloadFields) {
          expect(field.description).toMatch(/\.$/);
          expect(field.options !== undefined).toBe(field.type === 'enum');
          if (field.maxLength !== undefined) expect(field.type).toBe('string');
          if (field.default === undefined) continue;
          expect(field.required).toBe(false);
          expect(checkPayload([field], { [field.name]: field.default }).errors).toEqual({});
        }
      }
    });

    it.each([
      ['payload', payload],
      ['changed', changed],
    ])('takes a payload that keeps its rules: %s', (_name, taken) => {
      const fields = platform.contentTypes.find(({ slug }) => slug === type)?.payloadFields ?? [];
      const check = checkPayload(fields, taken);
      expect(check).toMatchObject({ errors: {}, ignored: [] });
      expect(platform.checkPayload(type, check.payload)).toEqual({});
    });

    it('renews its tokens and knows the channel that they speak for', async () => {
      const tokens = await platform.refreshTokens(grant.refreshToken, call.signal);
      expect(tokens.expiresInSeconds).toBeGreaterThan(60);
      const channel = await platform.channel({ ...call, accessToken: tokens.accessToken });
      expect(channel).toMatchObject({ externalPlatformId: grant.channelId, name: 'A channel' });
      expect(Object.keys(channel.metadata).sort()).toEqual(['handle', 'posts', 'subscribers', 'views']);
    });

    it('asks for consent at the platform, with the state and a proof of where the code will come from', () => {
      const request = { state: 'a state', redirectUri: 'http://localhost:1/callback', codeVerifier: 'v'.repeat(43) };
      const { href, searchParams } = platform.oauth.consentUrl(request);
      expect(href.startsWith(kind.urlOf(sandbox))).toBe(true);
      expect(searchParams.get('state')).toBe('a state');
      expect(searchParams.get('redirect_uri')).toBe(request.redirectUri);
      expect(href).not.toContain(request.codeVerifier);
    });

    it('refuses a code that the platform has not given, and does not show it', async () => {
      const code = { code: 'a-refused-code', redirectUri: 'http://localhost:1/callback', codeVerifier: 'v'.repeat(43) };
      const failure = await failureOf(platform.oauth.exchange(code, call.signal));
      expect(failure).toMatchObject({ transient: false });
      expect(failure.message).not.toMatch(/a-refused-code|vvvv/);
    });

    it('offers the channels of a login, each with the tokens that speak for it', async () => {
      const tokens = {
        accessToken: grant.accessToken,
        refreshToken: grant.refreshToken,
        expiresAt: null,
        account: null,
      };
      const [offer] = await platform.oauth.channels(tokens, call.signal);
      expect(offer?.channel.externalPlatformId).toBe(grant.channelId);
      const own = await platform.channel({ ...call, accessToken: offer!.tokens.accessToken });
      expect(own).toEqual(offer!.channel);
    });

    it('counts a channel and a post in whole numbers, and knows no post that is not there', async () => {
      const post = await upload();
      const [ofChannel, ofPost] = [await platform.stats.channel(call), await platform.stats.post(call, post)];
      expect(Object.keys(ofChannel).sort()).toEqual(['subscribers', 'totalPosts', 'totalViews']);
      expect(Object.keys(ofPost!).sort()).toEqual(['comments', 'likes', 'shares', 'views']);
      for (const count of Object.values({ ...ofChannel, ...ofPost })) expect(Number.isInteger(count)).toBe(true);
      expect(await platform.stats.post(call, { ...post, platformPostId: 'some-post' })).toBeNull();
    });

    it('says TOKEN_EXPIRED for good to a refresh token that is refused', async () => {
      const failure = await failureOf(platform.refreshTokens('a-refused-refresh-token', call.signal));
      expect(failure).toMatchObject({ code: 'TOKEN_EXPIRED', transient: false });
      expect(failure.message).not.toContain('a-refused-refresh-token');
    });

    it('makes nothing before the last byte, and nothing public before publish', async () => {
      const session = await open();
      expect(await platform.upload.ask(call, session, media.sizeBytes)).toEqual({ kind: 'open', nextOffset: 0 });
      const state = await platform.upload.send(call, session, { ...media, offset: 0, body: piecesOf(bytes) });
      expect(state).toMatchObject({ kind: 'complete' });
      expect(await platform.upload.ask(call, session, media.sizeBytes)).toEqual(state);

      const { platformPostId } = state as { platformPostId: string };
      const post = { type, platformPostId };
      await platform.applyPayload(call, post, changed);
      await platform.applyPayload(call, post, changed);
      while ((await platform.processing(call, post)).kind === 'processing') await sleep(10);
      expect(await platform.processing(call, post)).toEqual({ kind: 'ready' });
      expect(await platform.reconcile(call, post, changed)).toEqual({ kind: 'notHappened' });
      expect(await isPublic(platformPostId)).toBe(false);

      const published = await platform.publish(call, post, changed);
      expect(await isPublic(platformPostId)).toBe(true);
      expect(published.platformUrl).toBe(kind.addressOf(platformPostId));
      expect(published.platformUrl).toMatch(/^https:\/\//);
      expect(await platform.reconcile(call, post, changed)).toEqual({ kind: 'happened', post: published });
    });

    it('removes what is not public, again and again, and nothing else', async () => {
      const { platformPostId } = await upload();
      const session = await open();
      for (let round = 0; round < 2; round += 1) {
        await platform.remove(call, { session: null, platformPostId });
        await platform.remove(call, { session, platformPostId: null });
      }
      expect(await isPublic(platformPostId)).toBeUndefined();
      expect(await platform.upload.ask(call, session, media.sizeBytes)).toEqual({ kind: 'gone' });

      const post = await upload();
      await platform.publish(call, post, payload);
      await platform.remove(call, { session: null, platformPostId: post.platformPostId });
      expect(await isPublic(post.platformPostId)).toBe(true);
    });

    it('asks for another access token when its own is refused, and shows neither token nor session', async () => {
      const session = await open();
      const refused = { ...call, accessToken: 'a-refused-access-token' };
      for (const [name, run] of everyCall(platform, refused, session)) {
        const failure = await failureOf(run());
        expect([name, failure.code, failure.tokenRefused]).toEqual([name, 'TOKEN_EXPIRED', true]);
        expect(failure.message).not.toContain('a-refused-access-token');
        expect(failure.message).not.toContain(session);
      }
    });

    it('is transient when nobody answers, and shows neither token nor session', async () => {
      const dead = await closedPort();
      const session = (await open()).replace(kind.urlOf(sandbox), dead);
      const unreachable = kind.create(dead);
      const refresh = ['refreshTokens', () => unreachable.refreshTokens(grant.refreshToken, call.signal)] as const;
      for (const [name, run] of [refresh, ...everyCall(unreachable, call, session)]) {
        const failure = await failureOf(run());
        expect([name, failure.transient, isFailureCode(failure.code)]).toEqual([name, true, true]);
        expect(failure.message).not.toContain(call.accessToken);
        expect(failure.message).not.toContain(grant.refreshToken);
        expect(failure.message).not.toContain(session);
      }
    });

    it('ends with the reason of the abort as it is', async () => {
      const session = await open();
      const reason = new Error('enough');
      const aborted = { ...call, signal: AbortSignal.abort(reason) };
      const refresh = ['refreshTokens', () => platform.refreshTokens(grant.refreshToken, aborted.signal)] as const;
      for (const [, run] of [refresh, ...everyCall(platform, aborted, session)])
        await expect(run()).rejects.toBe(reason);
    });
  });
}

async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
