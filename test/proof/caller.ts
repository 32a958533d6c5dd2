import { workspaceClient } from '../support/actors';
import type { Actor, Address, Answer } from '../support/actors';
import type { BuiltWorkspace } from '../support/build/workspace';
import { userClient } from '../support/callers/people';
import { until } from '../support/until';
import { patienceMs } from './patience';
import type { Snapshot } from './judging/snapshot';

export type Assignment = Record<string, unknown> & { idempotencyKey: string };

/** A caller of an API that may be killed at any moment, and who asks again, as callers should. */
export interface Caller {
  /** Asks the API until it answers; as the caller's own workspace by default, or as the user with this token. */
  ask: (method: string, path: string, body?: unknown, asker?: BuiltWorkspace | string) => Promise<Answer>;
  /** Creates an assignment, again and again with the same key until it is accepted. @returns its id */
  create: (assignment: Assignment) => Promise<string>;
  /** The answers to `create`. */
  accepted: Snapshot['accepted'];
  /** Answers that admit a fault of the service. */
  faults: string[];
}

/** @param api where it is now, as soon as it is up @param signal its reason ends all that is asked */
export function openCaller(workspace: BuiltWorkspace, api: () => Promise<Address>, signal: AbortSignal): Caller {
  const accepted: Snapshot['accepted'] = [];
  const faults: string[] = [];

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    asker: BuiltWorkspace | string = workspace,
  ): Promise<Answer> {
    const parts = body === undefined ? {} : { body };
    const askOnce = async (): Promise<Answer | undefined> => {
      const answered = await clientOf(await api(), asker)(method, path, parts).catch(() => undefined);
      if (answered?.status === 500) faults.push(`${method} ${path}: ${JSON.stringify(answered.body)}`);
      // A request that did not arrive in time is sent again, as its answer says.
      return answered && answered.status < 500 && answered.status !== 408 ? answered : undefined;
    };
    return until(askOnce, { limitMs: patienceMs, wanted: `${method} ${path} is answered`, signal });
  }

  async function create(assignment: Assignment): Promise<string> {
    const { status, body } = await ask('POST', '/api/v1/assignments', assignment);
    if (status !== 201) throw new Error(`create answered ${status}: ${JSON.stringify(body)}`);
    accepted.push({ idempotencyKey: assignment.idempotencyKey, id: body.id });
    return body.id;
  }

  return { ask, create, accepted, faults };
}

function clientOf(api: Address, asker: BuiltWorkspace | string): Actor {
  return typeof asker === 'string' ? userClient(api, { token: asker }) : workspaceClient(api, asker);
}
