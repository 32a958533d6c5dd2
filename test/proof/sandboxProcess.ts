import { nthKind } from '../kinds';
import { send } from '../support/sandbox';
import type { Grant, Json, SandboxState } from '../support/sandbox';
import { startSandboxProgram } from '../support/processes';

/** The sandbox as a process of its own: what is killed beside it does not touch it. */
export interface SandboxProcess {
  youtubeUrl: string;
  control: (method: 'GET' | 'POST' | 'DELETE', path: string, json?: unknown) => Promise<Json>;
  state: () => Promise<SandboxState>;
  /** The record of calls. */
  calls: () => Promise<Json[]>;
  /** A channel with a live grant, and an account of its own that has the channel's name. */
  grant: (name?: string) => Promise<Grant>;
  /** Ends all grants of the account that this token belongs to. */
  revoke: (token: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** Its videos are processed at once. */
export async function startSandboxProcess(): Promise<SandboxProcess> {
  const sandbox = startSandboxProgram({ SANDBOX_PORT: '0', SANDBOX_YOUTUBE_PORT: '0', SANDBOX_PROCESSING_MS: '0' });
  const { url, youtubeUrl } = await sandbox.ready();
  const control: SandboxProcess['control'] = async (method, path, json) => {
    const answer = await send(method, `${url}/_sandbox${path}`, { json });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  await control('POST', '/settings', { quota: { uploadsPerDay: 100_000, unitsPerDay: 10_000_000 } });
  return {
    youtubeUrl,
    control,
    state: async () => control('GET', '/state'),
    calls: async () => (await control('GET', '/calls')).calls,
    grant: async (name = 'Proof') => control('POST', '/channels', nthKind(0).grantRequest(name)),
    revoke: async (token) => void (await send('POST', `${youtubeUrl}/revoke?token=${token}`)),
    stop: async () => void (await sandbox.end('SIGTERM')),
  };
}
