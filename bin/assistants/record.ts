import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { assistantTasks } from './tasks';
import { eventsOf } from './transcript';
import type { TranscriptLine } from './transcript';

const usage = `npm run assistants:transcript -- --run '<command>' [--out transcript.jsonl] [--only <task>]
  has an assistant with a real model do the tasks of people, one process each: the command finds the task in $TASK
`;
const options = {
  run: { type: 'string' },
  out: { type: 'string', default: 'transcript.jsonl' },
  only: { type: 'string' },
} as const;

/** Writes what an assistant calls for each task, and counts it (docs/guides/assistants.md). @returns the exit code */
async function main(args: string[]): Promise<number> {
  const { run, out, only } = parseArgs({ args, options }).values;
  if (run === undefined) {
    process.stderr.write(usage);
    return 1;
  }
  const file = createWriteStream(out);
  const write = (line: TranscriptLine): void => void file.write(`${JSON.stringify(line)}\n`);
  for (const [task, wanted] of Object.entries(assistantTasks)) {
    if (only === undefined || only === task) await record(task, wanted, run, write);
  }
  file.end();
  await once(file, 'close');
  return 0;
}

async function record(
  task: string,
  { ask, calls: limit }: { ask: string; calls: number },
  run: string,
  write: (line: TranscriptLine) => void,
): Promise<void> {
  write({ kind: 'begin', task, ask, limit, at: new Date().toISOString() });
  const script = `export TASK="$1"\n${run}`;
  const child = spawn('sh', ['-c', script, 'sh', ask], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let calls = 0;
  for await (const line of createInterface(child.stdout)) {
    const events = eventsOf(line);
    calls += events.filter(({ kind }) => kind === 'call').length;
    for (const event of events) write({ task, ...event });
  }
  await ended;
  write({ kind: 'end', task, calls, limit, exitCode: child.exitCode });
  process.stdout.write(`${task}: ${calls} of at most ${limit} calls${calls > limit ? ', too many' : ''}\n`);
}

void main(process.argv.slice(2)).then((code) => (process.exitCode = code));
