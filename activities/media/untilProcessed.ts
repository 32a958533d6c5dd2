import { setTimeout as delay } from 'node:timers/promises';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { sparesOf } from '../../models/publishing/platformObjects';
import type { PlatformObjects, PostState, Publisher } from '../../platforms/Publisher';
import type { PublishContext } from '../run/publishContext';
import { loadRun } from '../run/report';
import { TryEnded } from '../run/try';

const longestPollMs = 5000;

/**
 * Waits until the newer version of a post's media could go live. Photos of a draft are whole at once; all else is staged
 * where its session did not carry the payload, and looked at.
 * @throws PublishFailure for a version that the platform cannot process
 */
export async function untilProcessed(post: PublishContext): Promise<void> {
  const { deps, run, publisher, made, signal } = post;
  if (made.draftId !== null) return;
  const loaded = await loadRun(deps, run);
  if (!loaded) throw new TryEnded();
  const next = { items: sparesOf(deps.secrets, loaded.facts).map((spare) => spare.made), draftId: null };
  let isStaged = carriesPayload(publisher);
  for (let waitMs = deps.processingPollMs; ; waitMs = Math.min(2 * waitMs, longestPollMs)) {
    const state = await look(post, next, isStaged).catch(absentAsUnknown);
    if (state.kind === 'failed') throw new PublishFailure(state.code, state.words, { transient: false });
    if (state.kind !== 'processing' && state.kind !== 'unknown') return;
    isStaged ||= state.kind === 'processing';
    await delay(waitMs, undefined, { signal });
  }
}

async function look(
  { access, publisher, assignment: { payload } }: PublishContext,
  made: PlatformObjects,
  isStaged: boolean,
): Promise<PostState> {
  return access.call(async (call) => {
    if (!isStaged) await publisher.stage(call, made, payload);
    return publisher.look(call, made, payload);
  });
}

function carriesPayload({ upload }: Publisher): boolean {
  return upload?.kind === 'resumable' && upload.carriesPayload;
}

/** Reads an absence as unknown: the platform may not show yet a post that it has just taken. */
function absentAsUnknown(error: unknown): PostState {
  if (error instanceof PublishFailure && error.isAbsent) return { kind: 'unknown', message: error.message };
  throw error;
}
