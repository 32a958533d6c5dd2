import { createPromptHosts } from '../../../activities';
import { kindOf, kinds } from '../../kinds';
import type { Kind } from '../../kinds';
import { until } from '../../support/until';
import { expectPublished, submit, useKinds } from './kindAssignments';
import type { Submitted } from './kindAssignments';

/** All hosts are taken for prompt, whatever they have done before. */
const publishing = useKinds(undefined, { promptHosts: { ...createPromptHosts(), isPrompt: () => true } });

const named = kinds.map((kind) => [[kind.platform, kind.type, kind.variant].filter(Boolean).join(' '), kind] as const);
const withMedia = named.filter(([, kind]) => kind.mediaCount > 0);
/** On a busy machine a post may take longer than a workflow task is held for it. */
const triesMax = 5;

/** Regular activities of the run of an assignment, by name. */
async function activitiesOf(assignment: Submitted): Promise<string[]> {
  const events = await publishing.temporal.historyOf(assignment);
  return events.flatMap((event) => event.activityTaskScheduledEventAttributes?.activityType?.name ?? []);
}

it.each(named)('a post is brought inside its workflow task, and published once: %s', async (_name, kind: Kind) => {
  let activities: string[] = ['upload'];
  for (let tries = 0; tries < triesMax && activities.includes('upload'); tries += 1) {
    const assignment = await submit(publishing, kind);
    await expectPublished(publishing, kind, assignment);
    activities = await activitiesOf(assignment);
  }
  expect(activities).not.toContain('upload');
});

it.each(withMedia)('a host that stands still holds no workflow task: %s', async (_name, kind: Kind) => {
  const assignment = await submit(publishing, kind, { lastSource: { pauseAfterBytes: 50_000 } });
  const { requests, resume } = assignment.media.at(-1)!;
  await until(async () => (await activitiesOf(assignment)).includes('upload'));
  expect(requests.length).toBeGreaterThan(0);
  resume();
  await expectPublished(publishing, kind, assignment);
});

it('media of an unknown size are brought by an activity', async () => {
  const kind = kindOf({ platform: 'youtube', type: 'video' });
  const assignment = await submit(publishing, kind, { lastSource: { announcedBytes: null } });
  await expectPublished(publishing, kind, assignment);
  expect(await activitiesOf(assignment)).toContain('upload');
});
