import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/programs';
import { until } from '../support/until';
import { cacheFolder } from './cache';
import { debianRoot } from './debian';

const packages = ['ca-certificates', 'docker.io', 'docker-cli', 'docker-compose', 'iptables', 'iproute2'];

/** The engine's own address, at which containers reach the programs beside them. */
export const gateway = '172.31.99.1';
/** Where a program inside finds the checkout, and the cache. */
export const places = { checkout: '/mnt', cache: '/srv' };

/** The words of a program that has ended. */
export interface Said {
  code: number;
  stdout: string;
  stderr: string;
}

/** Debian's Docker engine, in namespaces of its own: when it ends, so does every process in it. */
export interface Engine {
  /** Runs shell lines beside the engine, in the checkout's folder, until one fails. */
  type: (line: string, env?: Record<string, string>) => Promise<Said>;
  /** The same. @returns what it printed @throws Error with its words, if its exit code is not 0 */
  must: (line: string, env?: Record<string, string>) => Promise<string>;
  /** The words before a program of this machine that lead it into the engine's network. */
  beside: readonly string[];
  stop: () => Promise<void>;
}

/**
 * The steps into namespaces of its own: $1 the root file system, $2 the engine's data, $3 the checkout, $4 the cache, then the
 * engine's words. Its root is the root of its mounts, too: a program that enters a container would else come out on the machine.
 */
const enter = `set -eu
[ "$(id -u)" = 0 ]
mount --bind "$1" "$1"; cd "$1"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount --rbind /sys/fs/cgroup sys/fs/cgroup
mount --rbind /dev dev
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mkdir -p var/lib/docker
mount --bind "$2" var/lib/docker
mount --bind -o ro "$3" mnt
mount --bind -o ro "$4" srv
cat /etc/resolv.conf > etc/resolv.conf
shift 4
mkdir -p old
pivot_root . old
cd /
umount --lazy old
ip link set lo up
exec "$@"`;

/** Containers and their processes in the machine's table of control groups. */
const cgroup = 'content-delivery-compose';
const common = ['--host=unix:///run/docker.sock', '--storage-driver=overlay2', `--cgroup-parent=/${cgroup}`];
/** The machine's network, which is left as it is: only a build uses it. */
const forBuilds = ['--bridge=none', '--iptables=false', '--ip6tables=false', '--ip-forward=false', '--ip-masq=false'];
const forContainers = [`--bip=${gateway}/24`, `--dns=${gateway}`];

/**
 * Starts the engine. Its images are kept outside of the checkout; containers and volumes of an earlier one are removed.
 * @param purpose to build, it has the machine's network; to run containers, it has a network that leads nowhere
 * @throws Error where the caller is not root, or another engine of these tests runs
 */
export async function startEngine(purpose: 'builds' | 'containers'): Promise<Engine> {
  if (process.getuid?.() !== 0) throw new Error('A Docker engine needs root: sudo npm run test:full -- test/compose');
  const data = join(cacheFolder, 'compose-docker');
  const system = await debianRoot(packages);
  mkdirSync(data, { recursive: true });
  const alone = ['flock', '--nonblock', '--no-fork', `${data}.lock`, 'setpriv', '--pdeathsig', 'KILL'];
  const namespaces = ['--mount', '--pid', '--ipc', '--uts', ...(purpose === 'containers' ? ['--net'] : [])];
  const entering = ['sh', '-c', enter, 'sh', system, data, root, cacheFolder];
  const engineWords = ['dockerd', ...common, ...(purpose === 'containers' ? forContainers : forBuilds)];
  const words = [...alone, 'unshare', ...namespaces, '--fork', '--kill-child', ...entering, ...engineWords];
  const child = spawn(words[0]!, words.slice(1), { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'close');
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)));
  const within = () => ['--target', String(childOf(child.pid!))];
  const engine = attach(within);
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error(`the engine ended: ${said}`);
    return childOf(child.pid!) !== undefined && (await engine.type('docker info')).code === 0;
  };
  await until(isUp, { stepMsMax: 250, wanted: 'an engine that answers' });
  await engine.must('docker ps --all --quiet | xargs --no-run-if-empty docker rm --force');
  await engine.must('docker volume prune --all --force && docker network prune --force');
  return {
    ...engine,
    beside: ['nsenter', ...within(), '--net'],
    stop: async () => {
      process.kill(childOf(child.pid!) ?? child.pid!, 'SIGTERM');
      await exited;
      await removeGroups();
    },
  };
}

function attach(within: () => string[]): Pick<Engine, 'type' | 'must'> {
  const type: Engine['type'] = async (line, env = {}) => {
    const inside = ['--mount', '--net', '--pid', '--ipc', '--uts', '--root', '--wd'];
    const words = [...within(), ...inside, 'sh', '-ec', `cd ${places.checkout}\n${line}`];
    const own = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', DOCKER_BUILDKIT: '0', ...env };
    return promisify(execFile)('nsenter', words, { env: own, maxBuffer: 64 * 1024 * 1024 }).then(
      (ended) => ({ code: 0, ...ended }),
      ({ code, stdout, stderr }: Said) => ({ code, stdout, stderr }),
    );
  };
  return {
    type,
    must: async (line, env) => {
      const { code, stdout, stderr } = await type(line, env);
      if (code !== 0) throw new Error(`${line}\nended with ${code}: ${stderr.slice(-3000)}${stdout.slice(-3000)}`);
      return stdout;
    },
  };
}

/** The process that a process has started; proc_pid_stat(5): pid (name) state ppid. */
function childOf(pid: number): number | undefined {
  const isChild = (name: string): boolean => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
    } catch {
      return false; // it has ended since
    }
  };
  const found = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isChild(name));
  return found === undefined ? undefined : Number(found);
}

/** The control groups that an engine leaves when it has ended. */
async function removeGroups(): Promise<void> {
  const line = `find /sys/fs/cgroup -depth -type d -path '*/${cgroup}*' -exec rmdir {} +`;
  await promisify(execFile)('sh', ['-c', line]).catch(() => undefined);
}
