import { createHmac } from 'node:crypto';
import { openReceivers } from '../../sandbox/receiver/receivers';
import { useCleanSandbox, send } from '../support/servers/sandbox';
import type { Reply } from '../support/servers/sandbox';
import { useEachTempDir } from '../support/tempDir';
import { until } from '../support/until';

const key = Buffer.alloc(32, 5);
const secret = `whsec_${key.toString('base64')}`;
const event = JSON.stringify({ assignmentId: 'a-1', status: 'published', platform: 'youtube' });

describe('Receivers', () => {
  const folder = useEachTempDir();

  const unchecked = { verdict: 'unchecked', hex: 'unchecked', standard: 'unchecked' } as const;
  const delivery = (body: string) =>
    ({ receivedAt: '', headers: {}, body, bodyEncoding: 'utf8', signature: unchecked, answeredStatus: 200 }) as const;

  it('keep the last 500 deliveries of each name', () => {
    const receivers = openReceivers(folder.path);
    receivers.add('quiet', delivery('first'));
    for (let count = 0; count < 502; count += 1) receivers.add('busy', delivery(String(count)));
    const kept = receivers.since('busy', 0);
    expect([kept.length, kept[0]?.body, kept.at(-1)?.body]).toEqual([500, '2', '501']);
    expect(receivers.since('quiet', 0)).toHaveLength(1);
  });

  it('keep 32 MiB of bodies, the newest, whatever their names', () => {
    const receivers = openReceivers(folder.path);
    const large = 'x'.repeat(1024 * 1024);
    for (let count = 0; count < 40; count += 1) receivers.add(`name-${count % 2}`, delivery(large));
    const kept = ['name-0', 'name-1'].flatMap((name) => receivers.since(name, 0));
    expect(kept.map(({ seq }) => seq).sort((a, b) => a - b)[0]).toBe(9);
    expect(kept).toHaveLength(32);
  });
});

describe('The webhook receiver', () => {
  const sandbox = useCleanSandbox();

  const settings = (json: object, name = 'demo') => sandbox.control('POST', `/receiver/${name}/settings`, json);
  const deliver = (
    body: string | Buffer = event,
    headers: Record<string, string> = {},
    name = 'demo',
  ): Promise<Reply> => send('POST', `${sandbox.url}/_sandbox/receiver/${name}`, { body, headers });
  const received = async (query = '') => (await sandbox.control('GET', `/receiver/demo${query}`)).body;
  const page = async (path = '/receiver/demo') => (await send('GET', sandbox.url + path)).text;

  const hex = (body: string | Buffer, by = secret) => createHmac('sha256', by).update(body).digest('hex');
  const standard = (body: string | Buffer, atMs = Date.now(), by = key) => {
    const timestamp = String(Math.floor(atMs / 1000));
    const signature = createHmac('sha256', by).update(`msg-1.${timestamp}.`).update(body).digest('base64');
    return { 'webhook-id': 'msg-1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
  };
  const bothSignatures = (body: string | Buffer = event) => ({ 'x-webhook-signature': hex(body), ...standard(body) });

  it('keeps what arrives, byte for byte, under its name', async () => {
    expect(await deliver(event, { 'x-webhook-attempt': '2' })).toMatchObject({ status: 200, body: { received: 1 } });
    await deliver(Buffer.from([0xff, 0xfe]));
    await deliver('elsewhere', {}, 'other');
    const { deliveries } = await received();
    expect(deliveries).toMatchObject([
      {
        seq: 1,
        receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        body: event,
        bodyEncoding: 'utf8',
        headers: { 'x-webhook-attempt': '2' },
        signature: { verdict: 'unchecked' },
        answeredStatus: 200,
      },
      { seq: 2, body: '//4=', bodyEncoding: 'base64' },
    ]);
    expect((await received('?since=1')).deliveries).toHaveLength(1);
  });

  it('takes bodies of up to 1 MiB', async () => {
    expect((await deliver(Buffer.alloc(1024 * 1024))).status).toBe(200);
    expect((await deliver(Buffer.alloc(1024 * 1024 + 1))).status).toBe(413);
    expect((await received()).deliveries).toHaveLength(1);
  });

  describe('with a secret', () => {
    beforeEach(() => settings({ secret }));

    const verdictOf = async (headers: Record<string, string>, body: string | Buffer = event) => {
      await deliver(body, headers);
      return (await received()).deliveries.at(-1).signature;
    };
    const valid = { verdict: 'valid', hex: 'valid', standard: 'valid' };

    it('takes what is signed in both ways, of any bytes', async () => {
      expect(await verdictOf(bothSignatures())).toEqual(valid);
      const bytes = Buffer.from([0, 0xff, 10, 13]);
      expect(await verdictOf(bothSignatures(bytes), bytes)).toEqual(valid);
    });

    it('takes what is signed in one way, and says which is missing', async () => {
      expect(await verdictOf({ 'x-webhook-signature': hex(event) })).toEqual({ ...valid, standard: 'missing' });
      expect(await verdictOf(standard(event))).toEqual({ ...valid, hex: 'missing' });
      expect(await verdictOf({})).toEqual({ verdict: 'invalid', hex: 'missing', standard: 'missing' });
    });

    it('refuses what is signed by another secret, of other bytes, or too long ago', async () => {
      const stranger = { 'x-webhook-signature': hex(event, 'other'), ...standard(event) };
      expect(await verdictOf(stranger)).toEqual({ verdict: 'invalid', hex: 'invalid', standard: 'valid' });
      expect(await verdictOf(bothSignatures(), `${event} `)).toEqual({
        verdict: 'invalid',
        hex: 'invalid',
        standard: 'invalid',
      });
      const old = standard(event, Date.now() - 301_000);
      expect((await verdictOf({ ...old, 'x-webhook-signature': hex(event) })).standard).toBe('invalid');
      const { 'webhook-id': _id, ...nameless } = standard(event);
      expect((await verdictOf(nameless)).standard).toBe('invalid');
    });

    it('takes the one of several signatures that fits, while a secret is being replaced', async () => {
      const { 'webhook-signature': fitting, ...rest } = standard(event);
      const next = standard(event, Date.now(), Buffer.alloc(32, 6))['webhook-signature'];
      const headers = {
        'x-webhook-signature': hex(event, 'whsec_next'),
        'x-webhook-signature-previous': hex(event),
        ...rest,
        'webhook-signature': `${next} ${fitting}`,
      };
      expect(await verdictOf(headers)).toEqual(valid);
    });

    it('never shows it', async () => {
      expect((await received()).settings).toMatchObject({ hasSecret: true, status: 200 });
      expect(JSON.stringify(await received()) + (await page())).not.toContain(secret);
    });
  });

  describe('answers', () => {
    it('as it was asked to, and what was not asked for stays', async () => {
      await settings({ status: 202, headers: { 'Retry-After': '9' } });
      await settings({ failTimes: 2, failStatus: 503 });
      const answers = [await deliver(), await deliver(), await deliver()];
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 202]);
      expect(answers[0]?.headers['retry-after']).toBe('9');
      const { deliveries, settings: now } = await received();
      expect(deliveries.map((one: { answeredStatus: number }) => one.answeredStatus)).toEqual([503, 503, 202]);
      expect(now).toMatchObject({ failTimes: 0, status: 202 });
    });

    it('late, though the delivery shows at once', async () => {
      await settings({ delayMs: 600_000 });
      const abort = new AbortController();
      const url = `${sandbox.url}/_sandbox/receiver/demo`;
      const waiting = send('POST', url, { body: event, signal: abort.signal });
      await until(async () => (await received()).deliveries.length === 1);
      abort.abort();
      await expect(waiting).rejects.toThrow('aborted');
      await settings({ delayMs: 200 });
      const begun = performance.now();
      await deliver();
      expect(performance.now() - begun).toBeGreaterThanOrEqual(199);
    });

    it('not at all where a fault strikes', async () => {
      const on = { method: 'POST', path: '/_sandbox/receiver/demo' };
      await sandbox.control('POST', '/faults', { on, do: { cutAfterBytes: 0 } });
      await expect(deliver()).rejects.toThrow(/closed|ECONNRESET/);
      expect((await deliver()).status).toBe(200);
      expect((await received()).deliveries).toHaveLength(1);
    });

    it.each([
      ['demo', { status: 99 }, 'status'],
      ['demo', { nonsense: 1 }, 'nonsense'],
      ['a b', {}, 'must be 1 to 64 letters'],
    ])('400 to settings it cannot have: %s %j', async (name, json, reason) => {
      expect(await settings(json, encodeURIComponent(name))).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining(reason) },
      });
    });
  });

  describe('has a page', () => {
    const badgesOf = (text: string) =>
      [...text.matchAll(/<span class="badge (\w+)">([^<]*)<\/span>/g)].map(([, colour, label]) => `${colour} ${label}`);

    it('that shows the newest first and each of its signatures, asks for itself again, and can be paused', async () => {
      await settings({ secret });
      await deliver(JSON.stringify({ assignmentId: 'a-1', status: 'uploading' }), { 'x-webhook-attempt': '1' });
      await deliver(event, { ...bothSignatures(), 'x-webhook-attempt': '3' });
      const text = await page();
      expect(text.indexOf('<h2>published</h2>')).toBeLessThan(text.indexOf('<h2>uploading</h2>'));
      expect(badgesOf(text)).toEqual([
        'good X-Webhook-Signature: valid',
        'good webhook-signature: valid',
        'good answered 200',
        'bad X-Webhook-Signature: missing',
        'bad webhook-signature: missing',
        'good answered 200',
      ]);
      expect(text).toContain('attempt 3');
      expect(text).toContain('assignment <code>a-1</code>');
      expect(text).toContain('x-webhook-attempt: 3');
      expect(text).toContain('<meta http-equiv="refresh" content="2" />');
      expect(await page('/receiver/demo?paused')).not.toContain('http-equiv="refresh"');
      expect(await page('/')).toContain('<a href="/receiver/demo">');
    });

    it('that runs nothing of what it shows', async () => {
      await deliver('<script>alert(1)</script>', { 'x-webhook-attempt': '<b>' });
      const text = await page();
      expect(text).toContain('&#60;script&#62;');
      expect(text).not.toMatch(/<script|<b>/);
    });

    it('that says where to send, while nothing has come', async () => {
      expect(await page()).toContain(`${sandbox.url}/_sandbox/receiver/demo`);
      expect((await send('GET', `${sandbox.url}/receiver/a%20b`)).status).toBe(404);
    });
  });
});
