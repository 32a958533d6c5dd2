import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { evaluate, root } from '../support/programs';
import { cached, cacheFolder } from './cache';
import { debianArchive } from './debian';
import { places } from './engine';
import type { Engine } from './engine';
import { goProgram, sourceOf, temporalServer, temporalUi, versionOf } from './goPrograms';

const run = promisify(execFile);

/** An image that stands for a published one. */
interface BaseImage {
  /** The published image, with the tag of what is in this one. */
  name: string;
  /** The packages of Debian that are in it. */
  packages: readonly string[];
  /** Files and folders of its build besides those in `images/`: names, and paths or texts. */
  files: Readonly<Record<string, string | { text: string }>>;
}

/** The folder of `images/` for each published image. */
const folders: Readonly<Record<string, string>> = {
  node: 'node',
  postgres: 'postgres',
  haproxy: 'haproxy',
  'temporalio/server': 'temporal-server',
  'temporalio/admin-tools': 'temporal-admin-tools',
  'temporalio/ui': 'temporal-ui',
};
const slim = ['ca-certificates'];
/** One archive for all servers, so that their images share it. */
const servers = [...slim, 'postgresql-17', 'netcat-openbsd', 'haproxy'];

/**
 * Makes the images that the Dockerfile and the compose files begin with: of Debian's packages, npm's Node and Temporal's modules.
 * They have the published images' names, and stay in the engine's data.
 * @param engine that builds
 * @returns their names
 */
export async function makeBaseImages(engine: Engine): Promise<string[]> {
  const images = await baseImages();
  for (const { name, packages, files } of images) {
    const debian = await importDebian(engine, packages);
    const folder = folders[name.replace(/:.*/, '')]!;
    const context = join('compose-contexts', folder);
    fillContext(join(cacheFolder, context), folder, files);
    const words = `--network host --build-arg DEBIAN=${debian} --tag ${name}`;
    await engine.must(`docker build ${words} ${places.cache}/${context}`);
  }
  return images.map(({ name }) => name);
}

function fillContext(context: string, folder: string, files: BaseImage['files']): void {
  rmSync(context, { recursive: true, force: true });
  mkdirSync(context, { recursive: true });
  cpSync(join(__dirname, 'images', folder), context, { recursive: true });
  for (const [name, file] of Object.entries(files)) {
    if (typeof file === 'string') cpSync(file, join(context, name), { recursive: true });
    else writeFileSync(join(context, name), file.text);
  }
}

/** A root file system of Debian as an image. @returns its name */
async function importDebian(engine: Engine, packages: readonly string[]): Promise<string> {
  const archive = basename(await debianArchive(packages));
  const name = `content-delivery-debian:${archive.replace(/^.*-|\.tar$/g, '')}`;
  const { code } = await engine.type(`docker image inspect ${name}`);
  if (code !== 0) await engine.must(`docker import ${places.cache}/${archive} ${name}`);
  return name;
}

async function baseImages(): Promise<BaseImage[]> {
  const [temporal, ui, server, sqlTool, uiServer] = await Promise.all([
    sourceOf(temporalServer),
    sourceOf(temporalUi),
    goProgram(temporalServer, 'temporal-server', 'cmd/server'),
    goProgram(temporalServer, 'temporal-sql-tool', 'cmd/tools/sql'),
    goProgram(temporalUi, 'temporal-ui-server', 'cmd/server'),
  ]);
  const script = join(temporal, 'docker', 'scripts', 'sh', 'entrypoint.sh');
  return [
    { name: 'node:24-trixie-slim', packages: slim, files: await filesOfNode('24', '11') },
    { name: 'postgres:17', packages: servers, files: {} },
    { name: 'haproxy:3.0', packages: servers, files: {} },
    {
      name: `temporalio/server:${versionOf(temporalServer)}`,
      packages: servers,
      files: { 'temporal-server': server, 'entrypoint.sh': script },
    },
    {
      name: `temporalio/admin-tools:${versionOf(temporalServer)}`,
      packages: servers,
      files: { temporal: await findTemporal(), 'temporal-sql-tool': sqlTool },
    },
    {
      name: `temporalio/ui:${versionOf(temporalUi)}`,
      packages: servers,
      files: {
        'ui-server': uiServer,
        'start-ui-server.sh': join(ui, 'docker', 'start-ui-server.sh'),
        'docker.yaml': join(ui, 'config', 'docker.yaml'),
      },
    },
  ];
}

/** Node and npm, and the way of this machine to its registry. */
async function filesOfNode(node: string, npm: string): Promise<BaseImage['files']> {
  const setting = async (name: string) => (await run('npm', ['config', 'get', name], { cwd: root })).stdout.trim();
  const certificates = await setting('cafile');
  const known = certificates === 'null' ? '/etc/ssl/certs/ca-certificates.crt' : certificates;
  const registry = await setting('registry');
  return {
    node: join(await ofNpm(`node-${process.platform}-${process.arch}@${node}`), 'bin', 'node'),
    npm: await ofNpm(`npm@${npm}`),
    'ca-certificates.crt': { text: readFileSync(known, 'utf8') },
    npmrc: { text: `registry=${registry}\ncafile=/etc/ssl/certs/ca-certificates.crt\n` },
  };
}

/** A package of npm, unpacked. @param spec a name and the version, or the beginning of the version */
async function ofNpm(spec: string): Promise<string> {
  const found = await run('npm', ['view', spec, 'version', '--json']);
  const versions = [JSON.parse(found.stdout) as string | string[]].flat();
  const newest = versions.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1)!;
  const exact = `${spec.replace(/@[^@]*$/, '')}@${newest}`;
  return cached(`npm-${exact}`, async (draft) => {
    mkdirSync(draft);
    await run('npm', ['pack', '--pack-destination', draft, exact]);
    await run('sh', ['-c', 'tar --extract --strip-components=1 --file *.tgz && rm *.tgz'], { cwd: draft });
  });
}

/** Temporal's command line, as `npm test` finds it. */
async function findTemporal(): Promise<string> {
  return evaluate<string>(`import { createProcesses } from './bin/local/servers/processes.mjs';
    import { findTemporalExecutable } from './bin/local/servers/temporalExecutable.mjs';
    const processes = createProcesses({ onDeath: () => {} });
    const root = process.cwd();
    console.log(JSON.stringify(await findTemporalExecutable({ processes, root, onSlow: () => {} })));
    process.exit(0);`);
}
