import { isDeepStrictEqual } from 'node:util';
import type { Sequelize } from 'sequelize';
import type { RouteDescription } from '../../api/http/Route';
import { DatabaseClient } from '../../models/database/DatabaseClient';
import { startApp } from '../support/callers/app';
import { useDatabase } from '../support/servers/database';
import { useSandbox } from '../support/servers/sandbox';
import { tenantOf } from '../support/tenant';
import { use } from '../support/use';
import { cellsOf } from './cells';
import { ownCredential } from './credentials';
import { asksPlatform, requestFor, send, slotsOf, thingFor } from './requests';
import { buildStage, buildStrangers, snapshot } from './stage';
import type { Stage } from './stage';
import { withCredential } from './tenancy';

const sandbox = useSandbox();
const database = useDatabase({ hasLockOrder: false });
const app = use(async () => startApp({}, { platformUrl: sandbox.url, stripeUrl: sandbox.stripeUrl, database }));
const strangers = use(async () => buildStrangers(app));
const statements = use(async () => interceptStatements(app.deps.sequelize));

/** Conditions by which a statement finds only a tenant's rows, and a condition true for every tenant instead. */
const conditions: readonly [RegExp, string][] = [
  [/(\w+\.)?workspace_id = \$workspaceId\b/g, '$workspaceId::uuid IS NOT NULL'],
  [/(\w+\.)?organization_id = \$organizationId\b/g, '$organizationId::uuid IS NOT NULL'],
  [/(?:\w+\.)?(?:workspace|organization)_id = (\$\d+::uuid)/g, '$1 IS NOT NULL'],
  [/(\w+\.)?workspace_id = asked\.workspace_id/g, 'true'],
  [/("\w+"\.)?"(workspace|organization)_id" = '[0-9a-f-]{36}'/g, 'true'],
];

const withoutTenant = (sql: string): string =>
  conditions.reduce((text, [condition, instead]) => text.replace(condition, instead), sql);

interface Statement {
  sql: string;
  values: string;
}

/** Sees all statements of the API, and can take the tenant out of one of them. */
function interceptStatements(sequelize: Sequelize) {
  let seen: Statement[] = [];
  let changed: string | null = null;
  const query = sequelize.query.bind(sequelize) as (sql: unknown, options?: object) => Promise<unknown>;
  const kindOf = (sql: string): string => sql.replace(/'[0-9a-f-]{36}'/g, "'id'");
  sequelize.query = (async (sql: unknown, options?: { bind?: object }) => {
    if (typeof sql !== 'string') return query(sql, options);
    seen.push({ sql, values: sql + JSON.stringify(options?.bind ?? {}) });
    return query(changed === kindOf(sql) ? withoutTenant(sql) : sql, options);
  }) as typeof sequelize.query;
  const { prepared } = DatabaseClient.prototype;
  jest.spyOn(DatabaseClient.prototype, 'prepared').mockImplementation(async function (
    this: DatabaseClient,
    sql,
    values,
  ) {
    seen.push({ sql, values: sql + JSON.stringify(values) });
    return prepared.call(this, changed === kindOf(sql) ? withoutTenant(sql) : sql, values);
  });
  return {
    /** The statements with a tenant that the work makes, each once. */
    during: async (work: () => Promise<unknown>): Promise<Statement[]> => {
      seen = [];
      await work();
      const ofTenant = seen.filter(({ sql }) => withoutTenant(sql) !== sql);
      return [...new Map(ofTenant.map((statement) => [kindOf(statement.sql), statement])).values()];
    },
    change: (statement: Statement | null) => {
      changed = statement && kindOf(statement.sql);
    },
  };
}

/** It only looks whether the next statement, which asks for the tenant as well, has something to do. */
const isFirstOfTwo = (sql: string): boolean => sql.includes('cycle_resets_at <= now()');

/** Tells whether the statement looks for the thing that the request names, or, if it names none, for the list. */
function isJudged(route: RouteDescription, stage: Stage, { sql, values }: Statement): boolean {
  const slots = slotsOf(route).filter(({ part }) => part !== 'headers');
  if (slots.length === 0) return route.method === 'get' && /^\s*(SELECT|WITH)\b/.test(sql) && !isFirstOfTwo(sql);
  return slots.some((slot) => values.includes(thingFor(route, slot, stage.owner.things)));
}

/** The API takes each channel for known to every party: so not only the look at a channel finds that it is foreign. */
async function build(route: RouteDescription): Promise<Stage> {
  const stage = await buildStage(app, sandbox, strangers, asksPlatform(route));
  const parties = [stage.owner, stage.former, stage.outsider];
  for (const { things } of parties)
    for (const party of parties) app.deps.knownChannels.note(tenantOf(party), things.ids.connection, 'youtube');
  return stage;
}

async function judgedStatements(route: RouteDescription): Promise<Statement[]> {
  const stage = await build(route);
  const ask = async () => send(app, route, requestFor(route, stage.owner.things), ownCredential(route, stage));
  return (await statements.during(ask)).filter((statement) => isJudged(route, stage, statement));
}

/** Use cases that find their thing in one statement. Of two checks in a row, the loss of one lets no stranger in. */
const names = [
  'createAssignment',
  'getAssignment',
  'cancelAssignment',
  'consoleSearchAssignments',
  'getUploadSession',
  'sendUploadPart',
  'removeUpload',
  'createConnectionTicket',
  'consoleGetTicketStatus',
  'updateConnection',
  'removeConnection',
  'getWebhookDelivery',
  'consoleGetTransaction',
  'deleteInvitation',
  'getBillingStatus',
  'consoleGetFinanceState',
  'consoleGetTransactionOverview',
];

describe('a cell of the tenancy tests fails for each statement from which the tenant is taken out', () => {
  it.each(names)('%s', async (name) => {
    const route = withCredential.find(({ operationId }) => operationId === name)!;
    const judged = await judgedStatements(route);
    expect(judged.length).toBeGreaterThan(0);
    for (const statement of judged) {
      const stage = await build(route);
      const before = await snapshot(app);
      statements.change(statement);
      const found = await Promise.all(cellsOf(route).map(async ({ judge }) => judge(stage).catch(String)));
      statements.change(null);
      const wrong = found.filter((one) => one !== null);
      const after = await snapshot(app);
      const isNoticed = wrong.length > 0 || !isDeepStrictEqual(before, after);
      expect({ sql: statement.sql, isNoticed }).toEqual({ sql: statement.sql, isNoticed: true });
    }
  });
});
