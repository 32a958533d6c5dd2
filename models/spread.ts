import { paced } from '../domain/pace';

/**
 * Work that can wait is spread by the id of its assignment over the time before it is needed. People choose whole minutes
 * for their posts, so without this all of it would begin in the very seconds in which other posts go live
 * (ARCHITECTURE.md §11).
 *
 * All of this is SQL, of an assignment `a`. The same assignment always gets the same moments, so that each statement that
 * asks for one sees the same.
 */

/** A number from 0 up to 1, from sixteen random bits of the id. */
const share = (place: 1 | 5 | 9): string =>
  `(('x' || substr(right(a.id::text, 12), ${place}, 4))::bit(16)::int / 65536.0)`;

/** Seconds, in the middle of one: posts are due at its beginning. */
const middleOfASecond = `(0.3 + 0.4 * ${share(1)})`;

/** The longest that the beginning of a preparation is put off, in seconds: 500 posts of one minute begin at 2 a second. */
const preparationSpreadSecondsMax = 300;
/** Of each minute the beginning belongs to the posts that are due then, and the end to the ones that are due next. */
const [firstSecond, secondCount] = [15, 40];

/** The part of the time for preparation over which its beginnings are spread, in seconds. */
const spreadSeconds = `least(a.prepare_ahead_seconds / 4, ${preparationSpreadSecondsMax})`;

const earliest = 'a.scheduled_at - make_interval(secs => a.prepare_ahead_seconds)';

/**
 * The preparation begins so many seconds after the earliest moment: 0 where there is hardly time for it. It is 0 as well for
 * an assignment that was made at most two seconds before that moment: its beginning follows the caller, not the clock.
 */
const preparationDelay = `CASE
    WHEN a.created_at > ${earliest} - interval '2 seconds' THEN 0
    WHEN ${spreadSeconds} >= 60
      THEN 60 * floor(${share(5)} * (${spreadSeconds} / 60)) + ${firstSecond} + floor(${secondCount} * ${share(9)}) + ${middleOfASecond}
    WHEN ${spreadSeconds} >= 1 THEN floor(${share(5)} * ${spreadSeconds}) + ${middleOfASecond}
    ELSE 0 END`;

/** When the media of a scheduled assignment may be transferred: in the first quarter of its time for preparation. */
export const transferAt = `(${earliest} + make_interval(secs => (${preparationDelay})::float))`;

/** Seconds before the scheduled time: in the last minute, and with half of it left for what the look finds. */
const lastLookAhead = `(55 - floor(25 * ${share(5)}) - ${middleOfASecond})`;

/** The moment of the last look at a post, and at the source of its media (contract.md §2). */
export const lastLookAt = (): string =>
  `(a.scheduled_at - make_interval(secs => (${paced(1)} * ${lastLookAhead})::float))`;
