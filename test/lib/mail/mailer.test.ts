import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';
import { createMailer } from '../../../lib/mail/mailer';
import type { Mail, OutgoingMail } from '../../../lib/mail/mailer';
import type { MailServer } from '../../../lib/mail/mailServer';
import { selfSignedCertificate } from '../../support/servers/certificate';
import { startServer } from '../../support/servers/server';
import { startNode } from '../../support/servers/processes';
import { useSandbox } from '../../support/servers/sandbox';
import { useTempDir } from '../../support/tempDir';
import { until } from '../../support/until';
import { useStopping } from '../../support/use';

const sandbox = useSandbox();
const stopping = useStopping();
const folder = useTempDir();
const from = { name: 'Acme', address: 'no-reply@example.com' };
const credentials = { user: 'acme', password: 'very secret' };
const mail: Mail = {
  id: 'invitation.1',
  date: new Date(0),
  subject: 'Zoë’s "team"\r\nBcc: x@y.z',
  text: 'Hello\n.\nend\n',
};
const never = new AbortController().signal;
const soon = () => performance.now() + 60_000;

const sending = (changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  recipient: 'grace@example.com',
  compose: async () => ({ mail, notAfterMs: soon() }),
  record: async () => true,
  ...changes,
});
const at = (port: number, changes: Partial<MailServer> = {}) =>
  createMailer({
    server: { host: 'localhost', port, encryption: 'none', credentials: null, ...changes },
    from,
  });
const mailbox = () => at(Number(new URL(sandbox.mailUrl).port));

/** A mail server that notes its log-ins and mails. */
async function listen(options: SMTPServerOptions) {
  const sent: string[] = [];
  const server = new SMTPServer({
    logger: false,
    disableReverseLookup: true,
    authOptional: true,
    onAuth: ({ username }, session, done) => {
      sent.push(`${session.secure ? 'secure' : 'plain'} auth ${username}`);
      done(null, { user: 'acme' });
    },
    onData: (stream, session, done) => {
      sent.push(`${session.secure ? 'secure' : 'plain'} mail`);
      stream.resume().on('end', () => done());
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  stopping({ stop: async () => new Promise<void>((resolve) => server.close(resolve)) });
  const address = server.server.address();
  return { sent, port: typeof address === 'object' && address ? address.port : 0 };
}

describe('a mail', () => {
  it('arrives as it was composed, and nothing in it adds a header or ends it', async () => {
    await mailbox().send(sending(), never);

    await until(async () => (await sandbox.mails()).at(-1)?.end === 'quit');
    const seen = (await sandbox.mails()).at(-1)!;
    expect(seen).toMatchObject({ from: from.address, to: ['grace@example.com'], text: 'Hello\n.\nend\n' });
    expect(seen.messageId).toBe('<invitation.1@example.com>');
    expect(seen.subject).toContain('Zoë’s "team"');
    expect(seen.raw).not.toMatch(/^Bcc:/im);
    expect(seen.raw).toMatch(/^Date: Thu, 01 Jan 1970/im);
    expect(seen.raw).toMatch(/^From: "?Acme"? <no-reply@example.com>/im);
  });

  it.each<[string, Partial<OutgoingMail>]>([
    ['its time is over', { compose: async () => ({ mail, notAfterMs: performance.now() }) }],
    ['it cannot be composed', { compose: async () => Promise.reject(new Error('taken back')) }],
  ])('is not sent when %s, though the server waits for it', async (_why, changes) => {
    const before = (await sandbox.mails()).length;
    await expect(mailbox().send(sending(changes), never)).rejects.toThrow(/over|taken back/);
    await mailbox().send(sending(), never);

    expect(await sandbox.mails()).toHaveLength(before + 1);
  });

  it('is recorded before QUIT is said; a session whose mail somebody else has recorded is cut', async () => {
    const [before] = [(await sandbox.mails()).length];
    const ends: unknown[] = [];
    const record = async () => {
      ends.push((await sandbox.mails()).at(-1)?.end);
      return false;
    };
    await mailbox().send(sending({ record }), never);

    await until(async () => (await sandbox.mails()).at(-1)?.end !== null);
    expect(ends).toEqual([null]);
    expect((await sandbox.mails()).slice(before).map(({ end }) => end)).toEqual(['cut']);
  });

  it('is given up with its signal', async () => {
    await sandbox.control('POST', '/mailbox/faults', { at: 'rcptTo', do: { stall: true } });
    const giving = new AbortController();
    const sent = mailbox().send(sending(), giving.signal);
    setTimeout(() => giving.abort(), 100);

    await expect(sent).rejects.toThrow('the session was ended');
  });
});

describe('encryption', () => {
  const { cert, key } = selfSignedCertificate('localhost');

  it('is demanded: a server without STARTTLS is sent neither password nor recipient', async () => {
    const { sent, port } = await listen({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
    const mailer = at(port, { encryption: 'starttls', credentials });

    await expect(mailer.send(sending(), never)).rejects.toMatchObject({ name: 'MailFailure', refusal: null });
    expect(sent).toEqual([]);
  });

  it.each(['starttls', 'tls'] as const)('by %s needs a certificate that is trusted', async (encryption) => {
    const { sent, port } = await listen({ cert, key, secure: encryption === 'tls' });
    const mailer = at(port, { encryption, credentials });

    await expect(mailer.send(sending(), never)).rejects.toThrow(/self-signed certificate/);
    expect(sent).toEqual([]);
  });

  it.each(['starttls', 'tls'] as const)('by %s comes before the password and the mail', async (encryption) => {
    const { sent, port } = await listen({ cert, key, secure: encryption === 'tls' });
    writeFileSync(folder.at('ca.pem'), cert);
    const script = `
      const { createMailer } = require('./lib/mail/mailer');
      const server = ${JSON.stringify({ host: 'localhost', port, encryption, credentials })};
      const mail = { id: 'a', date: new Date(), subject: 'b', text: 'c' };
      const compose = async () => ({ mail, notAfterMs: Infinity });
      createMailer({ server, from: { name: '', address: 'a@example.com' } })
        .send({ recipient: 'grace@example.com', compose, record: async () => true }, new AbortController().signal)
        .then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });`;
    const child = startNode('mailer', ['--require', 'tsx/cjs', '-e', script], {
      NODE_EXTRA_CA_CERTS: folder.at('ca.pem'),
    });

    expect([(await child.exited).code, child.errors()]).toEqual([0, '']);
    expect(sent).toEqual(['secure auth acme', 'secure mail']);
  });
});

describe('a failure', () => {
  const refuse = async (fault: object) => {
    await sandbox.control('POST', '/mailbox/faults', fault);
    return mailbox()
      .send(sending(), never)
      .catch((error: unknown) => error);
  };

  it.each([
    ['rcptTo', 550, 'the mail server answered 550 5.1.1 to RCPT TO', '550 5.1.1 No <grace@example.com> here'],
    ['data', 554, 'the mail server answered 554 5.1.1 to DATA', '554 5.1.1 No <grace@example.com> here'],
    ['rcptTo', 450, 'the mail server answered 450 5.1.1 to RCPT TO', null],
    ['mailFrom', 550, 'the mail server answered 550 5.1.1 to MAIL FROM', null],
  ])('at %s with %d is reported without the recipient, and is final or not', async (where, code, message, refusal) => {
    const failure = await refuse({ at: where, do: { code, text: '5.1.1 No <grace@example.com> here' } });

    expect(failure).toMatchObject({ name: 'MailFailure', message, refusal });
  });

  it.each([
    ['rcptTo', 554, '5.7.1 <grace@example.com>: Relay access denied'],
    ['rcptTo', 550, 'Relaying denied'],
    ['rcptTo', 550, '5.7.1 Client host blocked'],
    ['rcptTo', 530, '5.7.0 Authentication required'],
    ['rcptTo', 530, 'Log in first'],
    ['data', 554, '5.7.1 The message looks like spam'],
    ['rcptTo', 552, '5.2.2 The mailbox is full'],
  ])('at %s with %d %s is none of the recipient, and is not final', async (where, code, text) => {
    expect(await refuse({ at: where, do: { code, text } })).toMatchObject({ name: 'MailFailure', refusal: null });
  });

  it.each([
    [550, 'Nobody of that name'],
    [550, '5.1.1 No <relay@example.com> here'],
    [553, 'The address is not allowed'],
  ])('with %d %s is final', async (code, text) => {
    expect(await refuse({ at: 'rcptTo', do: { code, text } })).toMatchObject({ refusal: `${code} ${text}` });
  });

  it('of a server that is not there, or says nothing, is not final', async () => {
    const gone = await startServer(createServer());
    await gone.stop();
    await expect(at(gone.port).send(sending(), never)).rejects.toMatchObject({ name: 'MailFailure', refusal: null });
  });

  it('of the log-in tells no credential', async () => {
    const { port } = await listen({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => done(new Error(`no ${username} with ${password}`)),
    });
    const failure = await at(port, { credentials })
      .send(sending(), never)
      .catch((error: unknown) => error);

    expect(failure).toMatchObject({ message: 'the mail server answered 535 to AUTH PLAIN', refusal: null });
  });
});
