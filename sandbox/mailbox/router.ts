import { Router } from 'express';
import { z } from 'zod';
import { answerBadControl, parse, readBody } from '../controls/body';
import { refuseOutbound } from '../controls/refuseOutbound';
import { MailFaultRequest } from './faults';
import type { MailFaults } from './faults';
import type { Mails } from './mails';

/** The mails that have come, and the faults of mails. */
export interface Mailbox {
  readonly mails: Mails;
  readonly faults: MailFaults;
}

const Query = z.object({ since: z.coerce.number().int().nonnegative().default(0) });

/** `/_sandbox/mailbox`: the mails that have come, and the faults that are to come. */
export function mailboxRouter({ mails, faults }: Mailbox): Router {
  const router = Router();
  router.use(refuseOutbound);
  router.get('/', (req, res) => void res.json({ mails: mails.since(parse(Query, req.query).since) }));
  router
    .route('/faults')
    .get((_req, res) => void res.json({ faults: faults.list() }))
    .post(async (req, res) => {
      res.status(201).json({ id: faults.add(await readBody(req, MailFaultRequest)).id });
    })
    .delete((_req, res) => {
      faults.clear();
      res.status(204).end();
    });
  router.use(answerBadControl);
  return router;
}
