import { publishWorkflowId } from '../../../domain/workflowContract';
import { Assignment } from '../../../models/assignments/Assignment';
import { connect, useConnecting } from '../../support/runs/connecting';
import { film } from '../../support/runs/publishing';
import type { Channel, CreatedRun } from '../../support/runs/publishing';
import type { Media } from '../../support/servers/mediaSource';
import type { Json } from '../../support/servers/sandbox';
import { until } from '../../support/until';

const payload = { title: 'Patience', privacy: 'public', tags: [], madeForKids: false };
/** Twice as fast as the slowest that a source may be: it takes longer than any wait of a test. */
const slow = { bytes: film, drip: { bytes: 226, everyMs: 100 } };
const slots = 3;
const cap = 2;
const processingMs = 600_000;

const connecting = useConnecting({
  deps: { uploadsInFlightMax: slots, platformCallsInFlightMax: slots, workspaceUploadsInFlightMax: cap },
});

const sources: Media[] = [];
const assignments: CreatedRun[] = [];
let channel: Channel;
let uploaded: CreatedRun;

const readers = () => sources.filter(({ requests }) => requests.some(({ isOpen }) => isOpen)).length;
const statusOf = async ({ assignmentId }: CreatedRun) => (await Assignment.findByPk(assignmentId))!.status;
const runOf = (assignment: CreatedRun) => connecting.temporal.client.workflow.getHandle(publishWorkflowId(assignment));

/** The assignment's video is on its channel, and the platform processes it until its clock goes on. */
async function uploadedAssignment(): Promise<CreatedRun> {
  await connecting.sandbox.control('POST', '/settings', { processingMs });
  const assignment = await connecting.submit(channel, { payload });
  await until(async () => (await statusOf(assignment)) === 'processing');
  return assignment;
}

/** More of one workspace's slow sources than a platform has slots, as many as may be read at a time being read. */
beforeAll(async () => {
  channel = await connecting.connect();
  uploaded = await uploadedAssignment();
  for (let index = 0; index < slots + cap; index += 1) {
    const source = connecting.media.serve(slow);
    sources.push(source);
    assignments.push(await connecting.submit(channel, { payload, mediaUrl: source.url }));
  }
  await until(() => readers() >= cap);
  await until(async () => (await Promise.all(assignments.map(statusOf))).every((status) => status === 'uploading'));
  await connecting.sandbox.control('POST', '/settings', { processingMs: 0, clockSkewMs: processingMs });
});

describe('while one workspace has more slow sources than a platform has slots', () => {
  it('reads as many of them as it may at a time', async () => {
    await until(async () => (await waiting()).length === assignments.length - cap);
    expect(readers()).toBe(cap);
  });

  it('one that waits counts no try, logs no failure, and tells an operator why it waits', async () => {
    const [assignment] = await until(async () => ((await waiting()).length > 0 ? waiting() : undefined));
    const [pending] = (await runOf(assignment!).describe()).raw.pendingActivities ?? [];
    expect(pending?.lastFailure?.message).toBe(
      `The workspace has ${cap} transfers under way, as many as it may have at a time. This one waits for one of them to end.`,
    );
    expect(pending?.lastFailure?.applicationFailureInfo?.type).toBe('WAITING_FOR_SLOT');
    expect(await Assignment.findByPk(assignment!.assignmentId)).toMatchObject({ tries: null });
    expect(connecting.log.filter(({ level }) => Number(level) > 30)).toEqual([]);
  });

  it('its video that was uploaded before is asked for, and goes live', async () => {
    const { row, videos } = await connecting.outcomeOf(uploaded);
    expect(row.status).toBe('published');
    const video = videos.find(({ id }: Json) => id === row.platformPostId);
    expect(video.status.privacyStatus).toBe('public');
  });

  it('another workspace publishes', async () => {
    const other = await connecting.connect();
    const { row } = await connecting.outcomeOf(await connecting.submit(other, { payload }));
    expect(row.status).toBe('published');
  });

  it('an owner consents', async () => {
    const end = await connect(connecting.app, await connecting.ticket());
    expect(end.searchParams.get('status')).toBe('success');
    expect(readers()).toBe(cap);
  });

  it('a cancelled transfer is cleaned up, and the next one begins', async () => {
    // The probe gives a slow source 10 seconds; the session is opened after it.
    await until(async () => (await openSessions()).length === cap);
    const reading = assignments.filter((_assignment, index) => sources[index]!.requests.some(({ isOpen }) => isOpen));
    await runOf(reading[0]!).cancel();
    const { run, row } = await connecting.outcomeOf(reading[0]!);
    expect({ run, status: row.status, cleanup: row.cleanup }).toEqual({
      run: 'CANCELLED',
      status: 'cancelled',
      cleanup: 'done',
    });
    await until(() => readers() === cap);
  });
});

async function openSessions(): Promise<Json[]> {
  const { uploadSessions } = await connecting.sandbox.stateOf('youtube');
  return uploadSessions.filter(({ channelId, status }: Json) => channelId === channel.channelId && status === 'open');
}

/** Assignments whose transfer has been put off. */
async function waiting(): Promise<CreatedRun[]> {
  const pending = await Promise.all(
    assignments.map(async (assignment) => (await runOf(assignment).describe()).raw.pendingActivities?.[0]?.lastFailure),
  );
  return assignments.filter((_assignment, index) => pending[index]);
}
