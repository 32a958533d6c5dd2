import { contentTypes, mediaUrlTypes, typesWithoutMedia } from '../../domain/assignment';
import { isFailureCode } from '../../domain/failures/failures';
import { checkPayload } from '../../domain/payload/payload';
import { mediaKindsOf } from '../../domain/platform';
import { describeAccess } from './accessPromises';
import { failureOf, traitsOf } from '../support/failureOf';
import { closedUrl } from '../support/servers/server';
import { everyCall } from './members';
import type { Credential, Given } from './members';
import { describeLeases } from './leasePromises';
import { describeLooks } from './lookPromises';
import { describePosts } from './postPromises';
import { describeStatistics } from './statsPromises';
import { useSubject } from './subject';
import type { Subject } from './subject';
import type { Kind } from '../kinds';

/** The promises of `Platform` and `Publisher`, which every adapter keeps against the sandbox. */
export function describeConformance(kind: Kind): void {
  const { platform: slug, type } = kind;
  describe(`${slug}, as every platform, for a ${type}`, () => {
    const of = useSubject(kind);
    describeFields(slug, of);
    describeAccess(of);
    describePosts(of);
    describeStatistics(of);
    describeLooks(of);
    describeLeases(of);
    describeCalls(of);
  });
}

function describeFields(slug: string, of: () => Subject): void {
  it('has its kinds of posts under their content types, in the order of the contract', () => {
    const { platform, publisher, kind } = of();
    expect(platform.slug).toBe(slug);
    expect(platform.publishers.get(kind.type)).toBe(publisher);
    expect([...platform.publishers.keys()]).toEqual(contentTypes.filter((type) => platform.publishers.has(type)));
    for (const [type, { capabilities }] of platform.publishers) {
      expect(capabilities.slug).toBe(type);
      expect(mediaKindsOf(capabilities).length === 0).toBe(typesWithoutMedia.includes(type));
    }
  });

  it('describes its kinds of posts by fields that can be checked', () => {
    const { platform } = of();
    expect(platform.publishers.size).toBeGreaterThan(0);
    for (const { capabilities } of platform.publishers.values()) {
      const { name, payloadFields } = capabilities;
      expect(name).not.toBe('');
      expect(new Set(payloadFields.map((field) => field.name)).size).toBe(payloadFields.length);
      for (const field of payloadFields) {
        expect(field.description).toMatch(/\.$/);
        expect(field.options !== undefined).toBe(field.type === 'enum');
        expect(field.items !== undefined).toBe(field.type === 'array');
        expect(field.items?.fields !== undefined).toBe(field.items?.type === 'object');
        if (field.maxLength !== undefined) expect(field.type).toBe('string');
        for (const part of [field.items ?? [], field.items?.fields ?? []].flat()) {
          expect([part.label, part.description]).toEqual([expect.stringMatching(/^\S/), expect.stringMatching(/\.$/)]);
        }
        if (field.default === undefined) continue;
        expect(field.required).toBe(false);
        expect(checkPayload([field], { [field.name]: field.default }).errors).toEqual({});
      }
    }
  });

  it.each([['payload'], ['changed']] as const)('takes a payload that keeps its rules: %s', (name) => {
    const { publisher, kind, payload } = of();
    const { changed } = kind;
    const check = checkPayload(publisher.capabilities.payloadFields, { payload, changed }[name]);
    expect(check).toMatchObject({ errors: {}, ignored: [] });
  });

  it('names media to upload exactly if it takes some, those of the assignment', () => {
    const { publisher, payload } = of();
    const mediaUrl = 'https://media.example/one';
    const urls = publisher.mediaUrls({ mediaUrl, payload });
    expect(urls.length > 0).toBe(mediaKindsOf(publisher.capabilities).length > 0);
    expect(urls.length > 0).toBe(publisher.upload !== undefined);
    if (mediaUrlTypes.includes(publisher.capabilities.slug)) expect(urls).toEqual([mediaUrl]);
  });

  it('keeps what is prepared for good, or for a time that it names', () => {
    const { preparedLifeMs } = of().publisher;
    expect(preparedLifeMs ?? Infinity).toBeGreaterThan(0);
  });
}

/** The failure of each credential once the platform refuses it; a token that it does not know is revoked already. */
const refusals: Record<Credential, object | undefined> = {
  accessToken: { code: 'TOKEN_EXPIRED', tokenRefused: true },
  refreshToken: { code: 'TOKEN_EXPIRED', transient: false },
  code: { transient: false },
  revokedToken: undefined,
};

/** Refused, each of them, by every platform. */
const refused = {
  accessToken: 'a-refused-access-token',
  refreshToken: 'a-refused-refresh-token',
  code: 'a-refused-code',
  codeVerifier: 'a-verifier-of-at-least-forty-three-characters',
};

/** The promises of `Platform` and `Publisher` about every call. */
function describeCalls(of: () => Subject): void {
  const session = async () => (of().sessions ? of().open() : 'https://media.example/no-session');
  const given = async (secrets: Partial<Given['secrets']> = {}): Promise<Given> => {
    const { kind, payload, media, bytes, call, grant } = of();
    const { accessToken, refreshToken, channelId } = grant;
    const { type } = kind;
    const own = { ...refused, accessToken, refreshToken, session: await session(), ...secrets };
    return { secrets: own, channelId, signal: call.signal, type, payload, media, bytes };
  };
  const expectNoSecret = ({ message }: Error, { secrets }: Given) => {
    for (const secret of Object.values(secrets)) expect(message).not.toContain(secret);
  };

  it('says what a refused token or code needs: another access token, or a new consent; and shows no secret', async () => {
    const { platform, kind, everything } = of();
    const all = await given(refused);
    const before = await everything();
    for (const { member, shows, run } of everyCall(platform, kind.type)) {
      const expected = refusals[shows];
      const outcome = run(platform, all);
      if (!expected) {
        await outcome;
        continue;
      }
      const failure = await failureOf(outcome);
      expect({ member, ...traitsOf(failure) }).toMatchObject({ member, ...expected });
      expectNoSecret(failure, all);
    }
    expect(await everything()).toEqual(before);
  });

  it('is transient when nobody answers, and shows no secret', async () => {
    const { kind, url } = of();
    const dead = await closedUrl();
    const unreachable = kind.create(dead);
    const all = await given({ session: (await session()).replace(url, dead) });
    for (const { member, run } of everyCall(unreachable, kind.type)) {
      const failure = await failureOf(run(unreachable, all));
      expect([member, failure.transient, isFailureCode(failure.code)]).toEqual([member, true, true]);
      expectNoSecret(failure, all);
    }
  });

  it('ends with the reason of the abort as it is, and nothing has happened', async () => {
    const { platform, kind, call, grant, everything } = of();
    const reason = new Error('enough');
    const all = { ...(await given()), signal: AbortSignal.abort(reason) };
    const before = await everything();
    for (const { member, run } of everyCall(platform, kind.type)) {
      const ended = run(platform, all).then(
        () => 'it succeeded',
        (error: unknown) => error,
      );
      expect([member, await ended]).toEqual([member, reason]);
    }
    expect(await everything()).toEqual(before);
    expect(await platform.channel(call)).toMatchObject({ externalPlatformId: grant.channelId });
  });
}
