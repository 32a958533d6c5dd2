import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { setPace } from '../domain/pace';
import { Refusal } from './admin/Command';
import type { Command } from './admin/Command';
import { assignmentCommands } from './admin/assignments';
import { connectionCommands } from './admin/connections';
import { housekeepingCommands } from './admin/housekeeping';
import { installationCommands } from './admin/installation';
import { viewCommands } from './admin/views';
import { workspaceCommands } from './admin/workspaces';
import { settingsOrExit } from './run';
import { verifyHere } from './verifyHere';

const commands: readonly Command[] = [
  ...assignmentCommands,
  ...workspaceCommands,
  ...connectionCommands,
  ...installationCommands,
  ...housekeepingCommands,
  ...viewCommands,
];

const verifyForm = 'verify <platform> [options]';
const verifyAnswer = 'a table of what was seen on real accounts; alone it lists platforms and options';
const usage = [
  'usage: npm run admin -- <command>, where it says so with a JSON object on standard input, so that no secret is seen in a process list',
  ...commands.map(({ form, answer }) => line(form, answer)),
  line(verifyForm, verifyAnswer),
  '',
].join('\n');

function line(form: string, answer: string): string {
  return `  ${form.padEnd(48)} → ${answer}`;
}

interface Match {
  command: Command;
  /** The words of the command itself. */
  name: string;
  words: readonly string[];
}

/** The command whose form these words have. */
function matchOf(typed: readonly string[]): Match | undefined {
  return commands
    .map((command) => {
      const form = formOf(command);
      const fits = form.length === typed.length && form.every((word, at) => isBlank(word) || word === typed[at]);
      const name = form.filter((word) => !isBlank(word)).join(' ');
      return { command, name, fits, words: typed.filter((_word, at) => isBlank(form[at] ?? '')) };
    })
    .find(({ fits }) => fits);
}

function formOf({ form }: Command): readonly string[] {
  return form.split(' ').filter((word) => !isInput(word));
}

const isBlank = (word: string): boolean => word.startsWith('<');
const isInput = (word: string): boolean => word.startsWith('{');

async function main(typed: string[]): Promise<number> {
  if (typed[0] === 'verify') return verifyHere(typed.slice(1));
  const match = matchOf(typed);
  if (!match) {
    process.stderr.write(usage);
    return 2;
  }
  const { command, name, words } = match;
  const config = settingsOrExit();
  setPace(config.pace);
  try {
    const input = command.form.split(' ').some(isInput) ? await readInput() : undefined;
    const result = await command.run({ words, input }, config);
    process.stdout.write(`${typeof result === 'string' ? result : JSON.stringify(result)}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${name}: ${reasonOf(error)}\n`);
    return 1;
  }
}

/** The input may hold tokens, which the parser's own message would quote. */
async function readInput(): Promise<unknown> {
  try {
    return await json(process.stdin);
  } catch {
    throw new Refusal('stdin has no valid JSON');
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Refusal ? error.message : String(error);
}

void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
