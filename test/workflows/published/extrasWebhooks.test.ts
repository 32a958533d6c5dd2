import { openApiDocument } from '../../../api/openapi/document';
import { resources } from '../../../api/routes';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import { platformOffers } from '../../../platforms';
import { kinds, oneOfEachPlatform } from '../../kinds';
import { schemasOf } from '../../support/callers/schemaFaults';
import { askTakeDown } from '../../support/runs/askTakeDown';
import { useReceiver } from '../../support/servers/webhookReceiver';
import { until } from '../../support/until';
import { submit, useKinds } from '../publishing/kindAssignments';

const safeFetch = createSafeFetch({ allow: parseOutboundAllow('127.0.0.0/8') });
const publishing = useKinds(undefined, { safeFetch, webhookDelaysMs: [0, 50] });
const receiver = useReceiver();
const commented = oneOfEachPlatform(kinds.filter(({ comment }) => comment !== undefined));
const faultsOf = schemasOf(openApiDocument({ baseUrl: 'https://api.example', resources, offers: platformOffers() }));

const asked = () => ({
  callbackUrl: receiver.url,
  callbackEvents: ['removal' as const, 'extras' as const],
  callbackStatuses: ['published' as const],
});
const arrived = async (count: number) => until(() => receiver.received.length === count);

describe.each(commented.map((kind) => [kind.platform, kind] as const))('a post of %s', (_platform, kind) => {
  const payload = { ...kind.payload('With a comment', 'public'), [kind.comment!.field]: 'First!' };

  it('tells of its comment once that is made, after it is live', async () => {
    await submit(publishing, kind, { ...asked(), payload });
    await arrived(2);
    const [live, extras] = receiver.events();
    expect(live).toMatchObject({ status: 'published' });
    expect(faultsOf(['components', 'schemas', 'ExtrasEvent'], extras)).toEqual([]);
    expect(extras).toMatchObject({
      event: 'assignment.extras',
      platformPostId: live!.platformPostId,
      extras: [{ field: kind.comment!.field, item: null, status: 'done', id: expect.any(String) }],
    });
  });

  it('that is taken down meanwhile tells that its comment is dropped, or was made before', async () => {
    await publishing.fault(kind.comment!.call, { delayMs: 300 });
    const submitted = await submit(publishing, kind, { ...asked(), payload });
    await until(async () => (await publishing.outcomeOf(submitted, 60_000)).row.status === 'published');
    await askTakeDown(publishing, submitted, 'delete');
    await arrived(3);
    const events = receiver.events().map(({ event }) => event);
    expect(new Set(events.slice(1))).toEqual(new Set(['assignment.extras', 'assignment.removal']));
  });

  it('without a comment tells of none', async () => {
    const submitted = await submit(publishing, kind, asked());
    expect((await publishing.outcomeOf(submitted, 60_000)).row.status).toBe('published');
    await askTakeDown(publishing, submitted, 'delete');
    await arrived(2);
    expect(receiver.events().map(({ event }) => event)).toEqual([undefined, 'assignment.removal']);
  });
});
