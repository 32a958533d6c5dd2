import type { Arm, Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { valuesOf } from '../measure/figures';
import { readCount } from '../measure/readCount';
import { median, spread } from '../measure/statistics';
import { runSchedule } from '../service/runSchedule';
import { withDatabase } from '../tools/withDatabase';
import { openFilling } from './growth/openFilling';
import { openClock } from './retention/clock';
import { addAssistant, writeDay } from './retention/day';
import { emptied, kept, readSizes } from './retention/sizes';

/** Twice the longest time that a row is kept: indexes take as long again to find their size. */
const warmUpDays = 180;
/** A table may take so much more at the end than in its first days after that. */
const flatMax = 1.1;
/** So much more is a few pages of a small table with its indexes. */
const slackKiB = 128;

/** A year of days, each with the same number of assignments and a clean-up at its end. */
export const retention: Bench = {
  name: 'retention',
  summary: 'The sizes of all tables through a year of days with the same number of assignments, cleaned up each day.',
  isLong: true,
  hoursMax: 4,
  options: {
    daily: { default: '100', description: 'how many assignments a day has, with 4 deliveries each' },
    year: { default: '365', description: 'how many days there are' },
  },
  prepare: async (workshop, { daily, year }) =>
    prepare(workshop, readCount('daily', daily, 1, 10_000), readCount('year', year, 6, 3650)),
};

async function prepare(workshop: Workshop, daily: number, year: number): Promise<Preparation> {
  const { filling, service } = await openFilling(workshop);
  const { databaseUrl } = service;
  await withDatabase(databaseUrl, async (client) => {
    await addAssistant(client);
    // A day passes within a second: what PostgreSQL does each minute has to come as often for each day.
    await client.query(`ALTER SYSTEM SET autovacuum_naptime = '1s'`);
    await client.query('SELECT pg_reload_conf()');
  });
  const clock = await openClock(databaseUrl);
  let day = 0;
  const playUntil = async (last: number): Promise<void> => {
    for (; day < last; day += 1) {
      await clock.set(year - day);
      await withDatabase(databaseUrl, async (client) => writeDay(client, filling, day, daily));
      await runSchedule(service, 'clean-up', 'cleanUp');
    }
  };
  const { first, middle, last } = daysOf(year);
  const arm = (from: number): Arm => {
    let runs = 0;
    return {
      name: `day ${from}`,
      run: async (): Promise<Sample> => {
        await playUntil(from + runs++);
        return withDatabase(databaseUrl, readSizes);
      },
    };
  };
  const arms = [first, middle, last].map(arm);
  return { arms, order: 'armByArm', judge: (rounds) => judge(rounds, year) };
}

/** The days on which the sizes are read for the first time; each later round has the day after. */
function daysOf(year: number) {
  const last = year - 2;
  const first = Math.min(warmUpDays, Math.floor(last / 2));
  return { first, middle: Math.floor((first + last) / 2), last };
}

/** The figures of these rounds: a table from which rows are removed has to stay flat. */
export function judge(rounds: readonly Round[], year: number): Figure[] {
  const { first, middle, last } = daysOf(year);
  const arms = [first, middle, last].map((day) => `day ${day}`);
  const figure = (table: string, what: 'rows' | 'bytes', isAsked: boolean): Figure => {
    const values = arms.map((arm) =>
      valuesOf(rounds, arm, `${table} ${what}`).map((value) => (what === 'bytes' ? value / 1024 : value)),
    );
    const [before = Number.NaN, , after = Number.NaN] = values.map(median);
    const ratio = before === 0 && after === 0 ? 1 : after / before;
    return {
      what: `${table}, ${what === 'bytes' ? 'KiB' : what}`,
      measured: values.map((ofDay) => spread(ofDay, 0)).join(' → '),
      ratio: isAsked ? ratio.toFixed(2) : `${ratio.toFixed(2)}, kept for good`,
      ...(isAsked && { budget: `≤ ${flatMax}` }),
      isMet: !isAsked || ratio <= flatMax || (what === 'bytes' && after - before <= slackKiB),
    };
  };
  const of = (tables: readonly string[], isAsked: boolean) =>
    tables.flatMap((table) => [figure(table, 'rows', isAsked), figure(table, 'bytes', isAsked)]);
  return [...of(emptied, true), ...of(kept, false)];
}
