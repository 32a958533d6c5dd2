import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { z } from 'zod';

const root = join(__dirname, '..', '..');

/** The Chromium of this machine, without a window. @throws Error where there is none */
export async function launchChromium(): Promise<Browser> {
  const code = `import { findChromium } from './bin/local/chromium.mjs'; console.log(JSON.stringify(findChromium()));`;
  const answer = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' });
  const { path, missing } = z
    .object({ path: z.string().optional(), missing: z.string().optional() })
    .parse(JSON.parse(answer));
  if (path === undefined) throw new Error(missing);
  // Root may not have the sandbox; all other users may.
  return chromium.launch({ executablePath: path, chromiumSandbox: process.getuid?.() !== 0 });
}
