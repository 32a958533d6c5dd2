import type { FieldErrors, Payload } from '../../../domain/payload/payload';
import { LimitReached } from '../../../lib/KeyedLimiter';
import { addExtra } from '../../../channels/extras/addExtra';
import { lackingExtras } from '../../../channels/extras/askedExtras';
import type { ExtraOutcome } from '../../../channels/extras/ExtraTry';
import type { Assignment } from '../../../models/assignments/Assignment';
import { channelAccess } from '../../../channels/channelAccess';
import { maybeOnItsWay } from '../../../domain/assignment/extras';
import type { Platform } from '../../../platforms/Platform';
import type { Extras } from '../../../platforms/Publisher';
import type { AssignmentDeps } from '../deps';

interface UpdatedPost {
  assignment: Assignment;
  postId: string;
  /** The payload after the update. */
  payload: Payload;
  platform: Platform;
  extras: Extras | undefined;
  /** On the clock of `performance.now()`. */
  notAfterMs: number;
}

/**
 * Gives a published post the extras that its new payload asks for and the post lacks, by one try each. The update of
 * the post itself has already happened, so a failed extra becomes a warning.
 */
export async function updateExtras(deps: AssignmentDeps, post: UpdatedPost): Promise<FieldErrors> {
  const { assignment, postId, payload, platform, extras, notAfterMs } = post;
  if (!extras) return {};
  const { signal } = new AbortController();
  const access = channelAccess(deps, { platform, channel: assignment, signal });
  const once = {
    assignment,
    access,
    signal,
    settleMs: platform.settleMs,
    triesMax: 1,
    notAfterMs,
  };
  const warnings: FieldErrors = {};
  for (const asked of await lackingExtras(assignment, { extras, payload, postId })) {
    const fault = faultOf(await inTurn(deps, assignment, async () => addExtra(deps, asked, once)));
    if (fault !== undefined)
      (warnings[`payload.${asked.field}`] ??= []).push(asked.item === '' ? fault : `${asked.item}: ${fault}`);
  }
  return warnings;
}

/** Tries an extra when it is the workspace's turn. Without a free turn the extra is busy, as during an earlier try. */
async function inTurn(
  { hostTurns }: AssignmentDeps,
  { workspaceId }: Assignment,
  work: () => Promise<ExtraOutcome>,
): Promise<ExtraOutcome> {
  try {
    return await hostTurns.run(workspaceId, work);
  } catch (error) {
    if (error instanceof LimitReached) return { kind: 'busy', waitMs: 0 };
    throw error;
  }
}

function faultOf(outcome: ExtraOutcome): string | undefined {
  switch (outcome.kind) {
    case 'added':
      return undefined;
    case 'givenUp':
    case 'failed':
      return outcome.failure.message;
    case 'busy':
    case 'movedOn':
      return maybeOnItsWay;
  }
}
