import { InterceptingCall, status } from '@grpc/grpc-js';
import type { Interceptor } from '@grpc/grpc-js';
import { Connection } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { pino } from 'pino';
import { prepareTemporal } from '../../bin/run';
import {
  keyword,
  prepareNamespace,
  scheduledAtAttribute,
  temporalAddress,
  WrongAttributeType,
} from '../../lib/temporal';
import { servers } from '../support/servers/servers';
import { use } from '../support/use';

const { INDEXED_VALUE_TYPE_DATETIME, INDEXED_VALUE_TYPE_KEYWORD } = temporal.api.enums.v1.IndexedValueType;

const connection = use(async () => Connection.connect({ address: servers().temporalAddress }));

async function newNamespace(): Promise<string> {
  const namespace = `lib-temporal-${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: { low: 86_400, high: 0, unsigned: false } as never },
  });
  return namespace;
}

const attributesOf = async (namespace: string) => {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  return customAttributes;
};

describe('temporalAddress', () => {
  it('is where TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE say', () => {
    const { connectionOptions, namespace } = temporalAddress();
    expect(connectionOptions.address).toBe(servers().temporalAddress);
    expect(namespace).toBe(process.env['TEMPORAL_NAMESPACE'] ?? 'default');
  });
});

describe('prepareNamespace', () => {
  it('adds our search attributes by their types and keeps closed runs for 30 days, however often', async () => {
    const namespace = await newNamespace();
    for (let round = 0; round < 2; round += 1) await prepareNamespace(connection, namespace);
    expect(await attributesOf(namespace)).toMatchObject({
      AssignmentId: INDEXED_VALUE_TYPE_KEYWORD,
      WorkspaceId: INDEXED_VALUE_TYPE_KEYWORD,
      ConnectionId: INDEXED_VALUE_TYPE_KEYWORD,
      Platform: INDEXED_VALUE_TYPE_KEYWORD,
      ContentType: INDEXED_VALUE_TYPE_KEYWORD,
      AssignmentStatus: INDEXED_VALUE_TYPE_KEYWORD,
      ErrorCode: INDEXED_VALUE_TYPE_KEYWORD,
      ScheduledAt: INDEXED_VALUE_TYPE_DATETIME,
    });
    const { config } = await connection.workflowService.describeNamespace({ namespace });
    expect(Number(config!.workflowExecutionRetentionTtl!.seconds)).toBe(30 * 24 * 60 * 60);
  });

  it('can be done by several processes at the same moment', async () => {
    const namespace = await newNamespace();
    await Promise.all([1, 2, 3].map(async () => prepareNamespace(connection, namespace)));
    expect(Object.keys(await attributesOf(namespace))).toEqual(expect.arrayContaining(['AssignmentId', 'ScheduledAt']));
  });

  it('refuses an attribute of another type, whose values Temporal would ignore silently', async () => {
    const namespace = await newNamespace();
    await connection.operatorService.addSearchAttributes({
      namespace,
      searchAttributes: { ScheduledAt: INDEXED_VALUE_TYPE_KEYWORD },
    });
    const refusal = new WrongAttributeType('ScheduledAt', 'DATETIME');
    await expect(prepareNamespace(connection, namespace)).rejects.toThrow(refusal);
    // A process does not start there: the log alone would be overlooked.
    await expect(prepareTemporal(connection, namespace, pino({ enabled: false }))).rejects.toThrow(WrongAttributeType);
  });
});

describe('a process whose credentials may not administer the namespace', () => {
  /** Answers the calls that change a namespace as a server does that does not allow them. */
  const refusing: Interceptor = (options, nextCall) => {
    const isRefused = /\/(AddSearchAttributes|UpdateNamespace)$/.test(options.method_definition.path);
    return new InterceptingCall(nextCall(options), {
      start: (metadata, _listener, next) =>
        next(metadata, {
          onReceiveStatus: (given, pass) =>
            pass(isRefused ? { ...given, code: status.PERMISSION_DENIED, details: 'not allowed' } : given),
        }),
    });
  };
  const allowedLittle = use(async () =>
    Connection.connect({ address: servers().temporalAddress, interceptors: [refusing] }),
  );

  it('goes on, and says in its log where the steps are that somebody else must take', async () => {
    const lines: Record<string, unknown>[] = [];
    const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
    await prepareTemporal(allowedLittle, await newNamespace(), logger);
    expect(lines).toMatchObject([{ msg: 'the namespace was not prepared; see README, "Run it for real"' }]);
  });
});

describe('typed search attributes', () => {
  it('carry their name, type and value', () => {
    expect(keyword('Platform', 'youtube')).toEqual({ key: { name: 'Platform', type: 'KEYWORD' }, value: 'youtube' });
    const at = new Date(0);
    expect(scheduledAtAttribute(at)).toEqual({ key: { name: 'ScheduledAt', type: 'DATETIME' }, value: at });
  });
});
