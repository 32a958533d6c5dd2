import type { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createMailActivities } from '../../activities/mails/mailInvitation';
import { paced } from '../../domain/pace';
import { startApp } from '../support/callers/app';
import { buildUser } from '../support/callers/people';
import { usePublishing } from '../support/runs/publishing';
import { use } from '../support/use';

const hourMs = 3_600_000;

const publishing = usePublishing({ workers: false });
const app = use(async () => startApp({}, { database: publishing.database }));
const mails = use(async () => createMailActivities(publishing.deps));

async function invite() {
  const owner = await buildUser(app, { name: 'Ada' });
  const email = 'grace.hour@example.com';
  const path = `/api/v1/auth/organizations/${owner.organizationId}/invitations`;
  const { body } = await owner.call('POST', path, { body: { email, role: 'member' } });
  return { id: String(body.id), email, owner };
}

/** One try, as Temporal makes it. @returns how long Temporal waits for the next try; null: no next try */
async function tryToMail(invitationId: string, attempt: number): Promise<number | null> {
  const sending: Promise<void> = new MockActivityEnvironment({ attempt }).run(mails.sendInvitation, {
    invitationId,
    round: 1,
  });
  const failure = await sending.then(
    () => null,
    (error: unknown) => error as ApplicationFailure,
  );
  if (failure === null) return null;
  expect([failure.type, failure.nonRetryable]).toEqual(['NOT_SENT', false]);
  return Number(failure.nextRetryDelay) / paced(1);
}

/** Makes the invitation older by the wait for the next try. */
async function pass(id: string, ms: number): Promise<void> {
  await publishing.database.query(
    `UPDATE invitations SET created_at = created_at - make_interval(secs => $2::float8 / 1000),
                            expires_at = expires_at - make_interval(secs => $2::float8 / 1000) WHERE id = $1 RETURNING id`,
    [id, ms],
  );
}

const row = async (id: string) =>
  (
    await publishing.database.query<{ status: string; isSealed: boolean }>(
      'SELECT mail_status AS status, sealed_token IS NOT NULL AS "isSealed" FROM invitations WHERE id = $1',
      [id],
    )
  )[0];

it('a mail server that is down for an hour loses nothing: then it gets the mail, and the token is erased', async () => {
  const { id, email, owner } = await invite();
  await publishing.sandbox.control('POST', '/mailbox/faults', { at: 'connect', times: 1000, do: { cut: true } });

  let [downMs, tries] = [0, 0];
  while (downMs < hourMs) {
    const waitMs = await tryToMail(id, ++tries);
    if (waitMs === null) throw new Error('a mail server that is down has taken the mail');
    expect(await row(id)).toEqual({ status: 'pending', isSealed: true });
    await pass(id, waitMs);
    downMs += waitMs;
  }
  expect(tries).toBe(12);
  expect(await publishing.sandbox.mails(email)).toEqual([]);

  await publishing.sandbox.control('DELETE', '/mailbox/faults');
  expect(await tryToMail(id, ++tries)).toBeNull();
  const [mail, ...others] = await publishing.sandbox.mails(email);
  expect(others).toEqual([]);
  expect(await row(id)).toEqual({ status: 'sent', isSealed: false });
  const [, token = ''] = /\/invitations\/([\w-]{43})$/m.exec(mail!.text) ?? [];
  const grace = await buildUser(app, { email, name: 'Grace' });
  const { status, body } = await grace.call('POST', `/api/v1/auth/invitations/${token}/accept`);
  expect([status, body]).toEqual([200, { organizationId: owner.organizationId, role: 'member' }]);
});
