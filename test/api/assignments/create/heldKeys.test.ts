import { useApp } from '../../../support/callers/app';
import { useCaller, waysToAccept } from '../../../support/callers/caller';
import { nothing, writtenBy } from '../../../support/runs/written';

/** contract.md §2: idempotency keys that a restored database may have lost. */

const app = useApp();
const holdUntil = (time: Date | null) => Object.assign(app.deps.config, { idempotencyHoldUntil: time });
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
afterEach(() => holdUntil(null));

describe.each(waysToAccept)('on %s', (_way, way) => {
  const caller = useCaller(app, way);

  it('until the time a create with an unknown key is refused, and leaves nothing', async () => {
    holdUntil(inMinutes(10));
    const { status, headers, body } = await caller.create({ idempotencyKey: 'lost' });

    expect([status, body.error]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(600);
    expect(await writtenBy(app, caller)).toEqual(nothing);
    expect(app.dispatched).toEqual([]);
  });

  it('a known key answers as ever, and a request without a key is accepted', async () => {
    const first = await caller.create({ idempotencyKey: 'known' });
    holdUntil(inMinutes(10));

    const repeat = await caller.create({ idempotencyKey: 'known' });
    expect([repeat.status, repeat.body]).toEqual([201, first.body]);
    expect((await caller.create()).status).toBe(201);
  });

  it('from the time on the same key is taken', async () => {
    holdUntil(inMinutes(10));
    expect((await caller.create({ idempotencyKey: 'again' })).status).toBe(503);
    holdUntil(new Date());
    expect((await caller.create({ idempotencyKey: 'again' })).status).toBe(201);
  });
});
