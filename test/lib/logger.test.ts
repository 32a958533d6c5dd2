import { DatabaseError } from 'sequelize';
import { createLogger } from '../../lib/logger';

function logInto(level = 'info') {
  const lines: string[] = [];
  const logger = createLogger('api', level, { write: (line) => void lines.push(line) });
  return { logger, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const secret = 'ya29.canary';
const names = [
  'authorization',
  'Authorization',
  'cookie',
  'set-cookie',
  'X-Webhook-Signature',
  'accessToken',
  'refreshToken',
  'apiKey',
  'session',
  'clientSecret',
  'webhookSecret',
  'secretsKeys',
  'sessionKeys',
  'databaseUrl',
  'password',
  'currentPassword',
  'newPassword',
  'passwordHash',
  'token',
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'code_verifier',
];

describe('createLogger', () => {
  it('writes one JSON line an entry, with its process, its level in words and an ISO time', () => {
    const { logger, lines, entries } = logInto();
    logger.info({ assignmentId: 'a' }, 'assignment moved');
    logger.warn('line\nbreak');
    expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
    expect(entries()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        process: 'api',
        assignmentId: 'a',
        msg: 'assignment moved',
      },
      { level: 'warn', time: expect.any(String), process: 'api', msg: 'line\nbreak' },
    ]);
  });

  it('leaves out what is below its level', () => {
    const { logger, lines } = logInto('warn');
    logger.info('no');
    logger.debug('no');
    logger.error('yes');
    expect(lines).toHaveLength(1);
  });

  it.each(names)('never shows %s, however deep it lies', (name) => {
    const { logger, lines } = logInto();
    const given = { [name]: secret };
    logger.info(given);
    logger.info({ a: given });
    logger.info({ a: { b: given } });
    logger.info({ a: { b: { c: given } } });
    logger.info({ err: Object.assign(new Error('failed'), given, { cause: Object.assign(new Error('deep'), given) }) });
    logger.info([given], 'in a list');
    expect(lines).toHaveLength(6);
    expect(lines.join('')).not.toContain(secret);
    expect(lines.every((line) => line.includes('[redacted]'))).toBe(true);
  });

  it('never shows what an address holds, in a field, an error, a list or the words', () => {
    const { logger, lines, entries } = logInto();
    const url = `https://api.example/callback?code=${secret}`;
    logger.info({ url });
    logger.info({ err: new Error(`GET ${url} failed`) });
    logger.info({ urls: [url], quoted: `a "quoted" ${url}"\\` });
    logger.info(`asked for ${url}`);
    logger.error(new Error(`GET ${url} failed`));
    expect(entries()).toHaveLength(5);
    expect(lines.join('')).not.toContain(secret);
    expect(entries()[2]).toMatchObject({ quoted: 'a "quoted" https://api.example/callback?code=[redacted]"\\' });
  });

  it('shows errors with their type, message and stack, and what caused them', () => {
    const { logger, entries } = logInto();
    logger.error({ err: new TypeError('failed', { cause: new Error('since') }), at: 3 }, 'a step failed');
    logger.error(new RangeError('by itself'));
    expect(entries()).toMatchObject([
      {
        msg: 'a step failed',
        at: 3,
        err: {
          type: 'TypeError',
          message: expect.stringContaining('failed'),
          stack: expect.stringMatching(/logger\.test\.ts[^]*caused by: Error: since/),
        },
      },
      { msg: 'by itself', err: { type: 'RangeError', message: 'by itself' } },
    ]);
  });

  it('takes anything: dates, lists, URLs, bytes, rings, what JSON cannot say', () => {
    const { logger, entries } = logInto();
    const ring: Record<string, unknown> = { password: secret };
    ring['ring'] = ring;
    const at = new Date(0);
    logger.info({ at, list: [1, { password: secret }], url: new URL('https://a.example/'), ring, none: null });
    logger.info({ bytes: Buffer.from('ab'), big: 1n, map: new Map([['password', secret]]), nothing: undefined });
    expect(entries()[0]).toMatchObject({
      at: at.toISOString(),
      list: [1, { password: '[redacted]' }],
      url: 'https://a.example/',
      none: null,
    });
    expect(JSON.stringify(entries())).not.toContain(secret);
  });

  it("never shows the values that were bound to a failed statement, only the statement and PostgreSQL's words", () => {
    const { logger, lines, entries } = logInto('trace');
    const parent = Object.assign(new Error('invalid input syntax for type json'), {
      sql: `UPDATE connections SET access_token = $1 WHERE name = '${secret}''s' AND "id" = 7`,
      parameters: [secret],
      fields: { email: secret },
      detail: `Failing row contains (7, ${secret}).`,
      where: `COPY connections, line 1, column name: "${secret}"`,
    });
    logger.error({ err: new DatabaseError(parent) }, 'a step failed for a reason of our own');
    logger.trace({ sql: parent.sql }, 'sql');
    expect(lines.join('')).not.toContain(secret);
    const sql = `UPDATE connections SET access_token = $1 WHERE name = '…' AND "id" = 7`;
    expect(entries()).toMatchObject([{ err: { message: parent.message, sql } }, { sql }]);
  });
});
