import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { Environment } from '../../lib/config';
import { platformModules } from '../../platforms/index';

/** Read by @temporalio/envconfig, which has no schema to ask. */
const readElsewhere: readonly Setting[] = [
  { name: 'TEMPORAL_ADDRESS', form: 'host:port', default: 'localhost:7233', isRequired: false },
  { name: 'TEMPORAL_NAMESPACE', form: 'text', default: 'default', isRequired: false },
];

/** A variable of the environment, as the schema that reads it has it. */
export interface Setting {
  readonly name: string;
  /** The words with which a process refuses a malformed value. */
  readonly form: string;
  /** As it would be written; null: none. */
  readonly default: string | null;
  readonly isRequired: boolean;
  /** It belongs to a platform, and is required to offer it. */
  readonly isOfPlatform?: boolean;
}

/** Every setting of the service and of its platforms, in the order of their schemas. */
export function settings(): Setting[] {
  const platforms = Object.values(platformModules).flatMap((module) =>
    settingsOf(module.settings).map((setting) => ({ ...setting, isOfPlatform: true })),
  );
  // Every platform reads SANDBOX_URL.
  const all = [...settingsOf(Environment), ...platforms];
  const read = [...new Map(all.map((setting) => [setting.name, setting])).values()];
  return [...read, ...readElsewhere.filter((setting) => read.every(({ name }) => name !== setting.name))];
}

/** A value that only a setting of any text accepts. */
const malformed = '\0';

const Variables = z.object({
  properties: z
    .record(z.string(), z.object({ default: z.union([z.string(), z.number(), z.boolean()]).optional() }))
    .default({}),
  required: z.array(z.string()).default([]),
});

function settingsOf(schema: z.ZodType): Setting[] {
  const { properties, required } = variablesOf(schema, 'input');
  // Zod keeps the default of a schema that transforms its input on the side of the output.
  const { properties: outcome } = variablesOf(schema, 'output');
  const names = Object.keys(properties);
  const refusal = schema.safeParse(Object.fromEntries(names.map((name) => [name, malformed])));
  const words = new Map(refusal.error?.issues.toReversed().map(({ path, message }) => [path[0], message]));
  return names.map((name) => {
    const given = properties[name]?.default ?? outcome[name]?.default;
    return {
      name,
      form: words.get(name)?.replace(/^(entry 1 )?must (be|look like) /, '') ?? 'text',
      default: given === undefined ? null : String(given),
      isRequired: required.includes(name),
    };
  });
}

function variablesOf(schema: z.ZodType, io: 'input' | 'output') {
  return Variables.parse(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
}

export interface Explained {
  readonly section: string;
  readonly name: string;
  readonly meaning: string;
}

function explanationsIn(text: string): Explained[] {
  const explained: Explained[] = [];
  let section = '';
  let comment: string[] = [];
  for (const line of text.split('\n')) {
    const name = /^([A-Z][A-Z0-9_]+)=/.exec(line)?.[1];
    const heading = /^# -+ (.+?) -+$/.exec(line)?.[1];
    if (name !== undefined) explained.push({ section, name, meaning: comment.join(' ') });
    section = heading ?? section;
    comment = line.startsWith('# ') && heading === undefined ? [...comment, line.slice(2)] : [];
  }
  return explained;
}

/** The meaning of each variable in .env.example: the comment right above it. */
export async function readExample(root: string): Promise<Explained[]> {
  return explanationsIn(await readFile(join(root, '.env.example'), 'utf8'));
}

/** The differences between the settings in .env.example and the settings that the service reads. */
export async function settingFaults(root: string): Promise<string[]> {
  const read = settings().map(({ name }) => name);
  const explained = await readExample(root);
  const names = explained.map(({ name }) => name);
  const mute = explained.filter(({ meaning }) => meaning === '');
  return [
    ...read
      .filter((name) => !names.includes(name))
      .map((name) => `.env.example lacks ${name}, which the service reads`),
    ...names.filter((name) => !read.includes(name)).map((name) => `.env.example has ${name}, which nothing reads`),
    ...mute.map(({ name }) => `.env.example does not explain ${name}`),
  ];
}
