import { until } from '../../support/until';
import { createHostActivities } from '../../../activities';
import type { SafeFetch } from '../../../lib/safeFetch/safeFetch';
import { Assignment } from '../../../models/assignments/Assignment';
import { reportStep } from '../../../activities/run/report';
import { kindOf } from '../../kinds';
import { broughtAssignment, environment, publishing } from '../publishing/going';

it('looks at all sources of a post at once, under one deadline; then the post is prepared with what it has', async () => {
  const kind = kindOf({ platform: 'facebook', type: 'carousel' });
  const { kind: _kind, ...assignment } = await broughtAssignment(kind);
  const dueIn = async (ms: number) =>
    Assignment.update({ scheduledAt: new Date(Date.now() + ms) }, { where: { id: assignment.assignmentId } });
  await dueIn(3_600_000);
  await reportStep(publishing.deps, assignment, { is: 'uploaded', generation: assignment.generation });
  await dueIn(0);

  const deadlines: AbortSignal[] = [];
  const request: SafeFetch['request'] = async (_url, { signal } = {}) =>
    new Promise((_resolve, reject) => {
      if (!signal) return reject(new Error('a request without a deadline'));
      deadlines.push(signal);
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  const safeFetch = { ...publishing.deps.safeFetch, request };
  const steps = createHostActivities({ ...publishing.deps, safeFetch });
  const ended = environment().run(async () => steps.askHosts(assignment));
  await until(() => deadlines.length === kind.mediaCount);
  await dueIn(3_600_000);
  await ended;
  expect(new Set(deadlines).size).toBe(1);
  expect(await Assignment.findByPk(assignment.assignmentId)).toMatchObject({
    status: 'uploaded',
    preparedAt: expect.any(Date),
  });
});
