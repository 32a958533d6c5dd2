import { Client } from 'pg';

interface SentStatement {
  text: string;
  values: unknown[];
}

/**
 * Notes all statements that go to PostgreSQL, until it is stopped. A connection that is opened meanwhile keeps the function that notes
 * (`DatabaseClient` binds it), so that this function goes on sending.
 */
export function noteStatements(): { sent: SentStatement[]; stop: () => void } {
  const sent: SentStatement[] = [];
  const { query } = Client.prototype;
  const noting = function (this: Client, ...given: unknown[]): unknown {
    const [first, values = []] = given as [string | Partial<SentStatement>, unknown[] | undefined];
    sent.push(typeof first === 'string' ? { text: first, values } : { text: '', values: [], ...first });
    return Reflect.apply(query, this, given);
  };
  Client.prototype.query = noting as typeof query;
  return {
    sent,
    stop: () => {
      Client.prototype.query = query;
    },
  };
}

/** A node of a plan, as PostgreSQL explains it. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

interface Explained {
  'QUERY PLAN': [{ Plan: PlanNode }];
}

/** A node and all nodes under it. */
export const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** The nodes of the plans of the statements with parameters that some work makes, each with its text. @param options of `EXPLAIN`, beside its format */
export async function plansOf(
  query: (text: string, values: unknown[]) => Promise<object[]>,
  work: () => Promise<unknown>,
  options = '',
): Promise<{ text: string; nodes: PlanNode[] }[]> {
  const { sent, stop } = noteStatements();
  try {
    await work();
  } finally {
    stop();
  }
  const plans: { text: string; nodes: PlanNode[] }[] = [];
  for (const { text, values } of sent.filter(({ values }) => values.length > 0)) {
    const [answer] = (await query(`EXPLAIN (${options}FORMAT JSON) ${text}`, values)) as [Explained];
    plans.push({ text, nodes: nodesOf(answer['QUERY PLAN'][0].Plan) });
  }
  return plans;
}
