/** The states of an invitation's mail. `refused`: the mail server will never take it for this recipient. */
export const mailStatuses = ['pending', 'sent', 'refused'] as const;
export type MailStatus = (typeof mailStatuses)[number];

const firstWaitMs = 2000;
const waitMsMax = 15 * 60_000;

/** The wait until the next try, after so many failed tries: 2 s, doubling to 15 minutes, while the invitation lives. */
export function mailRetryDelayMs(failedTries: number): number {
  return Math.min(firstWaitMs * 2 ** Math.min(failedTries - 1, 20), waitMsMax);
}

/** The facts that the mail of an invitation has. */
export interface InvitationMail {
  organizationName: string;
  email: string;
  role: string;
  expiresAt: Date;
  /** The address at which the invitation is accepted; it contains the token. */
  link: string;
}

/** The words of the mail. The organization's name stands in quotes, so that no recipient takes it for ours. */
export function invitationText(mail: InvitationMail): { subject: string; text: string } {
  const { organizationName, email, role, expiresAt, link } = mail;
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' at ')} UTC`;
  const lines = [
    `You are invited to join the organization "${organizationName}" as ${role === 'admin' ? 'an admin' : 'a member'}.`,
    'Accept the invitation here:',
    link,
    `The link works until ${until}, once, and only for a user whose email is ${email}.`,
    'If you do not know the organization, ignore this mail.',
  ];
  return { subject: `Invitation to "${organizationName}"`, text: `${lines.join('\n\n')}\n` };
}

/** The console's page on which a user accepts an invitation (contract.md §7). */
export function invitationLink(consoleUrl: string, token: string): string {
  return `${consoleUrl}/invitations/${token}`;
}
