import { setTimeout as delay } from 'node:timers/promises';
import { film } from '../support/runs/publishing';
import { byCounts } from '../support/counts';
import { startOwnServers } from '../support/servers/ownServers';
import { judge } from './crashPoint';
import { assignmentsOf } from './work/assignments';
import { testLimitMs } from './patience';
import { comesToRest } from './rest';
import { assignmentIs, uploadBegun } from './rows';
import { openStage } from './stage';
import { runAssignments } from './work/workload';
import { use } from '../support/use';

const outageMs = byCounts({ few: 5_000, sample: 10_000, full: 30_000 });

const servers = use(async () => startOwnServers());
const stage = use(async () => openStage());

it(
  'steps that end while Temporal is away are done once, and so is what is asked for meanwhile',
  async () => {
    const assignment = assignmentsOf(stage, 'away');
    const callbackUrl = stage.receiver.url;
    const [uploaded, media] = assignment(
      'uploaded',
      { bytes: film, pauseAfterBytes: film.length / 2 },
      { callbackUrl },
    );
    await uploadBegun(stage, await stage.create(uploaded));
    stage.arm('youtube.video.publish.after', 'pause');
    const payload = { title: 'away published', privacy: 'public' };
    const published = await stage.create(assignment('published', undefined, { payload, callbackUrl })[0]);
    await stage.reached('youtube.video.publish.after');

    await servers.temporal.crash();
    stage.wake();
    media.resume();
    await runAssignments(stage, 'away meanwhile');
    await delay(outageMs);
    await servers.temporal.restart();

    await assignmentIs(stage, published, `status = 'published'`);
    const rests = await comesToRest(stage);
    expect({ wrong: await judge(stage, rests), ends: stage.ends() }).toEqual({ wrong: [], ends: [] });
  },
  testLimitMs,
);
