import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const folder = join(__dirname, '../../tools/oasdiff');
/** Go's installer puts Go where a shell that is no login shell does not look. */
const go = existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : 'go';

const Findings = z.array(
  z.object({
    id: z.string(),
    text: z.string(),
    level: z.number().int().min(0).max(3),
    operation: z.string().default(''),
    path: z.string().default(''),
  }),
);

/** What oasdiff says of one difference. `level` 3 is an error and 2 a warning: a caller may break. 1 is neither. */
export type Finding = z.infer<typeof Findings>[number];

/**
 * All differences of two OpenAPI documents that oasdiff has a rule for, by the levels of `tools/oasdiff/levels.txt`. Go builds the
 * version that `tools/oasdiff/go.mod` pins, and keeps the program in its cache.
 * @throws {Error} where there is no Go, or oasdiff refuses a document
 */
export async function findingsOf(base: object, revision: object): Promise<Finding[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'contract-'));
  try {
    const [before, after] = [join(scratch, 'base.json'), join(scratch, 'revision.json')];
    await writeFile(before, JSON.stringify(base));
    await writeFile(after, JSON.stringify(revision));
    const options = ['--format', 'json', '--include-path-params', '--severity-levels', 'levels.txt'];
    const limits = { cwd: folder, maxBuffer: 256 * 1024 * 1024 };
    const { stdout } = await run(go, ['tool', 'oasdiff', 'changelog', before, after, ...options], limits);
    return Findings.parse(JSON.parse(stdout));
  } catch (error) {
    throw new Error('oasdiff did not compare the documents. It is built with Go', { cause: error });
  } finally {
    await rm(scratch, { recursive: true });
  }
}
