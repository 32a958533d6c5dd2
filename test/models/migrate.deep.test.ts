import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { migrate } from '../../models/migrate';
import { createDatabase } from '../support/database';
import { untilSomebodyWaits } from './interleave';

describe('migrate', () => {
  it('waits for its turn for longer than any query of the service waits for a lock or runs', async () => {
    const database = await createDatabase();
    const other = new Client(database.url);
    await other.connect();
    try {
      await other.query('SELECT pg_advisory_lock(7261954)');
      const waiting = migrate(database.sequelize, 'up');
      waiting.catch(() => undefined);
      await untilSomebodyWaits(database);
      await delay(16_000);
      await other.query('SELECT pg_advisory_unlock(7261954)');
      expect(await waiting).toEqual([]);
    } finally {
      await other.end();
      await database.stop();
    }
  });
});
