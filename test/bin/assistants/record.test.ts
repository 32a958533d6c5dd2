import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { assistantTasks } from '../../../bin/assistants/tasks';
import { eventsOf } from '../../../bin/assistants/transcript';
import type { Json } from '../../support/actors';
import { root } from '../../support/programs';

describe('a line of a client', () => {
  it.each([
    [
      '{"kind":"call","tool":"list_platforms","arguments":{}}',
      [{ kind: 'call', tool: 'list_platforms', arguments: {} }],
    ],
    [
      '{"type":"assistant","message":{"content":[{"type":"text","text":"Let me see."},{"type":"tool_use","id":"1","name":"mcp__delivery__list_platforms","input":{}}]}}',
      [
        { kind: 'said', text: 'Let me see.' },
        { kind: 'call', tool: 'list_platforms', arguments: {} },
      ],
    ],
    [
      '{"type":"user","message":{"content":[{"type":"tool_result","is_error":true,"content":[{"type":"text","text":"NOT_FOUND"}]}]}}',
      [{ kind: 'answer', isError: true, text: 'NOT_FOUND' }],
    ],
    ['{"type":"system","subtype":"init"}', []],
    ['no JSON', []],
  ])('%s has its events', (line, events) => expect(eventsOf(line)).toEqual(events));
});

describe('npm run assistants:transcript', () => {
  const folder = mkdtempSync(join(tmpdir(), 'transcript-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('asks the client for each task, and writes and counts what it called', async () => {
    const out = join(folder, 'transcript.jsonl');
    const call = '{"kind":"call","tool":"get_billing_status","arguments":{}}';
    const run = `echo '${call}'; echo '${call}'; echo "{\\"kind\\":\\"said\\",\\"text\\":\\"$TASK\\"}"`;
    const tsx = join(root, 'node_modules', '.bin', 'tsx');
    const words = ['bin/assistants/record.ts', '--run', run, '--out', out, '--only', 'creditsLeft'];
    const { stdout } = await promisify(execFile)(tsx, words, { cwd: root });
    expect(stdout).toBe('creditsLeft: 2 of at most 1 calls, too many\n');
    const lines: Json[] = readFileSync(out, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ kind }) => kind)).toEqual(['begin', 'call', 'call', 'said', 'end']);
    expect(lines[3]).toEqual({ task: 'creditsLeft', kind: 'said', text: assistantTasks.creditsLeft.ask });
    expect(lines[4]).toEqual({ task: 'creditsLeft', kind: 'end', calls: 2, limit: 1, exitCode: 0 });
  });
});
