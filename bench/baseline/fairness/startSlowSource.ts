import { join } from 'node:path';
import { z } from 'zod';
import type { Workshop } from '../../Bench';
import { addressOf } from '../../tools/addressOf';
import { requestJson } from '../../tools/requestJson';

const program = join(__dirname, 'main.ts');

/** A source of media that is slow until it is asked to let go, a process of its own. */
export interface SlowSource {
  readonly mediaUrl: string;
  /** The same media, at once, from the same host. */
  readonly quickUrl: string;
  readonly hold: () => Promise<void>;
  /** Sends all that is under way, and all that comes later, at once. */
  readonly release: () => Promise<void>;
}

/** Starts it on a free port of the loopback address. */
export async function startSlowSource({ processes }: Workshop): Promise<SlowSource> {
  const args = ['--import', 'tsx', program];
  const server = processes.start({ name: 'slow source', command: process.execPath, args, cwd: __dirname });
  const url = await addressOf('slow source', server.output);
  const tell = async (order: string): Promise<void> =>
    void (await requestJson(z.object({}), `${url}/${order}`, { method: 'POST' }));
  return {
    mediaUrl: `${url}/slow.mp4`,
    quickUrl: `${url}/quick.mp4`,
    hold: async () => tell('hold'),
    release: async () => tell('release'),
  };
}
