import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { plainFailure } from '../../domain/failures/failures';
import { Assignment } from '../../models/assignments/Assignment';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { buildDelivery } from '../support/build/delivery';
import { buildWorkspace } from '../support/build/workspace';
import { root } from '../support/programs';
import { useDeployment } from '../support/runs/deployment';
import { use } from '../support/use';

const deployment = useDeployment();
const channel = use(async () => {
  const workspace = await buildWorkspace();
  return { ...workspace, ...(await buildConnection(workspace, { name: 'Olive’s Kitchen' })) };
});

async function admin(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env['PATH'], ...deployment.settings, TEMPORAL_UI_URL: 'http://ui.test' };
  return promisify(execFile)(process.execPath, [join(root, 'dist', 'bin', 'admin.js'), ...words], { env }).then(
    (said) => ({ code: 0, ...said }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

const error = plainFailure('PLATFORM_UNAVAILABLE');
const nextAt = Date.now() + 3_600_000;
const tries = { of: 'upload', count: 2, since: Date.now(), nextAt, error } as const;

it('stuck lists what is stuck for a person, and for a program', async () => {
  expect((await admin('stuck')).stdout).toBe('No assignment is stuck.\n\nNo webhook waits.\n');
  const { assignmentId } = await buildAssignment(channel, { status: 'uploading', tries });
  const refused = { attempts: 1, httpStatusCode: 503, lastError: 'HTTP 503' };
  const { assignmentId: told } = await buildDelivery(channel, 'https://dead.example/hooks?key=secret', refused);

  const { code, stdout, stderr } = await admin('stuck');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const run = `http://ui.test/namespaces/${deployment.settings.TEMPORAL_NAMESPACE}/workflows/${encodeURIComponent(`assignment/${assignmentId}/1`)}`;
  const next = new Date(nextAt).toISOString().slice(0, 19);
  const [headings, post, , receivers, receiver] = stdout.split('\n');
  expect(headings).toMatch(/^assignment +status +since +waits for +code +next try +channel +workspace +run$/);
  expect(post?.split(/ {2,}/)).toEqual([
    assignmentId,
    'uploading',
    expect.stringMatching(/^\d{4}-/),
    'try',
    'PLATFORM_UNAVAILABLE',
    `${next}Z`,
    'youtube Olive’s Kitchen',
    channel.workspaceId,
    run,
  ]);
  expect(receivers).toMatch(/^receiver /);
  expect(receiver?.split(/ {2,}/)).toEqual([
    'dead.example',
    channel.workspaceId,
    '1',
    expect.stringMatching(/^\d{4}-/),
    '503',
    'now',
    told,
  ]);
  expect(stdout).not.toContain('secret');

  const listed = JSON.parse((await admin('stuck', '--json')).stdout);
  expect(listed).toMatchObject({
    total: 1,
    assignments: [{ id: assignmentId, waitsFor: 'try', code: error.code, message: error.message, run }],
    receivers: [{ host: 'dead.example', count: 1, assignmentId: told }],
  });
});

describe('assignment <id>', () => {
  it.each([
    ['retry-now', { status: 'uploading', generation: 2 }],
    ['reconcile', { status: 'uploading', generation: 2 }],
    ['give-up', { status: 'failed', generation: 1, code: error.code }],
  ])('%s does it, and says what has become of the assignment', async (word, become) => {
    const { assignmentId } = await buildAssignment(channel, { status: 'uploading', tries });
    const { code, stdout, stderr } = await admin('assignment', assignmentId, word);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ assignmentId, ...become });
    const { status, generation } = await Assignment.findByPk(assignmentId, { raw: true, rejectOnEmpty: true });
    expect({ status, generation }).toEqual({ status: become.status, generation: become.generation });
  });

  it('refuses what the state forbids, and says why', async () => {
    const { assignmentId } = await buildAssignment(channel, { status: 'published', publishedAt: new Date() });
    expect(await admin('assignment', assignmentId, 'give-up')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'assignment give-up: refused: it has ended (published)\n',
    });
  });

  it.each([
    ['of an assignment that there is not', '0198c3f2-b1c4-7f3e-9d0a-6b7c8d9e0f1a', /there is no such assignment/],
    ['of what is no id', 'one', /must be a UUID in lower case/],
  ])('does nothing %s', async (_what, id, reason) => {
    expect(await admin('assignment', id, 'reconcile')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(reason),
    });
  });
});
