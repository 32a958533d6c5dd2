import { z } from 'zod';
import { percentile } from '../../measure/statistics';
import { requestJson } from '../../tools/requestJson';
import { askPages } from '../consoleList/askPages';

const Page = z.object({ items: z.array(z.unknown()), total: z.number() });

/** Each query is asked for so many times. */
const times = 5;
const pages = [1, 2, 10];
/** Of all selections of filters of the console each so many-th is asked for. */
const share = 16;

/** Somebody who reads all lists of a workspace. */
export interface Reader {
  readonly apiUrl: string;
  readonly apiKey: string;
  /** Of a session. */
  readonly token: string;
  readonly connectionIds: readonly string[];
  /** An assignment with deliveries. */
  readonly assignmentId: string;
}

/** The times of a list, and how many pages were read. */
interface Read {
  readonly p95Ms: number;
  readonly count: number;
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Each list, with filters that are common and rare. A narrow filter fits few, a wide one fits a tenth or more. */
export const lists: Readonly<Record<string, (reader: Reader) => Promise<Read>>> = {
  narrow: async (reader) => {
    const youtube = `connectionId=${reader.connectionIds[0]}`;
    const facebook = `connectionId=${reader.connectionIds.at(-1)}`;
    const filters = [`${youtube}&status=failed`, `${facebook}&dateFrom=${daysAgo(7)}`, 'externalId=order-4710'];
    return readPages(reader, 'assignments', filters);
  },
  wide: async (reader) =>
    readPages(reader, 'assignments', ['', 'status=published', 'platform=facebook', `dateTo=${daysAgo(14)}`]),
  deliveriesOfOne: async (reader) => readPages(reader, 'webhooks/deliveries', [`assignmentId=${reader.assignmentId}`]),
  deliveries: async (reader) => readPages(reader, 'webhooks/deliveries', ['', 'status=delivered']),
  console: async (reader) => askPages(reader, 0, share),
};

async function readPages({ apiUrl, apiKey }: Reader, path: string, filters: readonly string[]): Promise<Read> {
  const queries = filters.flatMap((filter) => pages.map((page) => `${path}?limit=20&page=${page}&${filter}`));
  const ms: number[] = [];
  for (let time = 0; time < times; time += 1)
    for (const query of queries) {
      const beganMs = performance.now();
      await requestJson(Page, `${apiUrl}/api/v1/${query}`, { apiKey });
      ms.push(performance.now() - beganMs);
    }
  return { p95Ms: percentile(ms, 0.95), count: ms.length };
}
