import type { InferAttributes } from 'sequelize';
import type { Connection } from '../../../models/connections/Connection';
import { Tenant } from '../../../models/database/Tenant';
import { workspaceClient } from '../actors';
import type { Actor, Answer } from '../actors';
import type { TestApp } from './app';
import { buildConnection } from '../build/connection';
import { videoBody } from '../build/video';
import { buildWorkspace } from '../build/workspace';
import type { BuiltWorkspace } from '../build/workspace';
import { useEach } from '../use';

/** A workspace with one channel, and its client. */
export interface Caller extends BuiltWorkspace {
  connectionId: string;
  call: Actor;
  /** Asks for a video on its channel. */
  create: (overrides?: Record<string, unknown>, headers?: Record<string, string>) => Promise<Answer>;
}

export interface CallerOptions {
  credits?: number;
  connection?: Partial<InferAttributes<Connection>>;
  grant?: Parameters<typeof buildConnection>[2];
  /** The API has accepted an assignment for the channel before, so that it writes the next one without a look at it. */
  isKnown?: boolean;
}

/** The two ways in which assignments are accepted, for `describe.each`. */
export const waysToAccept = [
  ['a channel that is new to the process', { isKnown: false }],
  ['a channel that the process knows', { isKnown: true }],
] as const;

export async function buildCaller(
  app: TestApp,
  { isKnown = false, credits, connection, grant }: CallerOptions = {},
): Promise<Caller> {
  const workspace = await buildWorkspace({ credits });
  const { connectionId } = await buildConnection(workspace, connection, grant);
  if (isKnown) app.deps.knownChannels.note(new Tenant(workspace.workspaceId, null), connectionId, 'youtube');
  const call = workspaceClient(app, workspace);
  return {
    ...workspace,
    connectionId,
    call,
    create: async (overrides, headers = {}) =>
      call('POST', '/api/v1/assignments', { body: videoBody(connectionId, overrides), headers }),
  };
}

/** A caller as new before each test; the entries dispatched and the lines logged until then are forgotten. */
export function useCaller(app: TestApp, options?: CallerOptions): Caller {
  return useEach(async () => {
    const caller = await buildCaller(app, options);
    app.forget();
    return caller;
  });
}
