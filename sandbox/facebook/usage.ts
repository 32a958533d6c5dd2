import type { Response } from 'express';
import type { FacebookContext } from './context';
import { refuse, usage } from './errors';

/** Refuses calls once a limit is used up. Throws code 4 for the app's, 80001 for a page's; a user has none. */
export function assertUsage(context: FacebookContext, pageId: string | undefined): void {
  const { appPercent, pagePercent } = context.settings.read().facebook.usage;
  if (appPercent >= 100) throw refuse('appLimit', { headers: usageHeaders(context, pageId) });
  if (pageId !== undefined && pagePercent >= 100)
    throw refuse('businessLimit', { headers: usageHeaders(context, pageId) });
}

/** Tells a caller how much of its limits is used up (guide "Rate limiting"). */
export function tellUsage(context: FacebookContext, res: Response, pageId: string | undefined): void {
  res.set(usageHeaders(context, pageId));
}

function usageHeaders({ settings }: FacebookContext, pageId: string | undefined): Record<string, string> {
  const { appPercent, pagePercent, regainMinutes } = settings.read().facebook.usage;
  const forApp = { 'X-App-Usage': usage(appPercent) };
  if (pageId === undefined) return forApp;
  const minutes = pagePercent >= 100 ? regainMinutes : 0;
  const business = {
    type: 'pages',
    call_count: pagePercent,
    total_cputime: pagePercent,
    total_time: pagePercent,
    estimated_time_to_regain_access: minutes,
  };
  return { ...forApp, 'X-Business-Use-Case-Usage': JSON.stringify({ [pageId]: [business] }) };
}
