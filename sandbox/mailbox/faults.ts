import { z } from 'zod';

/** A fault of mails, set by `POST /_sandbox/mailbox/faults`. */
export const MailFaultRequest = z
  .strictObject({
    /**
     * The step of a session: before the greeting, at the sender, at the recipient, at the message, which is then not
     * kept, or at the answer to a message that is kept.
     */
    at: z.enum(['connect', 'mailFrom', 'rcptTo', 'data', 'answer']),
    /** The recipient whose mails the fault strikes; any recipient, if left out. */
    to: z.string().optional(),
    /** The number of times that it strikes. */
    times: z.int().positive().default(1),
    do: z.union([
      z.strictObject({
        code: z.int().min(400).max(599),
        /** At the message, `{message}` in it stands for the end of the message, which servers may repeat. */
        text: z.string().max(500).default('Refused by the sandbox'),
      }),
      z.strictObject({ stall: z.literal(true) }),
      z.strictObject({ cut: z.literal(true) }),
      z.strictObject({ delayMs: z.int().positive() }),
    ]),
  })
  .refine(({ at, do: action }) => at !== 'answer' || !('code' in action), 'a mail that is kept is not refused')
  .refine(
    ({ at, to }) => to === undefined || !['connect', 'mailFrom'].includes(at),
    'the recipient is not known there',
  );
export type MailFaultRequest = z.infer<typeof MailFaultRequest>;
export type MailStep = MailFaultRequest['at'];
/** A refusal with a code of SMTP, silence, the end of the connection, or an answer that comes later. */
export type MailFaultAction = MailFaultRequest['do'];

export interface MailFault extends MailFaultRequest {
  readonly id: string;
  /** The number of times that it has struck. */
  readonly struck: number;
}

/** The faults that are set. They live in memory: a restart forgets them. */
export interface MailFaults {
  add(request: MailFaultRequest): MailFault;
  list(): MailFault[];
  clear(): void;
  /** Takes the fault of this step: the oldest fault that is not used up. */
  take(at: MailStep, recipients: readonly string[]): MailFaultAction | undefined;
}

/** No fault set. */
export function openMailFaults(): MailFaults {
  const faults = new Map<string, MailFault>();
  let count = 0;
  return {
    add(request) {
      count += 1;
      const fault = { ...request, id: `mail-fault-${count}`, struck: 0 };
      faults.set(fault.id, fault);
      return fault;
    },
    list: () => [...faults.values()],
    clear: () => faults.clear(),
    take(at, recipients) {
      const fault = [...faults.values()].find(
        (one) => one.at === at && one.struck < one.times && (one.to === undefined || recipients.includes(one.to)),
      );
      if (fault) faults.set(fault.id, { ...fault, struck: fault.struck + 1 });
      return fault?.do;
    },
  };
}
