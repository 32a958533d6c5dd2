import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../programs';

const modulePath = 'github.com/versity/versitygw';
const folder = join(root, 'tools', 'versitygw');

/**
 * The S3 server of the tests, versitygw. It is built from the version that tools/versitygw pins, once on each machine.
 * @throws where there is no Go toolchain
 */
export async function findS3Server(): Promise<string> {
  const [, version] = new RegExp(`${modulePath} v(\\S+)`).exec(readFileSync(join(folder, 'go.mod'), 'utf8')) ?? [];
  const cache = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'content-delivery');
  const file = join(cache, `versitygw-${version}`);
  if (existsSync(file)) return file;
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'draft-versitygw-'));
  const go = existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : 'go';
  const made = join(draft, 'versitygw');
  await promisify(execFile)(go, ['build', '-buildvcs=false', '-o', made, `${modulePath}/cmd/versitygw`], {
    cwd: folder,
  });
  renameSync(made, file);
  rmSync(draft, { recursive: true });
  return file;
}
