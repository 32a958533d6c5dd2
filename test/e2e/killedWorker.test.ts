import { publishWorkflowId } from '../../domain/workflowContract';
import { useDeployment } from '../support/runs/deployment';
import type { Exit } from '../support/servers/processes';
import { expectResumed, mib, sessionsOf, uploadInTheMiddle } from './haltedUploads';
import type { Halted } from './haltedUploads';

const deployment = useDeployment();
const truePace = { TEST_PACE: '1' };

describe('a worker that is killed in the middle of two uploads, at the true pace,', () => {
  let death: Exit;
  let kept: Halted;
  let cancelled: Halted;

  beforeAll(async () => {
    const worker = await deployment.up('worker', truePace);
    [kept, cancelled] = [await uploadInTheMiddle(deployment, 5 * mib), await uploadInTheMiddle(deployment, 6 * mib)];
    death = await worker.end('SIGKILL');
    await deployment.temporal.client.workflow.getHandle(publishWorkflowId(cancelled.assignment)).cancel();
    await deployment.up('worker', truePace);
  });

  it('is replaced by another, which goes on where the platform is', async () => {
    expect(death).toEqual({ code: null, signal: 'SIGKILL' });
    kept.source.resume();
    await expectResumed(deployment, kept);
  });

  it('leaves a run that an operator cancels meanwhile as cancelled, with nothing left behind', async () => {
    const { row, run, statuses, credits, videos } = await deployment.outcomeOf(cancelled.assignment, 40_000);
    expect({ run, status: row.status, errors: row.errors }).toEqual({
      run: 'CANCELLED',
      status: 'cancelled',
      errors: [],
    });
    expect(statuses).toEqual(['pending', 'uploading', 'cancelled']);
    expect({ credits, videos }).toEqual({ credits: ['hold', 'release'], videos: [] });
    expect(await sessionsOf(deployment, cancelled)).toMatchObject([{ status: 'cancelled' }]);
  });
});
