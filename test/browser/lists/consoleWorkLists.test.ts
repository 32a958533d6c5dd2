import { faultsInStates, useLists } from './lists';
import type { List } from './lists';

const { enter } = useLists();

const lists: List[] = [
  ['/', '**/console/assignments?*status=failed*', 'Walking the coast path'],
  ['/', '**/console/connections?*', 'Deactivated'],
  ['/assignments', '**/console/assignments?*', /^All \d shown/],
  ['/compose', '**/console/connections?*', 'A channel with a name that is rather long, too'],
  ['/connections', '**/console/connections?*', 'All 2 shown'],
  ['/webhooks', '**/console/webhooks/deliveries?*', 'All 1 shown'],
  [
    '/analytics',
    '**/console/stats/subscriber-growth?*',
    'Subscribers and views of each connected channel are counted once a day.',
  ],
  ['/analytics', '**/console/stats/recent-posts*', 'No published posts yet'],
];

it.each(lists)(
  '%s says of %s that it loads, that it cannot be read and what to do, and where it ends',
  async (...list) => {
    expect(await faultsInStates(await enter({ viewport: { width: 390, height: 844 } }), list)).toEqual([]);
  },
);
