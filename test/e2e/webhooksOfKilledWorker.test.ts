import { deliveryWorkflowId } from '../../domain/workflowContract';
import { useDeployment } from '../support/runs/deployment';
import { until } from '../support/until';
import { attemptsLogged, attemptsSeen, endOf, expectOneMessage, send } from './sent';
import type { Sent } from './sent';

const deployment = useDeployment({ WEBHOOK_DELAYS: '0,1,1,1,1' });

async function pendingActivityOf({ deliveryId }: Sent) {
  const { client } = deployment.temporal;
  const { raw } = await client.workflow.getHandle(deliveryWorkflowId({ deliveryId, round: 1 })).describe();
  return raw.pendingActivities?.[0];
}

/** Its first attempt has failed, and Temporal knows it. */
async function isBetweenAttempts(sent: Sent): Promise<boolean> {
  return (await pendingActivityOf(sent))?.lastFailure?.message === 'http_status: the receiver answered 500';
}

const threeAttempts = [
  [1, 500],
  [2, 503],
  [3, 200],
];

describe('a worker that is killed', () => {
  it('in the middle of a first attempt, of a later one and between two: the next one goes on with all three', async () => {
    const [channel, worker] = [await deployment.connect(), await deployment.up('worker')];
    const delayed = await send(deployment, channel, 500, 'hold', 503, 200);
    await until(() => delayed.receiver.open() === 1 && delayed.receiver.received.length === 2);
    const waiting = await send(deployment, channel, 500, 503, 200);
    await until(() => isBetweenAttempts(waiting));
    const first = await send(deployment, channel, 'hold', 200);
    await until(() => first.receiver.open() === 1);
    expect(await pendingActivityOf(first)).toBeUndefined();
    await worker.end('SIGKILL');
    await deployment.up('worker');

    expect(await endOf(waiting, 10_000)).toMatchObject({ status: 'delivered', attempts: 3, roundAttempts: 3 });
    expect(attemptsSeen(waiting)).toEqual([1, 2, 3]);
    expect(await attemptsLogged(waiting)).toEqual(threeAttempts);
    await expectOneMessage(waiting);

    // Its workflow task is given up 10 s after it began, and the attempt was not recorded.
    expect(await endOf(first, 40_000)).toMatchObject({ status: 'delivered', attempts: 1, roundAttempts: 1 });
    expect(attemptsSeen(first)).toEqual([1, 1]);
    expect(await attemptsLogged(first)).toEqual([[1, 200]]);
    await expectOneMessage(first);

    // Temporal gives an attempt up 30 s after it began. Its outcome is not known, so it is made again.
    expect(await endOf(delayed, 40_000)).toMatchObject({ status: 'delivered', attempts: 3, roundAttempts: 3 });
    expect(attemptsSeen(delayed)).toEqual([1, 2, 2, 3]);
    expect(await attemptsLogged(delayed)).toEqual(threeAttempts);
    await expectOneMessage(delayed);
  });
});
