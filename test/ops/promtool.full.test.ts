import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPrometheus } from '../support/servers/debianPrometheus';
import { useTempDir } from '../support/tempDir';
import { ruleFiles, rulesFolder } from './rules';

const folder = useTempDir();

/** The exit code and the words of promtool. */
async function promtool(...words: string[]): Promise<{ code: number; said: string }> {
  const [program = '', ...first] = (await findPrometheus()).promtool;
  return promisify(execFile)(program, [...first, ...words]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
  );
}

describe('promtool', () => {
  it('finds the rules well-formed', async () => {
    const files = ruleFiles.map(({ name }) => join(rulesFolder, name));
    const { code, said } = await promtool('check', 'rules', ...files);
    expect(said).toContain('SUCCESS');
    expect(code).toBe(0);
  });

  it('sees each alert fire where it should, and be silent where it should', async () => {
    expect(await promtool('test', 'rules', join(rulesFolder, 'tests', 'alerts.yml'))).toMatchObject({ code: 0 });
  });

  it('sees that a threshold is another one', async () => {
    cpSync(rulesFolder, folder.path, { recursive: true });
    const alerts = folder.at('alerts.yml');
    const text = readFileSync(alerts, 'utf8');
    const planted = text.replace('max(webhook_oldest_seconds) > 6 * 3600', 'max(webhook_oldest_seconds) > 600');
    expect(planted).not.toBe(text);
    writeFileSync(alerts, planted);
    const { code, said } = await promtool('test', 'rules', folder.at('tests/alerts.yml'));
    expect(code).toBe(1);
    expect(said).toContain('ReceiverIsDead');
  });
});
