import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer/lib/errors';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { paced } from '../../domain/pace';
import { failpoint } from '../failpoint';
import { withTimeLimit } from '../timeLimit';
import { MailFailure, mailFailure } from './MailFailure';
import type { MailServer } from './mailServer';
import type { Sender } from './sender';

/** A mail as its recipient gets it. */
export interface Mail {
  /** The same at each try, so that a mail that comes twice is recognized (RFC 5322 §3.6.4). */
  id: string;
  date: Date;
  subject: string;
  text: string;
}

/** One mail on its way. */
export interface OutgoingMail {
  recipient: string;
  /**
   * Called when the server asks for the message, and not before, so that its facts are looked up as late as can be.
   * @returns also the moment, on the clock of `performance.now()`, after which nothing of the mail may be sent any more
   */
  compose: () => Promise<{ mail: Mail; notAfterMs: number }>;
  /** Called when the server has taken the message. @returns whether this record is the first one */
  record: () => Promise<boolean>;
}

/** The way to the mail server. */
export interface Mailer {
  /**
   * Hands over one mail, within 60 s. A session whose mail is recorded ends with QUIT; any other is cut.
   * @throws MailFailure when the server did not take it, or the outcome is unknown; errors of `compose` and `record`
   */
  send: (sending: OutgoingMail, signal: AbortSignal) => Promise<void>;
}

/** The time until the connection stands and the server has greeted. A healthy server needs seconds. */
const openingMs = 20_000;
/** The longest silence of the server, which may look into the message for a while (RFC 5321 §4.5.3.2.6). */
const silenceMs = 30_000;
/** The limit of one session: no server keeps one of the few slots for longer, however slowly it speaks. */
export const mailSessionMs = 60_000;

/** Sends by SMTP, with one connection for each mail: there are few of them. */
export function createMailer({ server, from }: { server: MailServer; from: Sender }): Mailer {
  return {
    send: async (sending, signal) =>
      withTimeLimit(signal, paced(mailSessionMs), async (limited) => {
        const connection = new SMTPConnection(optionsFor(server));
        const within = raceAgainstLoss(connection, limited);
        try {
          await within((done) => connection.connect(done));
          if (server.credentials) await within((done) => connection.login(authOf(server), done));
          await hand(connection, within, from, sending);
          failpoint('outside.mail.send', 'after');
          if (await sending.record()) connection.quit();
          else connection.close();
        } catch (error) {
          connection.close();
          throw error;
        }
      }),
  };
}

function optionsFor({ host, port, encryption }: MailServer) {
  return {
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    connectionTimeout: paced(openingMs),
    greetingTimeout: paced(openingMs),
    dnsTimeout: paced(openingMs),
    socketTimeout: paced(silenceMs),
    // A connection that is given up says nothing more.
    socketCloseTimeout: 0,
  };
}

function authOf({ credentials }: MailServer) {
  return { user: credentials?.user, pass: credentials?.password };
}

type Step = (begin: (done: (error?: NodemailerError | null) => void) => void) => Promise<void>;

/** Steps of a connection, each of which fails when the connection is lost or the time is over. */
function raceAgainstLoss(connection: SMTPConnection, signal: AbortSignal): Step {
  const lost = new Promise<never>((_resolve, reject) => {
    connection.on('error', (error: NodemailerError) => reject(mailFailure(error)));
    signal.addEventListener('abort', () => reject(new MailFailure(`the session was ended: ${nameOf(signal.reason)}`)));
  });
  lost.catch(() => undefined);
  return async (begin) => {
    const step = new Promise<void>((resolve, reject) => {
      begin((error) => (error ? reject(mailFailure(error)) : resolve()));
    });
    await Promise.race([lost, step]);
  };
}

function nameOf(reason: unknown): string {
  return reason instanceof Error ? reason.name : 'cancelled';
}

/** The transaction of RFC 5321 §3.3: sender, recipient, message. The message comes into being after the answer to DATA. */
async function hand(
  connection: SMTPConnection,
  within: Step,
  from: Sender,
  { recipient, compose }: OutgoingMail,
): Promise<void> {
  let fault: unknown;
  async function* message(): AsyncGenerator<Buffer> {
    try {
      yield await bytesOf(from, recipient, compose);
    } catch (error) {
      fault = error;
      throw error;
    }
  }
  const envelope = { from: from.address, to: [recipient] };
  const stream = Readable.from(message(), { objectMode: false });
  await within((done) => connection.send(envelope, stream, (error) => done(error))).catch((error: unknown) => {
    throw fault ?? error;
  });
}

async function bytesOf(from: Sender, recipient: string, compose: OutgoingMail['compose']): Promise<Buffer> {
  const { mail, notAfterMs } = await compose();
  const bytes = await new MailComposer({
    from,
    to: { name: '', address: recipient },
    subject: mail.subject,
    text: mail.text,
    date: mail.date,
    messageId: `<${mail.id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    // No machine is to answer the mail (RFC 3834 §5).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
  failpoint('outside.mail.send', 'before');
  // A process that was paused comes too late without noticing: the clock decides, in the tick that writes.
  if (performance.now() >= notAfterMs) throw new MailFailure('the time for the message was over');
  return bytes;
}
