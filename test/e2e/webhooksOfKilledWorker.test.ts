import { deliveryWorkflowId } from '../../domain/workflowContract';
import { useDeployment } from '../support/deployment';
import { until } from '../support/until';
import { attemptsLogged, attemptsSeen, endOf, expectOneMessage, send } from './sent';
import type { Sent } from './sent';

const deployment = useDeployment({ WEBHOOK_DELAYS: '0,1,1,1,1' });

/** Its first attempt has failed, and Temporal has been told. */
async function isBetweenAttempts({ deliveryId }: Sent): Promise<boolean> {
  const { client } = deployment.temporal;
  const { raw } = await client.workflow.getHandle(deliveryWorkflowId({ deliveryId, round: 1 })).describe();
  return raw.pendingActivities?.[0]?.lastFailure?.message === 'http_status: the receiver answered 500';
}

const threeAttempts = [
  [1, 500],
  [2, 503],
  [3, 200],
];

describe('a worker that is killed', () => {
  it('in the middle of one delivery’s attempt and between two of another’s: the next one goes on with both', async () => {
    const [channel, worker] = [await deployment.connect(), await deployment.up('worker')];
    const held = await send(deployment, channel, 500, 'hold', 503, 200);
    await until(() => held.receiver.open() === 1 && held.receiver.received.length === 2);
    const waiting = await send(deployment, channel, 500, 503, 200);
    await until(() => isBetweenAttempts(waiting));
    await worker.end('SIGKILL');
    await deployment.up('worker');

    expect(await endOf(waiting, 10_000)).toMatchObject({ status: 'delivered', attempts: 3, roundAttempts: 3 });
    expect(attemptsSeen(waiting)).toEqual([1, 2, 3]);
    expect(await attemptsLogged(waiting)).toEqual(threeAttempts);
    await expectOneMessage(waiting);

    // Temporal gives an attempt up 30 s after it began. What came of it is not known, so it is made again.
    expect(await endOf(held, 40_000)).toMatchObject({ status: 'delivered', attempts: 3, roundAttempts: 3 });
    expect(attemptsSeen(held)).toEqual([1, 2, 2, 3]);
    expect(await attemptsLogged(held)).toEqual(threeAttempts);
    await expectOneMessage(held);
  });
});
