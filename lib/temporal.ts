import { Client, Connection } from '@temporalio/client';
import type { ConnectionOptions, WorkflowClientInterceptor } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import type { SearchAttributePair } from '@temporalio/common';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { ClientConnectConfig } from '@temporalio/envconfig';
import { temporal } from '@temporalio/proto';
import Long from 'long';
import { asking } from './failpoint';
import { retentionDays, searchAttributeTypes } from '../domain/workflowContract';

const { INDEXED_VALUE_TYPE_DATETIME, INDEXED_VALUE_TYPE_KEYWORD } = temporal.api.enums.v1.IndexedValueType;
const indexedValueTypes = { KEYWORD: INDEXED_VALUE_TYPE_KEYWORD, DATETIME: INDEXED_VALUE_TYPE_DATETIME };

export interface TemporalAddress {
  /** For connections of clients and of workers alike; the latter have a pace of their own, of seconds. */
  connectionOptions: ClientConnectConfig['connectionOptions'] & Pick<ConnectionOptions, 'channelArgs'>;
  namespace: string;
}

/**
 * The address of Temporal: `TEMPORAL_ADDRESS` and the other settings that `@temporalio/envconfig` reads (a profile,
 * TLS, an API key).
 * A client that has lost its connection is back within seconds, however long the outage was.
 */
export function temporalAddress(): TemporalAddress {
  const { connectionOptions, namespace } = loadClientConnectConfig();
  return { connectionOptions: { ...connectionOptions, channelArgs }, namespace: namespace ?? 'default' };
}

/** gRPC would double its waits up to two minutes, and look up a host name that has moved only twice a minute. */
const channelArgs = {
  'grpc.initial_reconnect_backoff_ms': 500,
  'grpc.max_reconnect_backoff_ms': 2000,
  'grpc.dns_min_time_between_resolutions_ms': 2000,
};

/** For a client whose user decides itself when a call is repeated: by itself it would repeat a call for 18 s. */
export const withoutRetries: Pick<ConnectionOptions, 'interceptors'> = { interceptors: [] };

/** A client that connects at its first call. */
export function openClient({ connectionOptions, namespace }: TemporalAddress, options: ConnectionOptions = {}): Client {
  const connection = Connection.lazy({ ...connectionOptions, ...options });
  return new Client({ connection, namespace, interceptors: { workflow: [boundaries] } });
}

/** A search attribute of the namespace whose type is not ours. */
export class WrongAttributeType extends Error {
  override readonly name = 'WrongAttributeType';

  constructor(attribute: string, wanted: string) {
    super(`Temporal's search attribute ${attribute} is not of type ${wanted}: remove it or use another namespace`);
  }
}

/** A failpoint is on either side of each call that changes a run. */
const boundaries: WorkflowClientInterceptor = {
  startWithDetails: async (input, next) => asking('temporal.start', async () => next(input)),
  cancel: async (input, next) => asking('temporal.cancel', async () => next(input)),
  terminate: async (input, next) => asking('temporal.terminate', async () => next(input)),
  startUpdateWithStart: async (input, next) => asking('temporal.updateWithStart', async () => next(input)),
};

/**
 * Sees to it that the namespace has our search attributes and keeps closed runs for 30 days. Safe to call from every
 * process at every start.
 * @throws WrongAttributeType if an attribute exists with another type: Temporal would otherwise ignore our values silently
 */
export async function prepareNamespace(connection: Connection, namespace: string): Promise<void> {
  await registerSearchAttributes(connection, namespace);
  await connection.workflowService.updateNamespace({
    namespace,
    config: { workflowExecutionRetentionTtl: { seconds: retentionSeconds } },
  });
}

const retentionSeconds = Long.fromNumber(retentionDays * 24 * 60 * 60);

async function registerSearchAttributes(connection: Connection, namespace: string): Promise<void> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing: Record<string, temporal.api.enums.v1.IndexedValueType> = {};
  for (const [name, type] of Object.entries(searchAttributeTypes)) {
    const wanted = indexedValueTypes[type];
    const present = customAttributes?.[name];
    if (present === undefined) missing[name] = wanted;
    else if (present !== wanted) {
      throw new WrongAttributeType(name, type);
    }
  }
  if (Object.keys(missing).length === 0) return;
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: missing });
}

/** A typed pair for one of our keyword attributes. */
export function keyword(name: KeywordName, value: string): SearchAttributePair {
  return { key: defineSearchAttributeKey(name, 'KEYWORD'), value };
}

export function scheduledAtAttribute(value: Date): SearchAttributePair {
  return { key: defineSearchAttributeKey('ScheduledAt', 'DATETIME'), value };
}

type KeywordName = Exclude<keyof typeof searchAttributeTypes, 'ScheduledAt'>;
