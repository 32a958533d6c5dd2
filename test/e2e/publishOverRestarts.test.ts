import { videoBytes } from '../support/media';
import { Assignment } from '../../models/Assignment';
import { useService } from '../support/delivered';
import { startOwnServers } from '../support/ownServers';
import type { OwnServer, OwnServers } from '../support/ownServers';
import type { ServiceProcess } from '../support/processes';
import { until } from '../support/until';
import { use } from '../support/use';

const mib = 1024 * 1024;
const film = videoBytes(4 * mib);
const payload = { title: 'Through all of it', privacy: 'public', tags: [], madeForKids: false };

let worker: ServiceProcess;

const servers = use(async () => startOwnServers());
const service = useService('0');
beforeAll(async () => {
  worker = service.start('worker');
  await worker.ready();
});

const crashes: [string, (servers: OwnServers) => OwnServer][] = [
  ['Temporal', ({ temporal }) => temporal],
  ['the database', ({ postgres }) => postgres],
];

it.each(crashes)('a video is published once although %s crashes in the middle of its upload', async (_name, pick) => {
  const { publishing } = service;
  const channel = await publishing.connect();
  const source = publishing.media.serve({ bytes: film, pauseAfterBytes: 3 * mib });
  const job = await publishing.submit(channel, { mediaUrl: source.url, payload });
  const sessions = async () =>
    (await publishing.sandbox.state()).uploadSessions.filter(
      ({ channelId }: { channelId: string }) => channelId === channel.channelId,
    );
  await until(async () => (await sessions())[0]?.fileBytes >= 2 * mib, 20_000);

  await pick(servers).crash();
  source.resume();
  await until(async () => (await sessions()).every(({ status }: { status: string }) => status === 'finished'), 20_000);
  await pick(servers).restart();

  const isPublished = async () => (await Assignment.findByPk(job.assignmentId))?.status === 'published';
  await until(async () => isPublished().catch(() => false), 50_000);
  const { run, row, statuses, credits, videos } = await publishing.outcomeOf(job);
  expect({ run, errors: row.errors, credits }).toEqual({ run: 'COMPLETED', errors: [], credits: ['hold', 'charge'] });
  expect(statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
  expect(videos).toMatchObject([{ status: { privacyStatus: 'public' } }]);
  expect(await sessions()).toHaveLength(1);
  expect(await Promise.race([worker.exited, Promise.resolve('it runs')])).toBe('it runs');
});
