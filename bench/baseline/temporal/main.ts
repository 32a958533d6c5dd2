import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { z } from 'zod';
import { serve } from '../serve';
import { Run, createProgram, taskQueue } from './program';

const Settings = z.object({ TEMPORAL_ADDRESS: z.string(), TEMPORAL_NAMESPACE: z.string() });

/**
 * Runs the workflows and their activities, and writes the address where the program can be asked.
 *
 *   PUT /run   begins a run: its workflows are started from then on
 *   GET /run   tells the publications of that run
 */
async function main(): Promise<void> {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = Settings.parse(process.env);
  Runtime.install({ logger: new DefaultLogger('WARN') });
  const connection = await NativeConnection.connect({ address });
  const { activities, begin, report } = createProgram(new Client({ connection, namespace }));
  const workflowsPath = join(__dirname, 'workflows.ts');
  const worker = await Worker.create({ connection, namespace, taskQueue, workflowsPath, activities });
  const server = serve({
    'PUT /run': (body) => {
      void begin(Run.parse(JSON.parse(body)));
      return { status: 200, body: {} };
    },
    'GET /run': () => ({ status: 200, body: report() }),
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const listening = server.address();
  if (listening !== null && typeof listening === 'object') process.stdout.write(`http://127.0.0.1:${listening.port}\n`);
  await worker.run();
  server.close();
  await connection.close();
}

void main();
