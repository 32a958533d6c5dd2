import { mailWorkflowId } from '../../domain/workflowContract';
import { createDispatcher } from '../../outbox/dispatch';
import { startRelay } from '../../outbox/relay';
import { startApp } from '../support/callers/app';
import type { TestApp } from '../support/callers/app';
import { buildUser } from '../support/callers/people';
import type { BuiltUser } from '../support/callers/people';
import { startPublishing } from '../support/runs/publishing';
import type { Publishing } from '../support/runs/publishing';
import type { SeenMail } from '../support/servers/sandbox';
import { until } from '../support/until';
import { use } from '../support/use';

export interface Invited {
  id: string;
  email: string;
  owner: BuiltUser;
}

export interface MailRow {
  mail_status: string;
  mail_round: number;
  mail_error: string | null;
  sealed_token: string | null;
  mail_lease_until: Date | null;
}

export interface Mailing {
  publishing: Publishing;
  app: TestApp;
  /** Sets a fault of the mailbox. */
  fault: (fault: object) => Promise<void>;
  /** Invites an address of its own, as the owner of a new organization. */
  invite: () => Promise<Invited>;
  /** Takes an invitation back. */
  takeBack: (invited: Invited) => Promise<void>;
  /** The invitation as the owner sees it. */
  listed: (invited: Invited) => Promise<Record<string, unknown>>;
  /** Waits for the end of the run. */
  ended: (invited: Invited, round?: number) => Promise<void>;
  /** The mails to the invited person, once the sessions that brought them have ended: QUIT comes after the run's end. */
  mailsTo: (invited: Invited) => Promise<SeenMail[]>;
  row: (invited: Invited) => Promise<MailRow>;
  stop: () => Promise<void>;
}

let invitations = 0;

/** The API, its relay, the workers, and the mailbox of the sandbox. */
async function startMailing(config: Parameters<typeof startApp>[0]): Promise<Mailing> {
  const publishing = await startPublishing();
  const { database, deps, sandbox, temporal } = publishing;
  const { logger, metrics } = deps;
  const dispatcher = createDispatcher({ client: temporal.client, logger, metrics });
  const relay = startRelay({ dispatcher, databaseUrl: database.url, logger, metrics });
  const app = await startApp(config, { dispatch: dispatcher.dispatchSoon, database });
  const invitationsOf = ({ organizationId }: BuiltUser) => `/api/v1/auth/organizations/${organizationId}/invitations`;
  return {
    publishing,
    app,
    fault: async (fault) => {
      const { status, text } = await sandbox.control('POST', '/mailbox/faults', fault);
      if (status !== 201) throw new Error(text);
    },
    invite: async () => {
      const owner = await buildUser(app, { name: 'Ada' });
      const email = `Grace.${++invitations}@example.com`;
      const { status, body } = await owner.call('POST', invitationsOf(owner), { body: { email, role: 'admin' } });
      if (status !== 201) throw new Error(`invite answers ${status}`);
      return { id: body.id, email, owner };
    },
    takeBack: async ({ id, owner }) => {
      const { status } = await owner.call('DELETE', `${invitationsOf(owner)}/${id}`);
      if (status !== 204) throw new Error(`delete answers ${status}`);
    },
    listed: async ({ owner }) => (await owner.call('GET', invitationsOf(owner))).body.items[0],
    ended: async ({ id }, round = 1) => {
      const handle = temporal.client.workflow.getHandle(mailWorkflowId({ invitationId: id, round }));
      await until(async () => handle.describe().catch(() => undefined));
      await handle.result();
    },
    mailsTo: async ({ email }) =>
      until(async () => {
        const mails = await sandbox.mails(email);
        return mails.every(({ end }) => end !== null) && mails;
      }),
    row: async ({ id }) => (await database.query<MailRow>('SELECT * FROM invitations WHERE id = $1', [id]))[0]!,
    stop: async () => {
      await relay.stop();
      await dispatcher.drained();
      await app.stop();
      await publishing.stop();
    },
  };
}

/** The same for the tests around the call; before each of them the mailbox works as it should. */
export function useMailing(config: Parameters<typeof startApp>[0] = {}): Mailing {
  const mailing = use(async () => startMailing(config));
  beforeEach(async () => mailing.publishing.sandbox.control('DELETE', '/mailbox/faults'));
  return mailing;
}

/** The token in the link of a mail. */
export function tokenIn({ text }: SeenMail): string {
  return /https:\/\/console\.example\.com\/invitations\/([\w-]{43})$/m.exec(text)?.[1] ?? '';
}
