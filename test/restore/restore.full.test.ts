import { rememberWhatPasses } from '../proof/judging/tables';
import type { Snapshot } from '../proof/judging/snapshot';
import { use } from '../support/use';
import { brokenInvariants, doubleWebhooks, duplicates, snapshotOf, untrue } from './judge';
import { letAllEnd, rehearse, repeatAfterHold } from './rehearsal';
import type { Fate, Rehearsal } from './rehearsal';
import { page } from './page';
import { openStage } from './stage';
import { tableOf } from './table';

/**
 * A database that goes back to an earlier moment, and Temporal with another history than the database: rehearsed with what
 * docs/deploy.md says, from the base backup to the last command. In earnest minutes lie between the moment and the loss,
 * and here seconds. The ten minutes in which posts are looked for, and the hour until the time of scheduled posts, are taken
 * out of the rows (`passTime`).
 */
const fates: readonly Fate[] = [
  { name: 'kept', isWitness: true },
  { name: 'emptied', isWitness: false },
  { name: 'of before', isWitness: false },
  { name: 'of between', isWitness: true },
];

const limitMs = 1_200_000;

describe.each(fates)('with a Temporal that is $name', (fate) => {
  const stage = use(openStage);
  let rehearsal: Rehearsal;
  let snapshot: Snapshot;
  beforeAll(async () => {
    await rememberWhatPasses(stage.service.database);
    rehearsal = await rehearse(stage, fate);
    await letAllEnd(stage, rehearsal);
    snapshot = await snapshotOf(stage);
  }, limitMs);

  it('no post is live twice, and none ever was', () => expect(duplicates(snapshot, rehearsal)).toEqual([]));

  it('each row says the truth of its post', () => expect(untrue(snapshot, rehearsal)).toEqual([]));

  it('credits, timelines and webhooks are as ever', () => expect(brokenInvariants(snapshot)).toEqual([]));

  it('an unknown key is held, and taken once the hold is over; a known one answers as ever', async () => {
    const statuses = rehearsal.played.map(({ firstLook, repeat }) => [firstLook.status, repeat.status].join());
    expect(new Set(statuses)).toEqual(new Set(['200,201', '404,503']));
    expect(await repeatAfterHold(stage, rehearsal)).toEqual([201, 201]);
  });

  it('callers are told what docs/deploy.md says', () => {
    const told = tableOf(stage, rehearsal, snapshot);
    process.stdout.write(`${told.join('\n')}\n`);
    expect(told.filter((row) => !page.told.includes(row))).toEqual([]);
  });

  it('a webhook has one body, and a transition one webhook', () => expect(doubleWebhooks(snapshot)).toEqual([]));
});
