import { startApp } from '../../support/callers/app';
import { buildUser } from '../../support/callers/people';
import type { BuiltUser } from '../../support/callers/people';
import type { Answer, Json } from '../../support/actors';
import { sendEvent } from '../../support/payments';
import { openSandbox, send } from '../../support/servers/sandbox';
import { use } from '../../support/use';

export const goodCard = '4242 4242 4242 4242';
export const declinedCard = '4000 0000 0000 0002';
export const failingLaterCard = '4000 0000 0000 0341';

/** An event as the sandbox keeps it, with its bytes. */
export interface KeptEvent {
  id: string;
  type: string;
  body: string;
}

/**
 * The API with the sandbox's Stripe, which sends nothing by itself: a test brings its events, in the order it wants.
 * @param outside settings of payments that are not the usual ones, and a database: models know only the last one
 */
export function usePaying(
  config: Parameters<typeof startApp>[0] = {},
  outside: () => Parameters<typeof startApp>[1] = () => ({}),
) {
  return use(async () => {
    const sandbox = await openSandbox();
    const app = await startApp(config, { stripeUrl: sandbox.stripeUrl, ...outside() });
    let seen = 0;
    const state = async (): Promise<Json> => (await sandbox.control('GET', '/stripe')).body;
    const submit = async (url: string, fields: Record<string, string>) =>
      send('POST', url, {
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const control = async (path: string, body: object) => {
      const { status, text } = await sandbox.control('POST', `/stripe/${path}`, body);
      if (status >= 300) throw new Error(text);
    };
    const newEvents = async (): Promise<KeptEvent[]> => {
      const { events } = await state();
      return events.slice(seen, (seen = events.length));
    };
    return {
      app,
      sandbox,
      state,
      submit,
      control,
      newEvents,
      /** Brings events, one after the other. */
      bring: async (events: readonly KeptEvent[]): Promise<Answer[]> => {
        const answers: Answer[] = [];
        for (const { body } of events) answers.push(await sendEvent(app, body));
        return answers;
      },
      /** Asks for a page to pay on. */
      checkout: async (owner: BuiltUser, bought: object, parts: object = {}): Promise<Answer> =>
        owner.call('POST', '/api/v1/console/billing/paygo/checkout', {
          body: {
            ...bought,
            successUrl: 'https://app.example/paid?id={CHECKOUT_SESSION_ID}',
            cancelUrl: 'https://app.example/',
          },
          ...parts,
        }),
      pay: async ({ body }: Answer, card = goodCard, address: Record<string, string> = {}) =>
        submit(body.checkoutUrl, { action: 'pay', card, ...address }),
      finances: async (owner: BuiltUser) => (await owner.call('GET', '/api/v1/console/billing/finance-state')).body,
      owner: async () => buildUser(app),
      stop: async () => {
        await app.stop();
        await sandbox.stop();
      },
    };
  });
}
export type Paying = ReturnType<typeof usePaying>;

/** The entries of a ledger, without ids and times, and whether they add up. */
export async function ledgerOf({ app }: Paying, { workspaceId }: { workspaceId: string }) {
  const entries = await app.database.query<{ type: string; amount: number; balanceAfter: number }>(
    `SELECT type, amount, balance_after AS "balanceAfter" FROM credit_entries WHERE workspace_id = $1 ORDER BY seq`,
    [workspaceId],
  );
  const [account] = await app.database.query<{
    balance: number;
    purchased: number;
    plan: string;
    nextPlan: string | null;
  }>(
    `SELECT monthly_credits - held - posted + purchased AS balance, purchased, plan, next_plan AS "nextPlan"
     FROM credit_accounts WHERE workspace_id = $1`,
    [workspaceId],
  );
  const sum = entries.reduce((total, { amount }) => total + amount, 0);
  return { entries: entries.map(({ type, amount }) => [type, amount] as const), sum, ...account! };
}
