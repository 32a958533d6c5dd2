import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { parseJson } from '../http/exchange';

/**
 * The use of each limit of a page, by the page's id; the estimate is in minutes
 * (developers.facebook.com/docs/graph-api/overview/rate-limiting).
 */
const BusinessUsage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().catch(0) })));

/** All limits of Facebook count the calls of a day at most. */
const regainMsMax = 24 * 3_600_000;

/** The longest wait that Facebook has asked for, in milliseconds, at most a day; undefined where it names none. */
export function readRegainMs(headers: IncomingHttpHeaders): number | undefined {
  const header = headers['x-business-use-case-usage'];
  const usage = typeof header === 'string' ? BusinessUsage.safeParse(parseJson(header)).data : undefined;
  const minutes = Object.values(usage ?? {}).flatMap((limits) =>
    limits.map(({ estimated_time_to_regain_access: estimate }) => estimate),
  );
  const longest = Math.max(0, ...minutes);
  return longest > 0 ? Math.min(longest * 60_000, regainMsMax) : undefined;
}

/** The app's own limit, which all pages share: each in percent. It names no time. */
const AppUsage = z.object({ call_count: z.number(), total_time: z.number(), total_cputime: z.number() }).partial();

/** The used part of the app's limit, in percent: the highest of its parts; undefined if Facebook does not tell. */
export function readAppPercent(headers: IncomingHttpHeaders): number | undefined {
  const header = headers['x-app-usage'];
  const usage = typeof header === 'string' ? AppUsage.safeParse(parseJson(header)).data : undefined;
  const percents = Object.values(usage ?? {}).filter((percent) => percent !== undefined);
  return percents.length === 0 ? undefined : Math.max(...percents);
}
