import { json } from 'node:stream/consumers';
import type { Sequelize } from 'sequelize';
import { z } from 'zod';
import { createLogger } from '../../lib/logger';
import { createSecrets } from '../../lib/secrets';
import type { Secrets } from '../../lib/secrets';
import { Connection } from '../../models/connections/Connection';
import { inTransaction } from '../../models/database/transaction';
import { openDatabase } from '../../models/openDatabase';
import { Membership } from '../../models/organizations/Membership';
import { Organization } from '../../models/organizations/Organization';
import { Workspace } from '../../models/organizations/Workspace';
import { User } from '../../models/users/User';
import { ask } from './ask';
import { isLocalDatabase } from './isLocal';
import { onSandbox } from './onSandbox';
import { makeTeamPast } from './team';
import { failOnce, planWeek } from './week';
import type { Team } from './week';
import { openTeamWorkspace } from './workspace';
import { writeHistory } from './writeHistory';
import { settingsOrExit } from '../run';

const usage =
  'usage: node dist/bin/demoData/fillTeam.js open | past | week, with the demo of `npm start` as JSON on standard input\n';

const Organizations = z.object({ items: z.tuple([z.object({ id: z.string() })], z.unknown()) });
const Person = z.object({ email: z.string(), password: z.string() });
const channel = (platform: 'youtube' | 'facebook') =>
  z
    .object({
      name: z.string(),
      connectionId: z.uuid(),
      channelId: z.string(),
      subscribers: z.number(),
      views: z.number(),
    })
    .transform((one) => ({ ...one, platform }));
const Demo = Person.extend({
  apiUrl: z.string(),
  sandboxUrl: z.string(),
  workspaceId: z.uuid(),
  member: Person,
  channels: z.object({
    diaries: channel('youtube'),
    shorts: channel('youtube'),
    cafe: channel('facebook'),
    lighthouse: channel('facebook'),
  }),
});
type Demo = z.infer<typeof Demo>;

/** Makes and fills the workspace of `npm start`. @returns the exit code */
async function main(command: string | undefined): Promise<number> {
  if (command === 'open')
    return onDatabase(async (deps) => openFor(Person.parse(await json(process.stdin)).email, deps));
  if (command === 'past') return onDatabase(async (deps) => writePast(Demo.parse(await json(process.stdin)), deps));
  if (command === 'week') return makeWeek(Demo.parse(await json(process.stdin)));
  process.stderr.write(usage);
  return 2;
}

interface Deps {
  readonly sequelize: Sequelize;
  readonly secrets: Secrets;
}

/** A database that is not on this machine gets no invented past: the team begins with nothing. */
async function onDatabase(work: (deps: Deps) => Promise<void>): Promise<number> {
  const { databaseUrl, secretsKeys } = settingsOrExit();
  if (!isLocalDatabase(databaseUrl)) return 0;
  const sequelize = openDatabase({ url: databaseUrl, poolSize: 2, logger: createLogger('demo', 'error') });
  try {
    await work({ sequelize, secrets: createSecrets(secretsKeys) });
    return 0;
  } finally {
    await sequelize.close();
  }
}

/**
 * Replaces the workspace of a person who has just registered. A ledger is append-only, so a past can stand only at
 * the beginning of one: the account of this workspace comes with its past.
 */
async function openFor(email: string, { sequelize, secrets }: Deps): Promise<void> {
  await inTransaction(sequelize, 'openFor', async (transaction) => {
    const user = await User.ofEmail(email);
    const owned = user ? { userId: user.id, role: 'owner' as const } : null;
    const [own, another] = owned ? await Membership.findAll({ where: owned, raw: true, transaction }) : [];
    const root = own && (await Organization.findByPk(own.organizationId, { raw: true, transaction }));
    const isNew =
      root?.isRoot &&
      !another &&
      (await Connection.count({ where: { workspaceId: root.workspaceId }, transaction })) === 0;
    if (!user || !root || !isNew) throw new Error(`${email} does not own one workspace, and that without channels`);
    await openTeamWorkspace({ userId: user.id, name: user.name }, { secrets }, transaction);
    await Workspace.destroy({ where: { id: root.workspaceId }, transaction });
  });
}

/** Writes what the team has published in the last weeks. */
async function writePast(
  { workspaceId, email, channels, sandboxUrl }: Demo,
  { sequelize, secrets }: Deps,
): Promise<void> {
  const now = new Date();
  const history = await onSandbox(makeTeamPast(channels, `${sandboxUrl}/_sandbox/media`, now), sandboxUrl, now);
  await inTransaction(sequelize, 'writePast', async (transaction) => {
    const user = await User.ofEmail(email);
    const root = await Organization.findOne({ where: { workspaceId, isRoot: true }, raw: true, transaction });
    if (!user || !root) throw new Error(`${email} has no workspace ${workspaceId}`);
    const owner = { workspaceId, organizationId: root.id, userId: user.id };
    await writeHistory(owner, history, { now, secrets }, transaction);
  });
}

/** Plans the coming week, and makes a post whose failure one press mends. */
async function makeWeek({ apiUrl, sandboxUrl, channels, member, ...owner }: Demo): Promise<number> {
  const tokens: Team['tokens'] = [await logIn(apiUrl, owner), await logIn(apiUrl, member)];
  const { items } = await ask(Organizations, `${apiUrl}/api/v1/auth/organizations`, { token: tokens[0] });
  const team: Team = { apiUrl, sandboxUrl, organizationId: items[0].id, tokens, channels };
  await planWeek(team, new Date());
  await failOnce(team);
  return 0;
}

async function logIn(apiUrl: string, { email, password }: z.infer<typeof Person>): Promise<string> {
  const Session = z.object({ token: z.string() });
  return (await ask(Session, `${apiUrl}/api/v1/auth/login`, { body: { email, password } })).token;
}

void main(process.argv[2])
  .catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  })
  .then((code) => {
    process.exitCode = code;
  });
