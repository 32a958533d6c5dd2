import { temporal } from '@temporalio/proto';
import type { TestDatabase } from '../support/servers/database';
import type { OtlpReceiver } from '../support/servers/otlpReceiver';
import type { ServiceProcess } from '../support/servers/processes';
import type { TestTemporal } from '../support/servers/temporal';
import { sealedColumns } from './sealed';
import type { Sink } from './find';

const { History } = temporal.api.history.v1;
const { DescribeWorkflowExecutionResponse } = temporal.api.workflowservice.v1;

/** Every history of the namespace and the rest that the UI shows of a run, as the bytes that Temporal gives. */
export async function histories({ client }: TestTemporal): Promise<Sink[]> {
  const sinks: Sink[] = [];
  for await (const { workflowId, runId } of client.workflow.list()) {
    const handle = client.workflow.getHandle(workflowId, runId);
    const [history, { raw }] = await Promise.all([handle.fetchHistory(), handle.describe()]);
    const bytes = [History.encode(history).finish(), DescribeWorkflowExecutionResponse.encode(raw).finish()];
    sinks.push({ name: `the history of ${workflowId}`, text: Buffer.concat(bytes).toString('latin1') });
  }
  return sinks;
}

/** The credential that a caller puts into an address of their own. */
export const callersCredential = "the credential of a caller's URL";

/** Columns that are shown to their caller, and may hold the caller's own credential: here and nowhere else. */
const callersUrls = [
  { table: 'assignments', column: 'media_url' },
  { table: 'assignments', column: 'callback_url' },
  { table: 'webhook_deliveries', column: 'url' },
] as const;

/** Every table, row by row, without the sealed columns. */
export async function databaseDump({ query }: TestDatabase): Promise<Sink[]> {
  const tables = await query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_name <> 'test_sealed' ORDER BY 1`,
  );
  const columnsOf = (columns: readonly { table: string; column: string }[], name: string): string[] =>
    columns.filter(({ table }) => table === name).map(({ column }) => column);
  const dumps = tables.map(async ({ name }): Promise<Sink[]> => {
    const urls = columnsOf(callersUrls, name);
    const rows = await query<{ row: string; urls: string }>(
      `SELECT (to_jsonb(t) - $1::text[])::text AS row,
              (SELECT string_agg(value, ' ') FROM jsonb_each_text(to_jsonb(t)) WHERE key = ANY ($2::text[])) AS urls
       FROM ${name} t`,
      [[...columnsOf(sealedColumns, name), ...urls], urls],
    );
    return [
      { name: `the table ${name}`, text: rows.map(({ row }) => row).join('\n') },
      { name: `URLs of callers in ${name}`, text: rows.map((row) => row.urls).join('\n'), mayHold: callersCredential },
    ];
  });
  return (await Promise.all(dumps)).flat();
}

/** All that a process has written to its standard streams. */
export function logOf({ name, log, errors }: ServiceProcess): Sink {
  return { name: `the log of the ${name}`, text: [...log.map((line) => JSON.stringify(line)), errors()].join('\n') };
}

/** All that a receiver of traces has, as the bytes that came. */
export function tracesOf(name: string, { text }: OtlpReceiver): Sink {
  return { name: `the traces of the ${name}`, text: text() };
}

/** The metrics of a process, as Prometheus reads them. */
export async function metricsOf(name: string, internalUrl: string): Promise<Sink> {
  const answer = await fetch(`${internalUrl}/metrics`);
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
  return { name: `the metrics of the ${name}`, text: await answer.text() };
}
