import { contentTypes } from '../../domain/assignment';
import { isFailureCode } from '../../domain/failures';
import { checkPayload } from '../../domain/payload';
import { describeAccess } from './accessPromises';
import { failureOf, traitsOf } from '../support/failureOf';
import { closedUrl } from '../support/server';
import { everyCall } from './members';
import type { Credential, Given } from './members';
import { describePosts } from './postPromises';
import { useSubject } from './subject';
import type { Subject } from './subject';
import type { Kind } from '../kinds';

/** The promises of `Platform`, which every adapter keeps against the sandbox. */
export function describeConformance(kind: Kind): void {
  const { platform: slug, type } = kind;
  describe(`${slug}, as every platform, for a ${type}`, () => {
    const of = useSubject(kind);
    describeFields(slug, of);
    describeAccess(of);
    describePosts(of);
    describeCalls(of);
  });
}

function describeFields(slug: string, of: () => Subject): void {
  it('describes its content types by fields that can be checked', () => {
    const { platform } = of();
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

  it.each([['payload'], ['changed']] as const)('takes a payload that keeps its rules: %s', (name) => {
    const { platform, kind, payload } = of();
    const { type, changed } = kind;
    const fields = platform.contentTypes.find(({ slug }) => slug === type)?.payloadFields ?? [];
    const check = checkPayload(fields, { payload, changed }[name]);
    expect(check).toMatchObject({ errors: {}, ignored: [] });
    expect(platform.checkPayload(type, check.payload)).toEqual({});
  });
}

/** What each credential fails with once the platform refuses it; a token that it does not know is given back already. */
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

/** What `Platform` promises of every call. */
function describeCalls(of: () => Subject): void {
  const given = async (secrets: Partial<Given['secrets']> = {}): Promise<Given> => {
    const { kind, payload, media, bytes, call, grant, open } = of();
    const { accessToken, refreshToken } = grant;
    const { type } = kind;
    const own = { ...refused, accessToken, refreshToken, session: await open(), ...secrets };
    return { secrets: own, signal: call.signal, type, payload, media, bytes };
  };
  const expectNoSecret = ({ message }: Error, { secrets }: Given) => {
    for (const secret of Object.values(secrets)) expect(message).not.toContain(secret);
  };

  it('says what a refused token or code needs: another access token, or a new consent; and shows no secret', async () => {
    const { platform } = of();
    const all = await given(refused);
    for (const { member, shows, run } of everyCall(platform)) {
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
  });

  it('is transient when nobody answers, and shows no secret', async () => {
    const { kind, open, url } = of();
    const dead = await closedUrl();
    const unreachable = kind.create(dead);
    const all = await given({ session: (await open()).replace(url, dead) });
    for (const { member, run } of everyCall(unreachable)) {
      const failure = await failureOf(run(unreachable, all));
      expect([member, failure.transient, isFailureCode(failure.code)]).toEqual([member, true, true]);
      expectNoSecret(failure, all);
    }
  });

  it('ends with the reason of the abort as it is, and nothing has happened', async () => {
    const { platform, call, grant } = of();
    const reason = new Error('enough');
    const all = { ...(await given()), signal: AbortSignal.abort(reason) };
    for (const { member, run } of everyCall(platform)) {
      const ended = run(platform, all).then(
        () => 'it succeeded',
        (error: unknown) => error,
      );
      expect([member, await ended]).toEqual([member, reason]);
    }
    expect(await platform.channel(call)).toMatchObject({ externalPlatformId: grant.channelId });
  });
}
