import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { z } from 'zod';
import { constant, param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';

/** Stripe sends an event for three days, and lists an event for 30 days (https://docs.stripe.com/webhooks). */
const keptDays = 90;

const readClock = statement(
  'billing.clock',
  z.strictObject({ ms: z.number() }),
  sql`SELECT extract(epoch FROM clock_timestamp())::float * 1000 AS ms`,
);

const id = param('id', 'text');
const findBooked = statement(
  'billing.findEvent',
  z.strictObject({ id: z.string() }),
  sql`SELECT id FROM booked_events WHERE id = ${id}`,
);
const bookOnce = command(
  'billing.bookEvent',
  sql`INSERT INTO booked_events (id, type) VALUES (${id}, ${param('type', 'text')}) ON CONFLICT (id) DO NOTHING`,
);

const removeEvents = command(
  'billing.removeExpiredEvents',
  sql`DELETE FROM booked_events WHERE id IN (
        SELECT id FROM booked_events WHERE booked_at < now() - make_interval(days => ${constant(keptDays)})
        ORDER BY booked_at LIMIT ${param('limit', 'bigint')})`,
);

/** The events of Stripe that have had their effect, so that no event has its effect twice. */
export class BookedEvent extends Model<InferAttributes<BookedEvent>, InferCreationAttributes<BookedEvent>> {
  /** Stripe's id of the event. */
  declare id: string;
  declare type: string;
  declare bookedAt: CreationOptional<Date>;

  /** The time by the database's clock: a process's clock may be wrong, so that no event of Stripe would be believed. */
  static async clockMs(): Promise<number> {
    const found = await readClock.first({});
    if (!found) throw new Error('the database tells no time');
    return found.ms;
  }

  static async isBooked(id: string): Promise<boolean> {
    return (await findBooked.first({ id })) !== undefined;
  }

  /**
   * Books an event, in the transaction of its effect. An event that comes twice at the same moment waits for its twin.
   * @returns false: the event was booked before, and must not have its effect again
   */
  static async book({ id, type }: { id: string; type: string }, transaction: Transaction): Promise<boolean> {
    return (await bookOnce.run({ id, type }, transaction)) > 0;
  }

  /** Removes up to `limit` events that Stripe will not send again. @returns the number of removed events */
  static async removeExpired(limit: number): Promise<number> {
    return removeEvents.run({ limit });
  }
}

export function initialize(sequelize: Sequelize): void {
  BookedEvent.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      type: DataTypes.TEXT,
      bookedAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'booked_events' },
  );
}
