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
 * The meaning of an error of nodemailer. A 5yz to the recipient or to the message is final (RFC 5321 §4.2.1). To anything
 * before it, such as a wrong password, it is a fault that the operator mends.
 */
export function mailFailure(error: NodemailerError): MailFailure {
  const { command = '', response, permanent } = error;
  if (response === undefined) return new MailFailure(command === 'API' ? String(error.code) : error.message);
  const [, code = 'nothing', enhanced = ''] = codes.exec(response) ?? [];
  const message = `the mail server answered ${[code, enhanced].join(' ').trim()} to ${command}`;
  const isFinal = permanent === true && ['RCPT TO', 'DATA'].includes(command);
  return new MailFailure(message, isFinal ? response.replace(/\s+/g, ' ').trim() : null);
}
