import { PublishFailure } from '../../domain/failures/PublishFailure';
import { distrustAccessToken, freshAccessToken } from '../../channels/connectionTokens';
import { tokenContext } from '../../models/connections/Connection';
import { RunChannel } from '../../models/assignments/runSubjects';
import type { Platform, RenewedTokens } from '../../platforms/Platform';
import { useDatabase } from '../support/servers/database';
import { buildConnection } from '../support/build/connection';
import { buildWorkspace } from '../support/build/workspace';
import { testSecrets } from '../support/secrets';
import { until } from '../support/until';
import { use } from '../support/use';

let connectionId: string;

/** The connection of a token. */
const owner = { channelId: expect.any(String), workspaceId: expect.any(String), isPaid: false };
const database = useDatabase({ poolSize: 20 });
const workspace = use(async () => buildWorkspace());
beforeEach(async () => ({ connectionId } = await buildConnection(workspace)));

type Renew = Platform['refreshTokens'];
const renewed: RenewedTokens = { accessToken: 'renewed', expiresInSeconds: 3600 };
const never: Renew = async () => {
  throw new Error('must not be called');
};
const refusal = { seen: 'invalid_grant', todo: 'Retry later.' };
const refused = new PublishFailure('TOKEN_EXPIRED', refusal, { transient: false });
const away = { seen: 'HTTP 503', todo: 'Retry later.' };
const unavailable = new PublishFailure('PLATFORM_UNAVAILABLE', away, { transient: true });

const fresh = async (renew: Renew, signal = AbortSignal.timeout(20_000)) =>
  freshAccessToken({ secrets: testSecrets, renew }, new RunChannel(connectionId), signal);
const change = async (assignments: string) =>
  database.query(`UPDATE connections SET ${assignments} WHERE id = $1`, [connectionId]);
const letExpire = async () => change(`token_expires_at = now() - interval '1 second'`);

interface TokenColumns {
  token_status: string;
  token_version: number;
  token_expires_at: Date | null;
  renewal_lease_until: Date | null;
  access_token: string | null;
  refresh_token: string | null;
}

async function stored() {
  const [row] = await database.query<TokenColumns>('SELECT * FROM connections WHERE id = $1', [connectionId]);
  const { token_status, token_version, token_expires_at, renewal_lease_until, access_token, refresh_token } = row!;
  const open = (sealed: string | null, column: 'access_token' | 'refresh_token') =>
    sealed && testSecrets.decrypt(sealed, tokenContext(connectionId, column));
  return {
    status: token_status,
    version: token_version,
    expiresAt: token_expires_at,
    isLeased: renewal_lease_until !== null,
    access: open(access_token, 'access_token'),
    refresh: open(refresh_token, 'refresh_token'),
  };
}

/** An exchange that counts its calls and answers when it is asked to. */
function slowExchange(tokens: RenewedTokens = renewed) {
  const exchange = { calls: [] as string[], answer: () => {}, renew: never };
  const asked = new Promise<void>((resolve) => (exchange.answer = resolve));
  exchange.renew = async (refreshToken) => {
    exchange.calls.push(refreshToken);
    await asked;
    return tokens;
  };
  return exchange;
}

describe('a token that is good for some minutes', () => {
  it('is given as it is', async () => {
    expect(await fresh(never)).toEqual({ accessToken: 'access', tokenVersion: 1, ...owner });
  });

  it('is renewed when less than five minutes are left, by the database clock', async () => {
    await change(`token_expires_at = now() + interval '5 minutes 30 seconds'`);
    expect(await fresh(never)).toMatchObject({ accessToken: 'access' });
    await change(`token_expires_at = now() + interval '4 minutes 55 seconds'`);
    expect(await fresh(async () => renewed)).toEqual({ accessToken: 'renewed', tokenVersion: 2, ...owner });
  });

  it('need not expire at all', async () => {
    await change('token_expires_at = NULL');
    expect(await fresh(never)).toMatchObject({ accessToken: 'access' });
  });

  it('is used to its end where nothing can renew it', async () => {
    await change(`refresh_token = NULL, token_expires_at = now() + interval '5 seconds'`);
    expect(await fresh(never)).toMatchObject({ accessToken: 'access' });
  });
});

describe('renewal', () => {
  it('stores the new access token and keeps the refresh token, encrypted both', async () => {
    await letExpire();
    expect(await fresh(async () => renewed)).toEqual({ accessToken: 'renewed', tokenVersion: 2, ...owner });
    expect(await stored()).toEqual({
      status: 'valid',
      version: 2,
      isLeased: false,
      access: 'renewed',
      refresh: 'refresh',
      expiresAt: expect.any(Date),
    });
    const [row] = await database.query(
      `SELECT token_expires_at BETWEEN now() + interval '59 minutes' AND now() + interval '1 hour' AS "isAnHour",
              access_token NOT LIKE '%renewed%' AS "isSealed" FROM connections WHERE id = $1`,
      [connectionId],
    );
    expect(row).toEqual({ isAnHour: true, isSealed: true });
    expect(await fresh(never)).toMatchObject({ accessToken: 'renewed' });
  });

  it('asks with the stored refresh token, and stores a new one where the platform sends one', async () => {
    await letExpire();
    const seen: string[] = [];
    await fresh(async (refreshToken) => {
      seen.push(refreshToken);
      return { ...renewed, refreshToken: 'rotated' };
    });
    expect(seen).toEqual(['refresh']);
    expect(await stored()).toMatchObject({ refresh: 'rotated' });
  });

  it('never overwrites the refresh token by an empty one', async () => {
    await letExpire();
    await fresh(async () => ({ ...renewed, refreshToken: '' }));
    expect(await stored()).toMatchObject({ refresh: 'refresh', access: 'renewed' });
  });

  it('gets an access token where none is stored', async () => {
    await change('access_token = NULL');
    expect(await fresh(async () => renewed)).toMatchObject({ accessToken: 'renewed' });
  });

  it('is made once, however many wait for it', async () => {
    await letExpire();
    const exchange = slowExchange();
    const waiting = Array.from({ length: 25 }, async () => fresh(exchange.renew));
    await until(() => exchange.calls.length > 0);
    exchange.answer();
    const tokens = await Promise.all(waiting);
    expect(new Set(tokens.map(({ accessToken }) => accessToken))).toEqual(new Set(['renewed']));
    expect(exchange.calls).toEqual(['refresh']);
    expect(await stored()).toMatchObject({ version: 2, isLeased: false });
  });

  it('is made once for a token that lasts less than five minutes, too', async () => {
    await letExpire();
    let calls = 0;
    const brief: Renew = async () => {
      calls += 1;
      if (calls > 3) throw unavailable;
      return { ...renewed, expiresInSeconds: 60 };
    };
    expect(await fresh(brief)).toEqual({ accessToken: 'renewed', tokenVersion: 2, ...owner });
    expect(calls).toBe(1);
  });

  it('is taken over when the lease of one that died has run out, and not before', async () => {
    await letExpire();
    await change(`renewal_lease_until = clock_timestamp() + interval '400 ms'`);
    const [{ until: leaseUntil }] = (await database.query(
      'SELECT renewal_lease_until AS until FROM connections WHERE id = $1',
      [connectionId],
    )) as [{ until: Date }];
    let renewedAt = new Date(0);
    await fresh(async () => {
      renewedAt = new Date();
      return renewed;
    });
    expect(renewedAt >= leaseUntil).toBe(true);
  });

  it('ends with the call that asked for it', async () => {
    await letExpire();
    const stopped = new AbortController();
    const exchange = slowExchange();
    const ending = fresh(async (refreshToken, call) => {
      void exchange.renew(refreshToken, call);
      return new Promise((_resolve, reject) => {
        call.signal.addEventListener('abort', () => reject(call.signal.reason));
      });
    }, stopped.signal);
    await until(() => exchange.calls.length > 0);
    stopped.abort(new Error('the worker stops'));
    await expect(ending).rejects.toThrow('the worker stops');
    expect(await stored()).toMatchObject({ status: 'valid', isLeased: false, version: 1 });
  });

  it('is no longer waited for when the caller stops', async () => {
    await letExpire();
    await change(`renewal_lease_until = clock_timestamp() + interval '1 hour'`);
    await expect(fresh(never, AbortSignal.timeout(30))).rejects.toThrow('aborted');
  });
});

describe('a definite refusal', () => {
  it('makes the connection expired, and later calls ask nobody', async () => {
    await letExpire();
    await expect(fresh(async () => Promise.reject(refused))).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(await stored()).toMatchObject({ status: 'expired', expiresAt: null, isLeased: false, version: 2 });
    await expect(fresh(never)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED', transient: false });
  });

  it('reaches all who waited', async () => {
    await letExpire();
    let calls = 0;
    const renew: Renew = async () => {
      calls += 1;
      throw refused;
    };
    const waiting = await Promise.allSettled(Array.from({ length: 10 }, async () => fresh(renew)));
    for (const outcome of waiting) expect(outcome).toMatchObject({ reason: { code: 'TOKEN_EXPIRED' } });
    expect(calls).toBe(1);
  });

  it('that comes after newer tokens were stored changes nothing, and the newer token is given', async () => {
    await letExpire();
    const token = await fresh(async () => {
      await change(`token_version = 2, token_expires_at = now() + interval '1 hour', renewal_lease_until = NULL`);
      throw refused;
    });
    expect(token).toEqual({ accessToken: 'access', tokenVersion: 2, ...owner });
    expect(await stored()).toMatchObject({ status: 'valid', version: 2 });
  });

  it('is what an expired token without a refresh token amounts to', async () => {
    await letExpire();
    await change('refresh_token = NULL');
    await expect(fresh(never)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    expect(await stored()).toMatchObject({ status: 'expired', expiresAt: null });
  });
});

describe('a transient failure', () => {
  it.each([
    ['the platform is unavailable', unavailable],
    [
      'a refusal that may pass',
      new PublishFailure('TOKEN_EXPIRED', { seen: 'try later', todo: 'Retry later.' }, { transient: true }),
    ],
    [
      'this app is refused',
      new PublishFailure('INTERNAL', { seen: 'invalid_client', todo: 'Retry later.' }, { transient: false }),
    ],
    ['a lost answer', new Error('socket hang up')],
  ])('keeps the connection valid and frees the lease: %s', async (_what, failure) => {
    await letExpire();
    const before = await stored();
    await expect(fresh(async () => Promise.reject(failure))).rejects.toBe(failure);
    expect(await stored()).toEqual(before);
    expect(await fresh(async () => renewed)).toMatchObject({ accessToken: 'renewed' });
  });

  it('is what no answer within the deadline amounts to', async () => {
    await letExpire();
    const silence = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
    const failed = fresh(async () => Promise.reject(silence));
    await expect(failed).rejects.toMatchObject({ code: 'PLATFORM_UNAVAILABLE', transient: true });
    expect(await stored()).toMatchObject({ status: 'valid', isLeased: false });
  });

  it('of a refresh token that cannot be decrypted frees the lease', async () => {
    await letExpire();
    await change(`refresh_token = 'v1.gone.AAAAAAAAAAAAAAAA.AA.AAAAAAAAAAAAAAAAAAAAAA'`);
    await expect(fresh(never)).rejects.toThrow('not in the keyring');
    const [row] = await database.query('SELECT renewal_lease_until FROM connections WHERE id = $1', [connectionId]);
    expect(row).toEqual({ renewal_lease_until: null });
  });
});

describe('a connection without a token', () => {
  it('is TOKEN_MISSING', async () => {
    await change(`token_status = 'missing', access_token = NULL, refresh_token = NULL`);
    await expect(fresh(never)).rejects.toMatchObject({ code: 'TOKEN_MISSING', transient: false });
  });
});

describe('distrustAccessToken', () => {
  it('has the next call renew the token that was refused', async () => {
    await distrustAccessToken(connectionId, 1);
    expect(await fresh(async () => renewed)).toMatchObject({ accessToken: 'renewed' });
  });

  it('leaves newer tokens alone', async () => {
    await change('token_version = 2');
    await distrustAccessToken(connectionId, 1);
    expect(await fresh(never)).toMatchObject({ accessToken: 'access', tokenVersion: 2 });
  });

  it('of a token that nothing can renew ends in TOKEN_EXPIRED', async () => {
    await change('refresh_token = NULL, token_expires_at = NULL');
    await distrustAccessToken(connectionId, 1);
    await expect(fresh(never)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  });
});
