import { ConfigError, readConfig } from '../../lib/config';
import { platformModules } from '../../platforms';
import { key, required } from './requiredSettings';

const read = (settings: Record<string, string | undefined>) => readConfig(platformModules, settings);

/** The message with which a setting is refused. */
function refusalOf(settings: Record<string, string | undefined>): string {
  try {
    read({ ...required, ...settings });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('readConfig', () => {
  it('has a default for all but the database, the keys and the platform apps', () => {
    const { secretsKeys, sessionKeys, ...config } = read(required);
    expect([...secretsKeys.keys(), ...sessionKeys.keys()]).toEqual(['k1', 'k1']);
    expect(config).toEqual({
      host: '0.0.0.0',
      port: 3000,
      internalHost: '127.0.0.1',
      internalPort: undefined,
      baseUrl: 'http://localhost:3000',
      consoleUrl: 'http://localhost:3000',
      databaseUrl: 'postgres://user:password@localhost:5432/content_delivery',
      databasePoolSize: 10,
      temporalUiUrl: null,
      mailServer: null,
      mailFrom: { name: '', address: 'no-reply@localhost' },
      logLevel: 'info',
      tracesEndpoint: null,
      outboundAllow: [],
      trustProxy: 0,
      rateLimitPerMinute: 6000,
      freePlanCredits: 500,
      platformRetryDelaysMs: [2000, 6000, 18_000, 54_000, 162_000, 486_000, 600_000],
      processingPollMs: 5000,
      prepareAheadSeconds: 600,
      mediaStallMs: 60_000,
      mediaStore: { kind: 'folder', folder: '.data/media' },
      payments: {
        secretKey: 'sk_test_sandbox',
        webhookSecret: null,
        apiBase: 'http://127.0.0.1:4604',
        automaticTax: false,
        invoiceCreation: false,
        prices: { creator: 'price_sandbox_creator', business: 'price_sandbox_business' },
      },
      retention: { deliveries: 90, answers: 30, tickets: 30, outbox: 30, attempts: 30, grants: 30, readings: 730 },
      uploadQuotaBytes: 100 * 1024 ** 3,
      mcpHosts: [],
      mcpOrigins: ['claude.ai', 'claude.com', 'chatgpt.com', 'vscode.dev'],
      pace: 1,
      uploadsInFlightMax: 100,
      workspaceUploadsInFlightMax: 20,
      places: { runs: 4, webhooks: 8 },
      platformCallsInFlightMax: 100,
      webhookDelaysMs: [0, 5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * 1000),
      webhooksInFlightMax: 200,
      shutdownGraceMs: 30_000,
      shutdownDelayMs: 5000,
      workerBuildId: null,
      failpointsFolder: null,
      idempotencyHoldUntil: null,
      platforms: {
        facebook: {
          appId: 'app',
          appSecret: 'secret',
          version: 'v27.0',
          publishing: 'auto',
          dialogBase: 'https://www.facebook.com',
          graphBase: 'https://graph.facebook.com',
          ruploadBase: 'https://rupload.facebook.com',
        },
        youtube: {
          clientId: 'client',
          clientSecret: 'secret',
          authBase: 'https://accounts.google.com',
          tokenBase: 'https://oauth2.googleapis.com',
          apiBase: 'https://youtube.googleapis.com',
          uploadBase: 'https://youtube.googleapis.com',
          uploadsPerDay: 100,
          unitsPerDay: 10_000,
          workspaceSharePercent: 100,
        },
      },
    });
  });

  it('gives a platform step eight tries within 30 minutes by default', () => {
    const { platformRetryDelaysMs } = read(required);
    expect(platformRetryDelaysMs.length + 1).toBe(8);
    expect(platformRetryDelaysMs.reduce((sum, delayMs) => sum + delayMs, 0)).toBeLessThan(30 * 60_000);
  });

  it.each(Object.keys(required))('names %s when it is missing, empty or blank', (name) => {
    for (const value of [undefined, '', ' ', '\t']) {
      expect(refusalOf({ [name]: value })).toBe(`${name}: is missing (see .env.example)`);
    }
  });

  it.each(['localhost:7233', '10.0.0.1:7233', '[::1]:7233', 'acme.a1b2c.tmprl.cloud:7233'])(
    'takes %s for an address of Temporal',
    (address) => {
      expect(refusalOf({ TEMPORAL_ADDRESS: address })).toBe('accepted');
    },
  );

  it.each([
    '',
    ' ',
    'localhost',
    ':7233',
    'localhost:0',
    'localhost:65536',
    'http://localhost:7233',
    'a b:7233',
    '::1:7233',
  ])('refuses %j as an address of Temporal', (address) => {
    const refusal = 'TEMPORAL_ADDRESS: must be host:port, such as localhost:7233 (see .env.example)';
    expect(refusalOf({ TEMPORAL_ADDRESS: address })).toBe(refusal);
  });

  it('takes an empty variable for one that is not set', () => {
    const { port, baseUrl, outboundAllow } = read({ ...required, PORT: '', BASE_URL: ' ', OUTBOUND_ALLOW: '' });
    expect({ port, baseUrl, outboundAllow }).toEqual({
      port: 3000,
      baseUrl: 'http://localhost:3000',
      outboundAllow: [],
    });
  });

  it('takes no notice of variables that are not its own', () => {
    expect(refusalOf({ PATH: '/bin', TEMPORAL_PROFILE: 'x', port: 'abc' })).toBe('accepted');
  });

  it('derives the addresses from each other', () => {
    expect(read({ ...required, PORT: '8080' })).toMatchObject({ baseUrl: 'http://localhost:8080' });
    expect(read({ ...required, BASE_URL: 'https://api.example/' })).toMatchObject({
      baseUrl: 'https://api.example',
      consoleUrl: 'https://api.example',
    });
    expect(read({ ...required, CONSOLE_URL: 'https://console.example/app//' })).toMatchObject({
      baseUrl: 'http://localhost:3000',
      consoleUrl: 'https://console.example/app',
    });
  });

  /** Something that would be recognized, were it shown. */
  const canary = 'hunter2';
  const notWhole = [canary, '1.5', '-1', '1e3', '0x10', '٣', '1 2', 'Infinity', 'NaN', '+5'];
  const notUrl = [
    canary,
    `ftp://${canary}`,
    'https://',
    'https:/x',
    'https://a b',
    `https://x?${canary}`,
    'https://x#y',
    'https://x:99999',
  ];
  const malformed: Record<string, string[]> = {
    PORT: [...notWhole, '65536', '99999999999999999999'],
    INTERNAL_PORT: [...notWhole, '65536'],
    BASE_URL: notUrl,
    CONSOLE_URL: notUrl,
    TEMPORAL_UI_URL: notUrl,
    WORKER_BUILD_ID: ['b 1', 'b1:2', '.b1', '-b1', 'b'.repeat(65), 'bau/1'],
    SANDBOX_URL: notUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: notUrl,
    DATABASE_URL: [canary, `mysql://u:${canary}@h/d`, 'postgres:', 'postgres://', `postgres://u:${canary}@h:port/d`],
    DATABASE_POOL_SIZE: [...notWhole, '0'],
    SECRETS_KEY: [canary, `k1:${canary}`, `k1:${key}=,k1:${key}=`, `k1:${key}=,`, `:${key}=`],
    JWT_SECRET: [canary, `k1:${canary}`, `k1:${key}=,k1:${key}=`],
    TRUST_PROXY: [canary, 'true', '-1', '11', '1.5', '10.0.0.0/33', '10.0.0.1,', '::1/129', 'localhost'],
    LOG_LEVEL: [canary, 'INFO', 'silent'],
    OUTBOUND_ALLOW: [canary, '10.0.0.0/33', 'localhost:0', `${canary}:1,,`],
    RATE_LIMIT_PER_MINUTE: [...notWhole, '0'],
    CREDITS_FREE_PLAN: [...notWhole, '3000000000'],
    PLATFORM_RETRY_DELAYS: [canary, '1,,2', '1;2', '-1', '1,', ',1', '1, 2', '.5'],
    PROCESSING_POLL_SECONDS: [canary, '0', '-1', '1e3', 'Infinity', '.5'],
    MEDIA_STALL_SECONDS: [canary, '0', '-1', 'Infinity'],
    UPLOADS_IN_FLIGHT_MAX: [...notWhole, '0'],
    WORKSPACE_UPLOADS_IN_FLIGHT_MAX: [...notWhole, '0'],
    PLATFORM_CALLS_IN_FLIGHT_MAX: [...notWhole, '0'],
    SHUTDOWN_GRACE_SECONDS: [canary, '-1', '301', 'Infinity'],
    SHUTDOWN_DELAY_MS: [canary, '-1', '5001', '1.5'],
  };

  it.each(Object.entries(malformed))(
    'refuses a malformed %s in one line that says what it should look like',
    (name, values) => {
      for (const value of values) {
        const message = refusalOf({ [name]: value });
        expect({ value, message }).toEqual({
          value,
          message: expect.stringMatching(new RegExp(`^${name}: .*must .{5,}$`)),
        });
        expect(message).toMatch(/ \(see \.env\.example\)$/);
        expect(message).not.toContain(canary);
        expect(message).not.toContain('\n');
      }
    },
  );

  it('names the first of several that are wrong', () => {
    expect(refusalOf({ PORT: canary, LOG_LEVEL: canary, SECRETS_KEY: '' })).toMatch(/^PORT: /);
  });

  it.each([
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['INTERNAL_PORT', '0', { internalPort: 0 }],
    ['TRUST_PROXY', '2', { trustProxy: 2 }],
    ['TRUST_PROXY', '10.0.0.0/8, ::1', { trustProxy: ['10.0.0.0/8', '::1'] }],
    ['CREDITS_FREE_PLAN', '0', { freePlanCredits: 0 }],
    ['PLATFORM_RETRY_DELAYS', '0.05', { platformRetryDelaysMs: [50] }],
    ['PROCESSING_POLL_SECONDS', '0.1', { processingPollMs: 100 }],
    ['SHUTDOWN_GRACE_SECONDS', '0', { shutdownGraceMs: 0 }],
    ['SHUTDOWN_DELAY_MS', '0', { shutdownDelayMs: 0 }],
    ['WORKER_BUILD_ID', 'v1.4.0_cc312f4c-dirty', { workerBuildId: 'v1.4.0_cc312f4c-dirty' }],
    ['WORKER_BUILD_ID', '', { workerBuildId: null }],
    ['BASE_URL', 'https://[::1]:8443/base/path', { baseUrl: 'https://[::1]:8443/base/path' }],
    ['BASE_URL', 'HTTPS://API.Example:443/Base//', { baseUrl: 'https://api.example/Base' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318/', { tracesEndpoint: 'http://collector:4318' }],
    ['BASE_URL', 'http://api.example:80', { baseUrl: 'http://api.example' }],
    ['BASE_URL', 'https://bücher.example/é', { baseUrl: 'https://xn--bcher-kva.example/%C3%A9' }],
    [
      'DATABASE_URL',
      'postgresql://u:p%40ss@h/d?sslmode=require',
      { databaseUrl: 'postgresql://u:p%40ss@h/d?sslmode=require' },
    ],
  ])('takes %s=%s', (name, value, expected) => {
    expect(read({ ...required, [name]: value })).toMatchObject(expected);
  });

  it('takes failpoints in tests alone: everywhere else the process does not start', () => {
    expect(read({ ...required, NODE_ENV: 'test', FAILPOINTS: '/armed' })).toMatchObject({
      failpointsFolder: '/armed',
    });
    for (const NODE_ENV of [undefined, '', 'production', 'development', 'TEST']) {
      expect(refusalOf({ FAILPOINTS: '/armed', NODE_ENV })).toBe('FAILPOINTS: must not be set, it is for tests');
    }
    expect(refusalOf({ FAILPOINTS: ' ', NODE_ENV: 'production' })).toBe('accepted');
  });

  it('takes another pace than the true one in tests alone', () => {
    expect(read(required).pace).toBe(1);
    expect(read({ ...required, NODE_ENV: 'test', TEST_PACE: '0.2' }).pace).toBe(0.2);
    expect(refusalOf({ TEST_PACE: '1', NODE_ENV: 'production' })).toBe('TEST_PACE: must not be set, it is for tests');
    for (const TEST_PACE of ['0', '-1', '2', 'fast']) {
      expect(refusalOf({ TEST_PACE, NODE_ENV: 'test' })).toBe('TEST_PACE: must be a number above 0, at most 1');
    }
  });
});
