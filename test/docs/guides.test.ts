import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { tools } from '../../api/tools';
import { mcpScopes } from '../../domain/mcp';
import { moveOn } from '../support/build/moveOn';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { buildWorkspace } from '../support/build/workspace';
import { workspaceClient } from '../support/actors';
import { videoBytes } from '../support/media/media';
import { useTempDir } from '../support/tempDir';
import { usePublishedVideo } from '../api/assignments/publishedVideo';
import { uploaderFor } from '../support/callers/uploads';
import { addMember, buildUser } from '../support/callers/people';

const { app, post } = usePublishedVideo();
const files = useTempDir(({ at }) => writeFileSync(at('coast-path.mp4'), videoBytes(1000)));

/** The commands of a guide, in their order: a page in docs/guides. */
function commandsOf(guide: string): string[] {
  const text = readFileSync(join(__dirname, '..', '..', 'docs', 'guides', `${guide}.md`), 'utf8');
  return Array.from(text.matchAll(/```sh\n([\s\S]*?)```/g), ([, command]) => command!);
}

/** Runs a command as a reader would, in a shell. Gives the status and the headers of the answer. */
async function run(command: string, variables: Record<string, string>): Promise<{ status: number; headers: string }> {
  const silent = 'curl() { command curl --silent --show-error --output /dev/null --dump-header - "$@"; }';
  const places = {
    API_URL: app.url,
    MEDIA_URL: 'https://media.example/a.mp4',
    CALLBACK_URL: 'https://caller.example/hooks',
  };
  const env = { PATH: process.env.PATH, ...places, ...variables };
  const { stdout } = await promisify(execFile)('bash', ['-euc', `${silent}\n${command}`], { env, cwd: files.path });
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(stdout)?.[1]), headers: stdout };
}

it('the guide to assistants has every tool under its scope', () => {
  const text = readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'assistants.md'), 'utf8');
  const said = mcpScopes.map((scope) => {
    const [, names = ''] = new RegExp(`^\\| \`${scope}\` *\\|(.*)\\|$`, 'm').exec(text) ?? [];
    return [scope, new Set(Array.from(names.matchAll(/`(\w+)`/g), ([, name]) => name))];
  });
  const served = mcpScopes.map((scope) => [
    scope,
    new Set(tools.flatMap((tool) => (tool.scope === scope ? [tool.name] : []))),
  ]);
  expect(said).toEqual(served);
});

/** A caller with a channel and an assignment in this status. */
async function openCaller(status: 'pending' | 'failed') {
  const workspace = await buildWorkspace();
  const { connectionId } = await buildConnection(workspace);
  const { assignmentId } = await buildAssignment({ ...workspace, connectionId });
  const error = { code: 'MEDIA_DOWNLOAD_FAILED', message: 'the source answered 404' };
  if (status === 'failed') await moveOn(assignmentId, { to: 'failed', error });
  const { userId, token } = await buildUser(app);
  await addMember(workspace.organizationId, userId, 'member');
  const user = { TOKEN: token, ORGANIZATION_ID: workspace.organizationId };
  return { API_KEY: workspace.apiKey, CONNECTION_ID: connectionId, ASSIGNMENT_ID: assignmentId, ...user };
}

it.each([
  ['idempotency', 'pending', [201]],
  ['scheduling', 'pending', [201, 200]],
  ['../webhooks', 'pending', [201]],
  ['lists', 'pending', [200, 200, 200]],
  ['limits-and-errors', 'failed', [200, 200, 200]],
] as const)(
  'each command of the guide "%s" is answered with success, of a %s assignment',
  async (guide, status, wanted) => {
    const variables = await openCaller(status);
    const statuses: number[] = [];
    for (const command of commandsOf(guide)) statuses.push((await run(command, variables)).status);
    expect(statuses).toEqual(wanted);
  },
);

it('the commands of the guide "published-posts" change a post, put it into a playlist, take it down, list what failed, tell its numbers', async () => {
  const variables = { API_KEY: post.apiKey, ASSIGNMENT_ID: post.id };
  const statuses: number[] = [];
  for (const command of commandsOf('published-posts')) statuses.push((await run(command, variables)).status);
  expect(statuses).toEqual([200, 200, 202, 200, 200]);
});

it('the commands of the guide "uploads" open a session, and send a whole file into one', async () => {
  const variables = await openCaller('pending');
  const uploader = uploaderFor(workspaceClient(app, { apiKey: variables.API_KEY }));
  const session = await uploader.open({ mediaSizeBytes: 1000 });
  const UPLOAD_URL = app.url + new URL(session.uploadUrl).pathname;
  const [open = '', send = ''] = commandsOf('uploads');

  expect((await run(open, variables)).status).toBe(201);
  expect((await run(send, { ...variables, UPLOAD_URL })).status).toBe(204);
  expect(await uploader.read(session)).toMatchObject({ status: 'complete' });
});

it('each command of /llms.txt is answered with success: the channels, a post, what has become of it', async () => {
  const text = await (await fetch(`${app.url}/llms.txt`)).text();
  const [, commands = ''] = /```sh\n([^]*?)```/.exec(text) ?? [];
  const variables = await openCaller('pending');
  const statuses: number[] = [];
  for (const command of commands.replaceAll(app.deps.config.baseUrl, app.url).split('\n\n'))
    statuses.push((await run(command, variables)).status);
  expect(statuses).toEqual([200, 201, 200]);
});

it('the command of the guide "idempotency" is answered with a replay when it is repeated', async () => {
  const variables = await openCaller('pending');
  const [command = ''] = commandsOf('idempotency');
  expect((await run(command, variables)).headers).not.toContain('Idempotent-Replayed');
  expect((await run(command, variables)).headers).toMatch(/^Idempotent-Replayed: true\r$/m);
});
