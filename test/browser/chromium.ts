import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { evaluate } from '../support/programs';

/**
 * A Chromium without a window, on a profile of its own that is removed with it. It finds `hosts` where they are said to
 * be, addresses of this machine, and nothing else.
 * @throws when there is none: a missing browser fails a test, it never skips one
 */
export async function launchChromium(hosts: Record<string, string>): Promise<Browser> {
  const found = await evaluate<{
    path?: string;
    missing?: string;
  }>(`import { findChromium } from './bin/local/chromium.mjs';
    console.log(JSON.stringify(findChromium()));`);
  if (found.path === undefined) throw new Error(found.missing);
  const maps = Object.entries(hosts).map(([host, address]) => `MAP ${host} ${address}`);
  const ports = Object.keys(hosts).map((host) => new URL(`http://${host}`).port);
  return chromium.launch({
    executablePath: found.path,
    // Root may not have the sandbox; every other user does.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [
      `--host-resolver-rules=${[...maps, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1'].join(', ')}`,
      // Ports that the Fetch standard blocks, as 9 is.
      `--explicitly-allowed-ports=${ports.join(',')}`,
    ],
  });
}
