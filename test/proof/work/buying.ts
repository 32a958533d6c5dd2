import { sendEvent } from '../../support/payments';
import { send } from '../../support/servers/sandbox';
import { until } from '../../support/until';
import { registerOwner } from './inviting';
import { patienceMs } from '../patience';
import type { Stage } from '../stage';

/** An owner buys credits and subscribes; some of the money paid is refunded. */
export async function buyCredits(stage: Stage): Promise<void> {
  const { token } = await registerOwner(stage);
  const pay = async (bought: object): Promise<string> => {
    const body = { ...bought, successUrl: 'https://app.example/', cancelUrl: 'https://app.example/' };
    const made = await stage.ask('POST', '/api/v1/console/billing/paygo/checkout', body, token);
    if (made.status !== 200) throw new Error(`checkout answered ${made.status}: ${JSON.stringify(made.body)}`);
    const form = new URLSearchParams({ action: 'pay', card: '4242 4242 4242 4242' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    await send('POST', made.body.checkoutUrl, { body: form.toString(), headers });
    return made.body.sessionId;
  };
  const sessionId = await pay({ credits: 1000 });
  await tellAll(stage);
  const { sessions, charges } = await stage.sandbox.control('GET', '/stripe');
  const { paymentIntent } = sessions.find(({ id }: { id: string }) => id === sessionId);
  const charge = charges.find((one: { paymentIntent: string }) => one.paymentIntent === paymentIntent).id;
  await stage.sandbox.control('POST', '/stripe/refunds', { charge, amount: 500 });
  await pay({ plan: 'creator' });
  await tellAll(stage);
}

/** As Stripe does, of all that has ever happened: in any order, some twice at the same moment, until it is taken. */
async function tellAll(stage: Stage): Promise<void> {
  const { events } = await stage.sandbox.control('GET', '/stripe');
  const tell = async ({ body }: { body: string }) =>
    until(
      async () => {
        const answer = await sendEvent(await stage.api(), body);
        if (answer.status === 500) stage.faults.push(`an event of Stripe: ${JSON.stringify(answer.body)}`);
        return answer.status === 200;
      },
      { limitMs: patienceMs, wanted: 'an event of Stripe is taken', isForgiving: true },
    );
  await Promise.all([...events, ...events].map(tell));
}
