import { publishWorkflowId } from '../../../domain/workflowContract';
import { until } from '../../support/until';
import { leftOf, patienceMs, payload, useCalling } from '../calling';
import { describeOperations, operate } from './operations';

const calling = useCalling();
const { ask, statusesSent } = operate(calling);

describe('while Temporal is down', () => {
  describeOperations(calling, async (work) => calling.whileDown(work));

  it('an assignment that was never handed over can be cancelled: no run of it ever begins', async () => {
    const assignment = await calling.publishing.create(await calling.publishing.connect(), {
      payload,
      callbackUrl: calling.receiver.url,
    });
    await calling.whileDown(async () => expect((await ask(assignment, 'DELETE')).status).toBe(204));
    const waiting = async () =>
      calling.publishing.database.query('SELECT 1 FROM outbox WHERE subject_id = $1 AND dispatched_at IS NULL', [
        assignment.assignmentId,
      ]);
    await until(async () => (await waiting()).length === 0, patienceMs);
    const handle = calling.publishing.temporal.client.workflow.getHandle(publishWorkflowId(assignment));
    await expect(handle.describe()).rejects.toThrow(/not found/i);
    expect(await leftOf(calling.publishing, assignment)).toEqual({ open: [], videos: [] });
    await until(() => statusesSent(assignment).includes('cancelled'));
  });
});
