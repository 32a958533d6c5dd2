import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { z } from 'zod';
import { openCollection } from '../storage/collection';

/** A mail that has arrived. */
const Mail = z
  .object({
    seq: z.number(),
    /** By the machine's own clock. */
    receivedAt: z.string(),
    /** Sender and recipients of the envelope, which the headers need not repeat. */
    from: z.string(),
    to: z.array(z.string()),
    messageId: z.string(),
    subject: z.string(),
    text: z.string(),
    /** The whole mail, as it came. */
    raw: z.string(),
    /** The end of the mail's session: the sender said QUIT, or the session was cut; null: it is not over. */
    end: z.enum(['quit', 'cut']).nullable(),
  })
  .readonly();
export type Mail = z.infer<typeof Mail>;

/** A mail as it arrived by SMTP. */
export type Received = Pick<Mail, 'from' | 'to' | 'raw'>;

/** All mails that were taken, over restarts, too; the latest 1000. Nothing is recognized as a repetition. */
export interface Mails {
  /** On disk when it resolves. */
  add(received: Received): Promise<Mail>;
  noteEnd(seq: number, end: 'quit' | 'cut'): void;
  /** The mails after a number, oldest first. */
  since(seq: number): Mail[];
  clear(): void;
}

const mailsMax = 1000;

/** Opens the mails that are kept in `dataDir`. */
export function openMails(dataDir: string): Mails {
  const kept = openCollection(join(dataDir, 'mails.jsonl'), Mail);
  let seq = kept.values().reduce((last, mail) => Math.max(last, mail.seq), 0);
  return {
    async add(received) {
      const { messageId = '', subject = '', text = '' } = await PostalMime.parse(received.raw);
      seq += 1;
      const mail = { seq, receivedAt: new Date().toISOString(), ...received, messageId, subject, text, end: null };
      kept.put(String(seq), mail);
      for (const { seq: oldest } of kept.values().slice(0, -mailsMax)) kept.delete(String(oldest));
      return mail;
    },
    noteEnd(number, end) {
      const mail = kept.get(String(number));
      if (mail) kept.put(String(number), { ...mail, end });
    },
    since: (after) => kept.values().filter((mail) => mail.seq > after),
    clear: () => kept.clear(),
  };
}
