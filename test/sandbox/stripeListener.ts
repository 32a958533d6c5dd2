import StripeLibrary from 'stripe';
import { buffer } from 'node:stream/consumers';
import { startServer } from '../support/servers/server';

/** Takes events, and checks each signature with Stripe's own library. */
export async function startReceivingEvents(secret: string) {
  const events: StripeLibrary.Event[] = [];
  const refused: string[] = [];
  let failures = 0;
  const server = await startServer((request, response) => {
    void buffer(request).then((body) => {
      const event = StripeLibrary.webhooks.constructEvent(body, String(request.headers['stripe-signature']), secret);
      const fails = failures > 0;
      if (fails) failures -= 1;
      if (fails) refused.push(event.id);
      else events.push(event);
      response.writeHead(fails ? 500 : 200).end();
    });
  });
  return {
    url: `${server.url}/`,
    events,
    /** The ids of events that were answered with an error. */
    refused,
    failNext: (count: number) => {
      failures = count;
    },
    stop: async () => server.stop(),
  };
}
