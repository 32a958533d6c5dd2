import { setTimeout as delay } from 'node:timers/promises';
import { useDatabase } from '../../support/servers/database';
import { migrateBehind } from './migrateBehind';

const database = useDatabase();

describe('migrate', () => {
  it('waits for its turn for longer than any query of the service waits for a lock or runs', async () => {
    expect(await migrateBehind(database, async () => delay(16_000))).toEqual([]);
  });
});
