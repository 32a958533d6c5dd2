import type { RouteDescription } from '../../api/http/Route';
import type { Json } from '../support/actors';
import type { Cell } from './Cell';
import { credentialOf } from './credentials';
import { requestFor, send, useCaseOf } from './requests';
import type { Party } from './stage';

/** Use cases that name nothing and list nothing: only their counts tell the tenant. */
const figures = ['getBillingStatus', 'getFinanceState', 'getTransactionOverview'];

/** The figures of money that a workspace reads are its own. */
export function figureCells(route: RouteDescription): Cell[] {
  if (!figures.includes(useCaseOf(route))) return [];
  return (['outsider', 'former'] as const).map((name) => ({
    name: `the ${name} reads the figures of their own workspace`,
    judge: async (stage) => {
      const party = stage[name];
      const { status, body } = await send(
        stage.app,
        route,
        requestFor(route, party.things),
        credentialOf(route, party),
      );
      return status === 200 ? wrongFigures(party, body) : `${status} ${JSON.stringify(body)}`;
    },
  }));
}

function wrongFigures({ creditDigits }: Party, body: Json): string | null {
  const text = JSON.stringify(body);
  if (!new RegExp(`\\b${creditDigits}\\d{3}\\b`).test(text)) return `credits of others: ${text}`;
  // The strangers have never paid.
  if (text.includes('canary-card')) return `the card of others: ${text}`;
  const { byDay = [], charged = 0 } = body;
  const ofDays = byDay.reduce((sum: number, { credits }: Json) => sum + credits, 0);
  return ofDays === charged ? null : `${charged} credits were charged, of which the days have ${ofDays}: ${text}`;
}
