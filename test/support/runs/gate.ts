import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import { Client, Connection } from '@temporalio/client';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import { temporalAddress, withoutRetries } from '../../../lib/temporal';
import type { TestTemporal } from '../servers/temporal';

/** A way to Temporal that a test can bar or slow down. */
export interface Gate {
  address: string;
  /** As the dispatcher's client in the processes: it repeats nothing by itself. */
  client: Client;
  /** The client's calls, in order. */
  calls: GateCall[];
  /**
   * `open`: everything passes. `shut`: connections are ended. `mute`: requests arrive, and neither an answer
   * nor an end comes back.
   * A number: answers come so many milliseconds late.
   */
  set: (state: GateState) => void;
  stop: () => Promise<void>;
}

type GateState = 'open' | 'shut' | 'mute' | number;

export interface GateCall {
  kind: 'start' | 'describe';
  workflowId: string;
  /** The number of calls that the client waited for when it made this one, this one included. */
  underWay: number;
}

export async function openGate({ address, namespace }: TestTemporal): Promise<Gate> {
  const [host = '', port = ''] = address.split(':');
  let state: GateState = 'open';
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (state === 'shut') return void near.destroy();
    const far = connect(Number(port), host);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    near.pipe(far);
    far.on('data', (bytes) => {
      if (typeof state === 'number') setTimeout(() => near.write(bytes), state);
      else if (state !== 'mute') near.write(bytes);
    });
    near.once('close', () => far.destroy());
    far.once('close', () => {
      if (state !== 'mute') near.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as { port: number };
  const gateAddress = `127.0.0.1:${own}`;
  const { connectionOptions } = temporalAddress();
  const connection = Connection.lazy({ ...connectionOptions, ...withoutRetries, address: gateAddress });
  const calls: GateCall[] = [];
  return {
    address: gateAddress,
    client: new Client({ connection, namespace, interceptors: { workflow: [noting(calls)] } }),
    calls,
    set: (next) => {
      state = next;
      if (state === 'shut') for (const socket of sockets) socket.destroy();
    },
    stop: async () => {
      // The connection stays open: a call that the client still repeats would throw outside of every catch.
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function noting(calls: GateCall[]): WorkflowClientInterceptor {
  let underWay = 0;
  const note = async <T>(kind: GateCall['kind'], workflowId: string, call: () => Promise<T>): Promise<T> => {
    underWay += 1;
    calls.push({ kind, workflowId, underWay });
    return call().finally(() => (underWay -= 1));
  };
  return {
    startWithDetails: async (input, next) => note('start', input.options.workflowId, async () => next(input)),
    describe: async (input, next) =>
      note('describe', input.workflowExecution.workflowId ?? '', async () => next(input)),
  };
}
