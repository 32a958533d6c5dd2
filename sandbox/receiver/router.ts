import { isUtf8 } from 'node:buffer';
import { setTimeout as wait } from 'node:timers/promises';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { answerBadControl, parse, readBody } from '../controls/body';
import { refuseOutbound } from '../controls/refuseOutbound';
import { readBytes } from '../http/exchange';
import { sendAnswer } from '../http/sendAnswer';
import { ReceiverName, ReceiverSettingsChange } from './receivers';
import type { Receivers } from './receivers';
import { checkSignature } from './signature';

const bodyLimitBytes = 1024 * 1024;
const Query = z.object({ since: z.coerce.number().int().nonnegative().default(0) });

/** `/_sandbox/receiver/*`: takes webhooks, and lists them. `observe` notes each webhook, and lets faults strike it. */
export function receiverRouter(receivers: Receivers, observe: RequestHandler): Router {
  const router = Router();
  router.post('/:name/settings', refuseOutbound, async (req, res) => {
    const name = parse(ReceiverName, req.params.name);
    receivers.change(name, await readBody(req, ReceiverSettingsChange));
    res.json(describeSettings(receivers, name));
  });
  router.post('/:name', observe, async (req, res) =>
    receive(receivers, parse(ReceiverName, req.params['name']), req, res),
  );
  router.get('/:name', refuseOutbound, (req, res) => {
    const name = parse(ReceiverName, req.params.name);
    const deliveries = receivers.since(name, parse(Query, req.query).since);
    res.json({ name, settings: describeSettings(receivers, name), deliveries });
  });
  router.use(answerBadControl);
  return router;
}

async function receive(receivers: Receivers, name: string, req: Request, res: Response): Promise<void> {
  const body = await readBytes(req, bodyLimitBytes);
  const { secret, status, headers, delayMs, failTimes, failStatus } = receivers.settings(name);
  const answeredStatus = failTimes > 0 ? failStatus : status;
  if (failTimes > 0) receivers.change(name, { failTimes: failTimes - 1 });
  const receivedAtMs = Date.now();
  const sent = Object.fromEntries(Object.entries(req.headers).map(([key, value]) => [key, String(value)]));
  const bodyEncoding = isUtf8(body) ? 'utf8' : 'base64';
  const { seq } = receivers.add(name, {
    receivedAt: new Date(receivedAtMs).toISOString(),
    headers: sent,
    body: body.toString(bodyEncoding),
    bodyEncoding,
    signature: checkSignature(secret, sent, body, receivedAtMs),
    answeredStatus,
  });
  if (delayMs > 0) await wait(delayMs, undefined, { ref: false });
  sendAnswer(res, { status: answeredStatus, headers, body: { received: seq } });
}

/** All settings but the secret itself. */
function describeSettings(receivers: Receivers, name: string): object {
  const { secret, ...rest } = receivers.settings(name);
  return { hasSecret: secret !== null, ...rest };
}
