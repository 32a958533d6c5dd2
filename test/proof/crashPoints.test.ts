import { killDuring, playAll } from './crashPoint';
import { runJobs } from './workload';

/** Where a mistake would cost most; `npm run test:deep` has every point. */
const points = [
  'create.committed',
  'dispatch.started',
  'youtube.media.answered',
  'youtube.publish.answered',
  'transition.committed.published',
];
const scenario = { points, play: killDuring(runJobs) };

let playing: ReturnType<typeof playAll>;

beforeAll(() => {
  playing = playAll([scenario], 1);
});
afterAll(async () => playing.stop(), 60_000);

it('a process that is killed is started again, and all that was promised is kept, once', async () => {
  expect(await playing.verdictOf(scenario)).toEqual([]);
}, 180_000);
