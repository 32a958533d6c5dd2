import { videoBytes } from '../support/media/media';
import type { Media } from '../support/servers/mediaSource';
import type { CreatedRun } from '../support/runs/publishing';
import type { Deployment } from '../support/runs/deployment';
import { until } from '../support/until';

export const mib = 1024 * 1024;

/** An assignment whose upload stands still. */
export interface Halted {
  film: Buffer;
  assignment: CreatedRun;
  source: Media;
}

/** The upload sessions of an assignment's channel, as YouTube's stand-in has them. */
export async function sessionsOf(deployment: Deployment, { assignment: { channel } }: Pick<Halted, 'assignment'>) {
  const { uploadSessions } = await deployment.sandbox.stateOf('youtube');
  return uploadSessions.filter(({ channelId }: { channelId: string }) => channelId === channel.channelId);
}

/**
 * An assignment whose upload stands still in the middle, with two mebibytes at least on the platform.
 * @param sizeBytes distinguishes its calls from the calls of other uploads
 */
export async function uploadInTheMiddle(deployment: Deployment, sizeBytes: number): Promise<Halted> {
  const film = videoBytes(sizeBytes);
  const source = deployment.media.serve((nth) => ({ bytes: film, pauseAfterBytes: nth === 1 ? 3 * mib : 0 }));
  const payload = { title: 'Twice begun', privacy: 'public', tags: [], madeForKids: false };
  const assignment = await deployment.submit(await deployment.connect(), { mediaUrl: source.url, payload });
  await until(async () => (await sessionsOf(deployment, { assignment }))[0]?.fileBytes >= 2 * mib, 40_000);
  return { film, assignment, source };
}

/** One video, from one session, and no byte that the platform had was sent again. */
export async function expectResumed(deployment: Deployment, halted: Halted): Promise<void> {
  const { film, assignment } = halted;
  const { row, run, statuses, credits, videos } = await deployment.outcomeOf(assignment, 40_000);
  expect({ run, status: row.status, errors: row.errors }).toEqual({
    run: 'COMPLETED',
    status: 'published',
    errors: [],
  });
  expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
  expect(credits).toEqual(['hold', 'charge']);
  expect(videos).toHaveLength(1);
  expect(await sessionsOf(deployment, halted)).toMatchObject([{ status: 'finished' }]);
  const media = await fetch(`${deployment.sandbox.url}/youtube/media/${videos[0].id}`);
  expect(film.equals(Buffer.from(await media.arrayBuffer()))).toBe(true);
  const range = new RegExp(`^bytes (\\d+)-${film.length - 1}/${film.length}$`);
  const sent = (await deployment.callsSince(0)).filter(({ contentRange = '' }) => range.test(contentRange));
  const [first, second] = sent;
  expect(sent).toHaveLength(2);
  expect(first!.contentRange).toBe(`bytes 0-${film.length - 1}/${film.length}`);
  const from = Number(range.exec(second!.contentRange!)![1]);
  expect(from).toBeGreaterThanOrEqual(2 * mib);
  expect(from).toBeGreaterThan(first!.bytes - 256 * 1024);
}
