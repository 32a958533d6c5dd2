import { mediaOf, platformsAt, platformsOfKinds, requestOf, settingsOfKinds } from '../../kinds';
import type { Kind } from '../../kinds';
import type { Patience } from '../../../platforms/http/patience';
import { usePublishing } from '../../support/runs/publishing';
import type { CreatedRun, Overrides, Publishing } from '../../support/runs/publishing';
import type { Media, SourceAnswer } from '../../support/servers/mediaSource';
import type { Json } from '../../support/servers/sandbox';
import { until } from '../../support/until';

/** An assignment whose post is distinguished by its title. */
export interface Submitted extends CreatedRun {
  /** the sandbox's calls after this number can be the assignment's */
  seq: number;
  title: string;
  media: Media[];
}

/** The world of publishing with the platforms of all kinds, whose answers are awaited for so long. */
export function useKinds(patience?: Patience, deps: Partial<Publishing['deps']> = {}): Publishing {
  const at = (url: string) => platformsAt(url, patience);
  const publishing = usePublishing({ deps, platforms: { open: platformsOfKinds, at } });
  beforeAll(async () => {
    for (const settings of settingsOfKinds) await publishing.sandbox.control('POST', '/settings', settings);
  });
  return publishing;
}

const title = 'Once';
let made = 0;

/** Creates an assignment of this kind, with media of its own, on a channel of its own. */
export async function submit(
  publishing: Publishing,
  kind: Kind,
  { lastSource = {}, ...overrides }: Overrides & { lastSource?: Partial<SourceAnswer> } = {},
): Promise<Submitted> {
  made += 1;
  const own = `${title} ${made}.`;
  const { platform, scopes } = kind.grantRequest(own);
  const channel = await publishing.connect({ platform, ...(scopes && { scopes }) });
  const media = Array.from({ length: kind.mediaCount }, (_, nth) =>
    publishing.media.serve({
      bytes: mediaOf(kind, 100_000 + nth, own),
      ...(nth + 1 === kind.mediaCount && lastSource),
    }),
  );
  const request = requestOf(
    kind,
    kind.payload(own, 'public'),
    media.map(({ url }) => url),
  );
  const seq = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
  const assignment = await publishing.submit(channel, { platform: kind.platform, ...request, ...overrides });
  return { ...assignment, seq, title: own, media };
}

export const whole = ['pending', 'uploading', 'uploaded', 'processing', 'published'];
/** All effects on posts of the assignment, by the sandbox's record. */
export async function effectsOf(publishing: Publishing, { seq, title: own }: Submitted): Promise<Json[]> {
  const effects = (await publishing.callsSince(seq)).flatMap((call: Json) => call.effect ?? []);
  return effects.filter(({ title: seen }) => seen === own);
}

/** Published by one call, as was asked, and paid once. */
export async function expectPublished(
  publishing: Publishing,
  kind: Kind,
  submitted: Submitted,
  assignment: CreatedRun = submitted,
): Promise<void> {
  const { run, row, credits } = await publishing.outcomeOf(assignment, 60_000);
  expect({ run, status: row.status, errors: row.errors }).toEqual({
    run: 'COMPLETED',
    status: 'published',
    errors: [],
  });
  expect(credits.slice(-2)).toEqual(['hold', 'charge']);
  const visible = kind
    .postsOf(await publishing.sandbox.state())
    .filter(({ title: seen, audience }) => seen === submitted.title && kind.isVisible(audience));
  expect(visible).toMatchObject([{ id: row.platformPostId, title: submitted.title, audience: 'public' }]);
  expect(row.platformUrl).toBe(kind.addressOf(row.platformPostId!));
  const publications = (await effectsOf(publishing, submitted)).filter(
    ({ from, to }) => kind.isVisible(to) && !kind.isVisible(from),
  );
  expect(publications).toHaveLength(1);
  const passed = await publishing.database.query<{ at: Date }>(
    `SELECT at FROM assignment_events WHERE assignment_id = $1 AND status = 'processing'`,
    [assignment.assignmentId],
  );
  expect(Date.parse(publications[0].at)).toBeGreaterThanOrEqual(passed[0]!.at.getTime());
}

/** Posts of the assignment that the platform still has, and other hidden objects of its channel. */
export async function leftOf(
  publishing: Publishing,
  kind: Kind,
  { channel, title: own }: Submitted,
): Promise<unknown[]> {
  const state = await publishing.sandbox.state();
  return [...kind.postsOf(state).filter((post) => post.title === own), ...kind.leftOn(state, channel.channelId)];
}

/** Waits until the assignment is prepared. */
export async function untilPrepared(publishing: Publishing, { assignmentId }: CreatedRun): Promise<void> {
  const prepared = 'SELECT 1 FROM assignments WHERE id = $1 AND prepared_at IS NOT NULL';
  await until(async () => (await publishing.database.query(prepared, [assignmentId])).length > 0, 60_000);
}
