import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { MailFaults, MailStep } from './faults';
import type { Mails } from './mails';
import { openSessions } from './sessions';
import type { Sessions } from './sessions';

/** A port that takes mails. */
export interface MailHost {
  /** `smtp://host:port` */
  readonly url: string;
  /** Ends its sessions and closes the port. */
  close(): Promise<void>;
}

type Done = (refusal?: Error | null) => void;
/** Lets the faults of one step strike; calls `done` with a refusal, or with nothing where the session goes on. */
type Meet = (at: MailStep, recipients: string[], session: SMTPServerSession, done: Done) => void;

const mailBytesMax = 1024 * 1024;

/**
 * A mail server that takes any mail from any sender. It offers no encryption: the mails do not leave this machine. Port
 * 0 picks a free port. Rejects when the port is taken.
 */
export async function serveMail(mails: Mails, faults: MailFaults, address: string, port: number): Promise<MailHost> {
  const sessions = openSessions(mails);
  const meet: Meet = (at, recipients, session, done) => {
    const fault = faults.take(at, recipients);
    if (!fault) return done();
    if ('code' in fault) return done(Object.assign(new Error(fault.text), { responseCode: fault.code }));
    if ('delayMs' in fault) setTimeout(done, fault.delayMs).unref();
    if ('cut' in fault) sessions.cut(session);
  };
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    authOptional: true,
    allowInsecureAuth: true,
    size: mailBytesMax,
    closeTimeout: 100,
    onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
    onConnect: (session, done) => {
      sessions.begin(server, session);
      meet('connect', [], session, done);
    },
    onMailFrom: (_sender, session, done) => meet('mailFrom', [], session, done),
    onRcptTo: ({ address: recipient }, session, done) => meet('rcptTo', [recipient], session, done),
    onData: (message, session, done) => void receive({ mails, sessions, meet }, message, session, done),
    onClose: (session) => sessions.end(session),
  });
  server.server.on('connection', (socket) => sessions.noteSocket(socket));
  // A client that goes away in the middle is nothing to report.
  server.on('error', () => undefined);
  return listen(server, address, port);
}

interface Parts {
  mails: Mails;
  sessions: Sessions;
  meet: Meet;
}

async function receive(parts: Parts, message: SMTPServerDataStream, session: SMTPServerSession, done: Done) {
  const to = session.envelope.rcptTo.map(({ address }) => address);
  const refusal = await keep(parts, message, to, session).catch((error: unknown) =>
    error instanceof Error ? error : new Error('the message was not received'),
  );
  if (refusal) done(refusal);
  else parts.meet('answer', to, session, done);
}

/** @returns the reason for a refusal of the message; nothing, if the message is kept */
async function keep(
  { mails, sessions, meet }: Parts,
  message: SMTPServerDataStream,
  to: string[],
  session: SMTPServerSession,
): Promise<Error | undefined> {
  const raw = (await buffer(message)).toString('utf8');
  const refusal = await new Promise<Error | null | undefined>((resolve) => meet('data', to, session, resolve));
  if (refusal) return Object.assign(refusal, { message: refusal.message.replace('{message}', endOf(raw)) });
  const { mailFrom } = session.envelope;
  const { seq } = await mails.add({ from: mailFrom ? mailFrom.address : '', to, raw });
  sessions.noteMail(session, seq);
  return undefined;
}

/** The last words of a message, on one line and without the line breaks of its encoding (RFC 2045 §6.7). */
function endOf(raw: string): string {
  return raw.replace(/=\r\n/g, '').replace(/\s+/g, ' ').slice(-400);
}

async function listen(server: SMTPServer, address: string, port: number): Promise<MailHost> {
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(port, address, resolve);
  });
  const bound = server.server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the mail server listens on no port');
  return {
    url: `smtp://${address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address}:${bound.port}`,
    close: async () => new Promise((resolve) => server.close(resolve)),
  };
}
