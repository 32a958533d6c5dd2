import { Connection } from '../../../models/connections/Connection';
import { OAuthTicket } from '../../../models/oauth/OAuthTicket';
import { sealForTicket } from '../../../models/oauth/ticketSecrets';
import { testConsoleUrl, useApp } from '../../support/callers/app';
import type { Browser } from '../../support/browser';
import { offerOf } from '../../support/build/offer';
import { browserOf } from '../../support/runs/connecting';
import { addMember, buildUser } from '../../support/callers/people';
import { testSecrets } from '../../support/secrets';
import { useEach } from '../../support/use';

const app = useApp({ baseUrl: 'https://api.example/v' });
const ada = useEach(async () => buildUser(app));

const at = (path: string) => `${app.url}/api/v1/oauth/youtube${path}`;
const rowOf = (id: string) => OAuthTicket.findByPk(id, { raw: true, rejectOnEmpty: true });

/** An admin of Ada's organization who has begun to connect a channel. */
async function admin() {
  const user = await buildUser(app);
  const memberId = await addMember(ada.organizationId, user.userId, 'admin');
  const headers = { 'x-organization-id': ada.organizationId };
  const { body } = await user.call('POST', '/api/v1/console/oauth/connect-url', {
    body: { platform: 'youtube' },
    headers,
  });
  return { ...user, memberId, ticketId: body.ticketId as string, browser: browserOf(app) };
}
type Admin = Awaited<ReturnType<typeof admin>>;

/** The steps that an admin has begun, each with its next step. */
const steps: Record<string, { begin: (who: Admin) => Promise<() => Promise<string>> }> = {
  'opens the ticket': {
    begin: async (who) => async () => open(who),
  },
  'comes back from the platform': {
    begin: async (who) => {
      const state = new URL(await open(who)).searchParams.get('state');
      return async () => visit(who.browser, at(`/callback?state=${state}&code=4/a-code`));
    },
  },
  'chooses a channel': {
    begin: async (who) => {
      await open(who);
      const sealed = sealForTicket(testSecrets, who.ticketId, [offerOf('UC-a'), offerOf('UC-b')]);
      await OAuthTicket.update({ status: 'choosing', sealed }, { where: { id: who.ticketId } });
      const choice = { ticket: who.ticketId, action: 'connect', channel: 'UC-a' };
      return async () => (await who.browser.submit(at('/choose'), choice)).location;
    },
  },
};

const losses: Record<string, (who: Admin) => Promise<{ status: number }>> = {
  'was removed': async ({ memberId }) =>
    ada.call('DELETE', `/api/v1/auth/organizations/${ada.organizationId}/members/${memberId}`),
  'was made a member': async ({ memberId }) =>
    ada.call('PATCH', `/api/v1/auth/organizations/${ada.organizationId}/members/${memberId}/role`, {
      body: { role: 'member' },
    }),
  'has left': async ({ call }) => call('POST', `/api/v1/auth/organizations/${ada.organizationId}/leave`),
};

const cases = Object.keys(losses).flatMap((loss) => Object.keys(steps).map((step) => [loss, step] as const));

it.each(cases)('an admin who %s and then %s connects nothing', async (loss, step) => {
  const [who, other] = [await admin(), await admin()];
  const goOn = await steps[step]!.begin(who);
  expect((await losses[loss]!(who)).status).toBeLessThan(300);

  expect(await rowOf(who.ticketId)).toMatchObject({ status: 'expired', error: 'ticket_expired', sealed: null });
  expect(errorOf(await goOn())).toBe('ticket_expired');
  expect(await Connection.count({ where: { organizationId: ada.organizationId } })).toBe(0);
  expect((await rowOf(other.ticketId)).status).toBe('pending');
});

it.each(Object.keys(steps))('a ticket that a removal has not seen is refused to one who then %s', async (step) => {
  const who = await admin();
  const goOn = await steps[step]!.begin(who);
  await app.database.query('DELETE FROM memberships WHERE id = $1', [who.memberId]);

  expect(errorOf(await goOn())).toBe('invalid_ticket');
  expect(await Connection.count({ where: { organizationId: ada.organizationId } })).toBe(0);
});

it.each(Object.keys(steps))('an admin who is one yet and %s gets further', async (step) => {
  const goOn = await steps[step]!.begin(await admin());
  expect(['invalid_ticket', 'ticket_expired']).not.toContain(errorOf(await goOn()));
});

async function open({ browser, ticketId }: Admin): Promise<string> {
  return visit(browser, at(`/authorize?ticket=${ticketId}`));
}

async function visit(browser: Browser, url: string): Promise<string> {
  return (await browser.visit(url)).location;
}

/** The error that the browser brings back to the console; null for another address. */
function errorOf(location: string): string | null {
  const url = new URL(location);
  return url.href.startsWith(`${testConsoleUrl}/connections/done`) ? url.searchParams.get('error') : null;
}
