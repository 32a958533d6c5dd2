import type { NodemailerError } from 'nodemailer/lib/errors';

/** A mail server did not take a mail. The message tells nothing of the mail: neither its recipient nor its words. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  /**
   * The server's words, on one line, if it will never take this mail for this recipient; null: another try may succeed.
   * It may repeat anything of the mail.
   */
  readonly refusal: string | null;

  constructor(message: string, refusal: string | null = null) {
    super(message);
    this.refusal = refusal;
  }
}

/** A code of RFC 5321 §4.2, and the enhanced one of RFC 3463 after it. */
const codes = /^(\d{3})(?:[ -](\d\.\d{1,3}\.\d{1,3}))?/;

/**
 * Answers to a recipient or a message that say nothing of them. The operator mends the server's objections to this
 * service: it is not logged in (RFC 4954 §6), may not relay, or is blocked (RFC 3463 §3.8). A full mailbox is emptied,
 * and 552 is temporary (RFC 5321 §4.5.3.1.10).
 */
const isPassing = /^(?:5(?:30|34|35|38|52)\b|5\d\d[ -]5\.(?:7\.\d|2\.2\b)|5\d\d[ -](?!\d\.).*\brelay)/i;

/**
 * The meaning of an error of nodemailer. A 5yz to the recipient or to the message is final (RFC 5321 §4.2.1), unless it
 * is a passing answer. A 5yz to an earlier command, such as for a wrong password, is a fault that the operator mends.
 */
export function mailFailure(error: NodemailerError): MailFailure {
  const { command = '', response, permanent } = error;
  if (response === undefined) return new MailFailure(command === 'API' ? String(error.code) : error.message);
  const [, code = 'nothing', enhanced = ''] = codes.exec(response) ?? [];
  const message = `the mail server answered ${[code, enhanced].join(' ').trim()} to ${command}`;
  const isFinal = permanent === true && ['RCPT TO', 'DATA'].includes(command) && !isPassing.test(response);
  return new MailFailure(message, isFinal ? response.replace(/\s+/g, ' ').trim() : null);
}
