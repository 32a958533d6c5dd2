import { parseUrl } from '../../domain/parseUrl';
import { KeyedLimiter } from '../../lib/KeyedLimiter';
import { picturesDue, spreadPictures } from '../../models/pictures/picturesDue';
import type { DuePicture } from '../../models/pictures/picturesDue';
import { delayPicture, haveNoPicture, keepPicture, putOffPicture } from '../../models/pictures/storePicture';
import { sourcesOf } from './pictureSources';
import type { PictureDeps, PictureSource } from './pictureSources';
import { readSource } from './readSource';

/** Pictures that a round looks at, and pictures of one workspace that it reads. */
const shares = { limit: 2000, ofWorkspace: 40 };
/** The time between two rounds (models/housekeeping/minuteTasks.ts). */
const roundSeconds = 15;
/** Workspaces whose pictures are read at the same time, each one after the other. A picture takes up to 100 MiB meanwhile. */
const workspacesAtOnce = 4;
/** The time of a workspace in a round, after which the rest of its pictures waits for the next one. */
const workspaceMs = 20_000;
/** After a host has failed, other pictures of it wait so long; after a fault of ours the picture itself. Neither counts as a try. */
const pauseMs = 60_000;

/** The outcome of a round: pictures that were stored, posts and channels that have none, and pictures that are tried later. */
export interface PictureCounts {
  read: number;
  none: number;
  later: number;
}

interface Round {
  readonly deps: PictureDeps;
  readonly goOn: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly counts: PictureCounts;
}

/**
 * Reads the pictures whose time has come (contract.md §2): of a post from the platform where it is live, before that from its own
 * file; of a channel from its platform. The hosts of one workspace keep no other workspace waiting.
 * @param goOn ends the round by an error where another process does it by now, and where this one stops
 * @param signal ends its requests when this process stops
 */
export async function readDuePictures(
  deps: PictureDeps,
  { goOn, signal }: Pick<Round, 'goOn' | 'signal'>,
): Promise<PictureCounts> {
  const due = await picturesDue(shares);
  if (due.length > 0) await spreadPictures({ ...shares, roundSeconds });
  const round: Round = { deps, goOn, signal, counts: { read: 0, none: 0, later: 0 } };
  const turns = new KeyedLimiter({ total: workspacesAtOnce, perKey: 1 });
  await Promise.all(
    runsOf(due, ({ workspaceId }) => workspaceId).map(async (pictures) =>
      turns.run(pictures[0].workspaceId, async () => readOfWorkspace(round, pictures)),
    ),
  );
  return round.counts;
}

async function readOfWorkspace(round: Round, due: readonly DuePicture[]): Promise<void> {
  const endMs = performance.now() + workspaceMs;
  const failedHosts = new Set<string>();
  for (const pictures of runsOf(due, ({ connectionId }) => connectionId)) {
    const sources = await sourcesOf(round.deps, pictures, round.signal);
    for (const [picture, source] of sources) {
      await round.deps.dueGate.standBack();
      await round.goOn();
      if (performance.now() > endMs) return;
      const outcome = await readOne(round, picture, source, failedHosts);
      round.counts[outcome] += 1;
    }
  }
}

async function readOne(
  { deps, signal }: Round,
  picture: DuePicture,
  source: PictureSource,
  failedHosts: Set<string>,
): Promise<keyof PictureCounts> {
  if (source.kind === 'later') {
    await delayPicture(picture, source.pauseMs);
    return 'later';
  }
  if (source.kind === 'untold') {
    await putOffPicture(picture);
    return 'later';
  }
  if (source.kind === 'none') {
    await haveNoPicture(picture);
    return 'none';
  }
  const host = parseUrl(source.url)?.host ?? '';
  if (failedHosts.has(host)) {
    await delayPicture(picture, pauseMs);
    return 'later';
  }
  const read = await readSource(deps, picture, source, signal);
  if (read.kind === 'picture') {
    await keepPicture(picture, read.jpeg);
    return 'read';
  }
  if (read.kind === 'fault') {
    await delayPicture(picture, pauseMs);
    return 'later';
  }
  if (read.isOfHost) failedHosts.add(host);
  if (read.isFinal) await haveNoPicture(picture);
  else await putOffPicture(picture);
  return read.isFinal ? 'none' : 'later';
}

/** Neighbours with the same key, together. */
function runsOf<T>(items: readonly T[], keyOf: (item: T) => string): [T, ...T[]][] {
  const runs: [T, ...T[]][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run && keyOf(run[0]) === keyOf(item)) run.push(item);
    else runs.push([item]);
  }
  return runs;
}
