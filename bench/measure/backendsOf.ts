import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { z } from 'zod';
import { withDatabase } from '../tools/withDatabase';

const Backend = z.object({ pid: z.int() });

/** The processes of the database that serve the connections which this process has now. */
export async function backendsOf(pid: number, databaseUrl: string): Promise<Set<number>> {
  const ports = localPorts(
    readFileSync(`/proc/${pid}/net/tcp`, 'utf8'),
    socketsOf(pid),
    Number(new URL(databaseUrl).port),
  );
  return withDatabase(databaseUrl, async (client) => {
    const text = 'SELECT pid FROM pg_stat_activity WHERE client_port = ANY($1)';
    const { rows } = await client.query(text, [ports]);
    return new Set(
      z
        .array(Backend)
        .parse(rows)
        .map((backend) => backend.pid),
    );
  });
}

/** The ports on which a process waits for connections. */
export function listeningPorts(pid: number): number[] {
  const ofAny = readFileSync(`/proc/${pid}/net/tcp`, 'utf8');
  return localPorts(ofAny, socketsOf(pid), 0);
}

/** proc_pid_fd(5): a socket is a link to `socket:[<inode>]`. */
function socketsOf(pid: number): Set<string> {
  const folder = `/proc/${pid}/fd`;
  const inodes = readdirSync(folder).map((name) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`${folder}/${name}`))?.[1];
    } catch {
      return undefined; // It has just been closed.
    }
  });
  return new Set(inodes.filter((inode) => inode !== undefined));
}

/**
 * The local ports of these sockets that are connected to a port, in a table as proc_pid_net(5) has it: the second and the
 * third column are addresses with a port in hexadecimal, the tenth is the inode.
 */
export function localPorts(table: string, inodes: ReadonlySet<string>, remotePort: number): number[] {
  const portOf = (address = ''): number => Number.parseInt(address.split(':')[1] ?? '', 16);
  return table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => portOf(columns[2]) === remotePort && inodes.has(columns[9] ?? ''))
    .map((columns) => portOf(columns[1]));
}
