import { mailWorkflowId } from '../../domain/workflowContract';
import { buildUser } from '../support/callers/people';
import { until } from '../support/until';
import { tokenIn, useMailing } from './mailing';
import type { Invited } from './mailing';

const mailing = useMailing();

const run = ({ id }: Invited, round = 1) =>
  mailing.publishing.temporal.client.workflow.getHandle(mailWorkflowId({ invitationId: id, round }));
/** Until a run exists and its activity has failed so often. */
const failed = async (invited: Invited, tries: number, round = 1) =>
  until(async () => {
    const described = await run(invited, round)
      .describe()
      .catch(() => undefined);
    return (described?.raw.pendingActivities?.[0]?.attempt ?? 0) > tries;
  });
const lines = ({ id }: Invited) => mailing.publishing.log.filter((line) => line['invitationId'] === id);
const outcomes = async () => (await mailing.publishing.deps.metrics.mails.get()).values;
const count = async (outcome: string) =>
  (await outcomes()).find(({ labels }) => labels.outcome === outcome)?.value ?? 0;

describe('createInvitation', () => {
  it('sends the link to the invited email, and then erases the token', async () => {
    const before = await count('sent');
    const invited = await mailing.invite();
    await mailing.ended(invited);

    const [mail, ...others] = await mailing.mailsTo(invited);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ from: 'no-reply@example.com', to: [invited.email], end: 'quit' });
    expect(mail!.messageId).toBe(`<invitation.${invited.id}@example.com>`);
    expect(mail!.subject).toBe(`Invitation to "Ada's organization"`);
    expect(mail!.raw).toMatch(/^Auto-Submitted: auto-generated\r$/im);
    expect(mail!.text).toContain('as an admin');
    expect(await mailing.row(invited)).toMatchObject({
      mail_status: 'sent',
      sealed_token: null,
      mail_lease_until: null,
    });
    expect(await mailing.listed(invited)).toMatchObject({
      mail: { status: 'sent', at: expect.any(String), error: null },
    });
    expect(await count('sent')).toBe(before + 1);

    const grace = await buildUser(mailing.app, { email: invited.email, name: 'Grace' });
    const { status, body } = await grace.call('POST', `/api/v1/auth/invitations/${tokenIn(mail!)}/accept`);
    expect([status, body]).toEqual([200, { organizationId: invited.owner.organizationId, role: 'admin' }]);
  });

  it('tells neither the token nor the email to the log or to a history', async () => {
    await mailing.fault({ at: 'data', do: { code: 451, text: 'Not now' } });
    await mailing.fault({ at: 'rcptTo', do: { code: 450, text: 'Greylisted' } });
    const invited = await mailing.invite();
    await mailing.ended(invited);

    const [mail] = await mailing.mailsTo(invited);
    const history = await run(invited).fetchHistory();
    const seen = JSON.stringify([mailing.publishing.log, history]);
    expect(seen).not.toContain(tokenIn(mail!));
    expect(seen.toLowerCase()).not.toContain(invited.email.toLowerCase());
    expect(lines(invited).map(({ msg, reason }) => [msg, reason])).toEqual([
      ['a mail was not sent and is tried again', 'the mail server answered 450 to RCPT TO'],
      ['a mail was not sent and is tried again', 'the mail server answered 451 to DATA'],
      ['an invitation was mailed', undefined],
    ]);
  });
});

describe('a mail server that does not take the mail', () => {
  it('is asked again for as long as the invitation lives: no number of tries and no time ends them', async () => {
    const invited = await mailing.invite();
    await mailing.ended(invited);

    const { events } = await run(invited).fetchHistory();
    const [scheduled] = (events ?? []).flatMap((event) => event.activityTaskScheduledEventAttributes ?? []);
    expect(scheduled!.retryPolicy!.maximumAttempts ?? 0).toBe(0);
    expect(Number(scheduled!.scheduleToCloseTimeout?.seconds ?? 0)).toBe(0);
    const [started] = (events ?? []).flatMap((event) => event.workflowExecutionStartedEventAttributes ?? []);
    expect(Number(started!.workflowExecutionTimeout?.seconds ?? 0)).toBe(0);
    expect(Number(started!.workflowRunTimeout?.seconds ?? 0)).toBe(0);
  });

  it.each([
    ['refuses for now', { at: 'rcptTo', do: { code: 451 } }],
    ['refuses the message for now', { at: 'data', do: { code: 452 } }],
    ['refuses the sender, which an operator can mend', { at: 'mailFrom', do: { code: 550 } }],
    [
      'may not relay, which an operator can mend',
      { at: 'rcptTo', do: { code: 554, text: '5.7.1 Relay access denied' } },
    ],
    ['refuses the connection', { at: 'connect', do: { code: 554 } }],
    ['cuts the connection', { at: 'connect', do: { cut: true } }],
    ['cuts the connection in the message', { at: 'data', do: { cut: true } }],
  ])('%s: the mail comes later, once', async (_what, going) => {
    await mailing.fault(going);
    const invited = await mailing.invite();
    await mailing.ended(invited);

    expect(await mailing.mailsTo(invited)).toMatchObject([{ end: 'quit' }]);
    expect(await mailing.row(invited)).toMatchObject({ mail_status: 'sent', sealed_token: null });
  });

  it('loses its answer after DATA: the mail comes twice, with the same Message-ID', async () => {
    await mailing.fault({ at: 'answer', do: { cut: true } });
    const invited = await mailing.invite();
    await mailing.ended(invited);

    const mails = await mailing.mailsTo(invited);
    expect(mails.map(({ end }) => end)).toEqual(['cut', 'quit']);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
    expect(new Set(mails.map(({ text }) => text)).size).toBe(1);
  });

  it('refuses the recipient for good: the owner sees why, and the token is erased', async () => {
    const before = await count('refused');
    await mailing.fault({ at: 'rcptTo', do: { code: 550, text: '5.1.1 Nobody of that name' } });
    const invited = await mailing.invite();
    await mailing.ended(invited);

    expect(await mailing.mailsTo(invited)).toEqual([]);
    expect(await mailing.row(invited)).toMatchObject({ mail_status: 'refused', sealed_token: null });
    expect(await mailing.listed(invited)).toMatchObject({
      mail: { status: 'refused', at: expect.any(String), error: '550 5.1.1 Nobody of that name' },
    });
    expect(lines(invited)).toMatchObject([{ level: 40, reason: 'the mail server answered 550 5.1.1 to RCPT TO' }]);
    expect(await count('refused')).toBe(before + 1);
  });

  it('stalls: its sessions are ended, and the mails to others do not wait for them', async () => {
    await mailing.fault({ at: 'data', times: 2, do: { stall: true } });
    await mailing.fault({ at: 'answer', do: { stall: true } });
    const stalled = await Promise.all([mailing.invite(), mailing.invite(), mailing.invite()]);
    await until(async () => {
      const { body } = await mailing.publishing.sandbox.control('GET', '/mailbox/faults');
      return body.faults.every(({ times, struck }: Record<string, number>) => times === struck);
    });
    const other = await mailing.invite();
    await mailing.ended(other);

    const mails = await mailing.publishing.sandbox.mails();
    expect(await mailing.mailsTo(other)).toMatchObject([{ end: 'quit' }]);
    expect(mails.filter(({ end }) => end === null)).toHaveLength(1);
    await Promise.all(stalled.map(async (one) => mailing.ended(one)));
    for (const one of stalled) expect((await mailing.mailsTo(one)).at(-1)).toMatchObject({ end: 'quit' });
  });
});

describe('an invitation whose mail has not been sent', () => {
  const refuseAll = async () => mailing.fault({ at: 'rcptTo', times: 1000, do: { code: 451 } });

  it.each<[string, (invited: Invited) => Promise<unknown>]>([
    ['taken back', async (invited) => mailing.takeBack(invited)],
    ['accepted', async ({ id }) => change(id, 'accepted_at = now(), sealed_token = NULL')],
    ['expired', async ({ id }) => change(id, 'expires_at = now()')],
  ])('is not mailed after it was %s', async (_what, end) => {
    await refuseAll();
    const invited = await mailing.invite();
    await failed(invited, 1);
    await end(invited);
    await mailing.publishing.sandbox.control('DELETE', '/mailbox/faults');
    await mailing.ended(invited);

    expect(await mailing.mailsTo(invited)).toEqual([]);
  });

  it('is not mailed if it is taken back while the mail server is about to ask for the message', async () => {
    await mailing.fault({ at: 'rcptTo', do: { delayMs: 1000 } });
    const invited = await mailing.invite();
    await until(async () => {
      const { body } = await mailing.publishing.sandbox.control('GET', '/mailbox/faults');
      return body.faults[0].struck === 1;
    });
    await mailing.takeBack(invited);
    await mailing.ended(invited);

    expect(await mailing.mailsTo(invited)).toEqual([]);
  });

  it('goes on in another round when its run was lost', async () => {
    await refuseAll();
    const invited = await mailing.invite();
    await failed(invited, 0);
    await run(invited).terminate('lost on purpose');
    await change(invited.id, `created_at = now() - interval '2 minutes'`);
    await mailing.publishing.database.query(
      `UPDATE outbox SET dispatched_at = now() - interval '2 minutes' WHERE subject_id = $1`,
      [invited.id],
    );
    await mailing.publishing.sandbox.control('DELETE', '/mailbox/faults');
    await mailing.publishing.deps.reconcile('recent', () => undefined);
    await mailing.ended(invited, 2);

    expect(await mailing.mailsTo(invited)).toMatchObject([{ end: 'quit' }]);
    expect(lines(invited)).toContainEqual(
      expect.objectContaining({ msg: 'a mail had no workflow; its next round goes on' }),
    );
  });

  async function change(id: string, values: string): Promise<void> {
    await mailing.publishing.database.query(`UPDATE invitations SET ${values} WHERE id = $1`, [id]);
  }
});
