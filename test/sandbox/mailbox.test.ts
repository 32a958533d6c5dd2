import { createTransport } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { openSandbox, send, useCleanSandbox } from '../support/servers/sandbox';
import { useTempDir } from '../support/tempDir';
import { until } from '../support/until';
import { useStopping } from '../support/use';

describe('The mailbox', () => {
  const sandbox = useCleanSandbox();
  const stopping = useStopping();
  const folder = useTempDir();

  /** A sender that says QUIT at the end. nodemailer's transports do not. */
  const deliverAndQuit = async () => {
    const connection = new SMTPConnection({ host: '127.0.0.1', port: new URL(sandbox.mailUrl).port });
    await new Promise<void>((resolve) => connection.connect(() => resolve()));
    const envelope = { from: 'a@example.com', to: ['b@example.com'] };
    await new Promise<void>((resolve) => connection.send(envelope, 'Subject: Hello\r\n\r\nHello', () => resolve()));
    connection.quit();
  };
  const deliver = async (changes: object = {}) => {
    const transport = stopping(createTransport(sandbox.mailUrl));
    const mail = {
      from: 'a@example.com',
      to: 'b@example.com',
      subject: 'Hello',
      text: 'See http://x.test/y\n',
      ...changes,
    };
    return transport.sendMail({ ...mail, messageId: '<one@example.com>' }).catch((error: unknown) => error);
  };
  const fault = async (json: object) => sandbox.control('POST', '/mailbox/faults', json);
  const page = async () => (await send('GET', `${sandbox.url}/mailbox`)).text;

  it('takes any mail, and shows it, newest first, with links', async () => {
    expect(await page()).toContain('No mail has arrived yet');
    await deliver();
    await deliver({ subject: '<b>Bold</b>', to: 'c@example.com' });

    const shown = await page();
    expect(shown).toContain('<a href="http://x.test/y">http://x.test/y</a>');
    expect(shown.indexOf('&#60;b&#62;Bold')).toBeLessThan(shown.indexOf('Hello'));
    expect(shown.indexOf('&#60;b&#62;Bold')).toBeGreaterThan(0);
    expect(await sandbox.mails('c@example.com')).toMatchObject([
      { seq: 2, from: 'a@example.com', messageId: '<one@example.com>' },
    ]);
  });

  it('tells how the session of a mail ended, and recognizes no repetition', async () => {
    await deliverAndQuit();
    await fault({ at: 'answer', do: { cut: true } });
    expect(await deliver()).toBeInstanceOf(Error);

    await until(async () => (await sandbox.mails()).every(({ end }) => end !== null));
    expect((await sandbox.mails()).map(({ end }) => end)).toEqual(['quit', 'cut']);
  });

  it.each(['connect', 'mailFrom', 'rcptTo', 'data'])('refuses at %s, as often as its setting says', async (at) => {
    await fault({ at, do: { code: 451, text: 'Later' } });

    expect(await deliver()).toMatchObject({ responseCode: 451 });
    expect(await sandbox.mails()).toEqual([]);
    await deliver();
    expect(await sandbox.mails()).toHaveLength(1);
  });

  it('strikes the mails to one recipient alone', async () => {
    await fault({ at: 'rcptTo', to: 'c@example.com', do: { code: 550 } });
    await deliver();
    expect(await deliver({ to: 'c@example.com' })).toMatchObject({ responseCode: 550 });
    expect(await sandbox.mails()).toHaveLength(1);
  });

  it.each([
    [{ at: 'nowhere', do: { stall: true } }],
    [{ at: 'data', do: { code: 250 } }],
    [{ at: 'answer', do: { code: 450 } }],
    [{ at: 'connect', to: 'c@example.com', do: { cut: true } }],
  ])('refuses the fault %j', async (json) => {
    expect((await fault(json)).status).toBe(400);
  });

  it('keeps its mails over a restart, and goes on counting them', async () => {
    const deliverTo = async ({ mailUrl }: { mailUrl: string }) =>
      stopping(createTransport(mailUrl)).sendMail({ from: 'a@example.com', to: 'b@example.com', text: 'Hello' });
    const first = await openSandbox({ dataDir: folder.path });
    await deliverTo(first);
    await first.stop();
    const second = stopping(await openSandbox({ dataDir: folder.path }));
    await deliverTo(second);

    expect((await second.mails()).map(({ seq }) => seq)).toEqual([1, 2]);
  });

  it('forgets its faults with all others, and everything at a reset', async () => {
    await fault({ at: 'connect', times: 9, do: { cut: true } });
    await sandbox.control('DELETE', '/faults');
    await deliver();
    expect((await sandbox.control('GET', '/mailbox/faults')).body).toEqual({ faults: [] });
    await sandbox.control('POST', '/reset');
    expect(await sandbox.mails()).toEqual([]);
  });
});
