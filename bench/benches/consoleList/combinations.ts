/** Values for each filter of the console's list of assignments: common ones and rare ones. */
export function filterValues(connectionIds: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const dayMs = 86_400_000;
  const daysAway = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
  const [youtube = '', facebook = ''] = [connectionIds[0], connectionIds.at(-1)];
  return {
    status: ['published', 'failed', 'pending'],
    platform: ['youtube', 'facebook'],
    type: ['video', 'short', 'story'],
    connectionId: [youtube, facebook],
    externalId: ['order-4710', 'order-4711'],
    dateFrom: [daysAway(-600), daysAway(-7)],
    dateTo: [daysAway(-1), daysAway(-500)],
    scheduledFrom: [daysAway(-600), daysAway(300)],
    scheduledTo: [daysAway(305), daysAway(-500)],
    search: ['coast', 'harbour', 'zephyr', 'order-4710'],
  };
}

const sorts = ['createdAt', '-createdAt', 'scheduledAt', '-scheduledAt', 'publishedAt', '-publishedAt'];
const pages = ['1', '2', '10'];

/**
 * The query of each selection of filters, in each order. Which of its values a filter has changes from one to the next,
 * and from round to round.
 */
export function combinations(values: Readonly<Record<string, readonly string[]>>, round: number): string[] {
  const names = Object.keys(values);
  return Array.from({ length: 2 ** names.length }, (_none, mask) => mask).flatMap((mask) =>
    sorts.map((sort, place) => {
      const chosen = names.filter((_name, index) => mask & (1 << index));
      const given = chosen.map((name, index) => [name, pick(values[name] ?? [], mask + place + round + index)]);
      return new URLSearchParams({
        ...Object.fromEntries(given),
        sort,
        page: pick(pages, mask + place),
      }).toString();
    }),
  );
}

function pick(from: readonly string[], place: number): string {
  return from[(place * 7919) % from.length] ?? '';
}
