import { createHash } from 'node:crypto';
import type { FacebookContext } from '../context';
import type { Page } from '../records';

/** A person, as the dialog offers them. */
export interface User {
  readonly id: string;
  readonly name: string;
  readonly pages: readonly Page[];
}

/** All that a person may do with a page (guide "Pages API", tasks). */
export const allTasks = ['ANALYZE', 'ADVERTISE', 'MESSAGING', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'];
const readingTasks = ['ANALYZE', 'MESSAGING'];

/** There from the beginning. Their pages become known to the rest of Facebook once somebody consents for them. */
const builtInUsers: readonly User[] = [
  builtIn('Paula One', [['100000000000011', "Paula's Bakery", allTasks, 1280]]),
  builtIn('Max Several', [
    ['100000000000021', 'Max Several', allTasks, 12],
    ['100000000000022', "Max's Garage", allTasks, 45_600],
    ['100000000000023', 'Only a reader', readingTasks, 789],
  ]),
  builtIn('Rita Reader', [['100000000000031', 'The Reading Room', readingTasks, 40]]),
  builtIn('Nils None', []),
  builtIn('Bea Business', [['100000000000041', "Bea's Company", allTasks, 9800, true]]),
];

type BuiltInPage = readonly [
  id: string,
  name: string,
  tasks: readonly string[],
  subscriberCount: number,
  isOfBusiness?: boolean,
];

function builtIn(name: string, pages: readonly BuiltInPage[]): User {
  const id = userIdFrom(name);
  return {
    id,
    name,
    pages: pages.map(([pageId, title, tasks, subscriberCount, isOfBusiness = false]) => ({
      ...newPage({ id: pageId, name: title, ownerId: id, tasks, createdAtMs: Date.UTC(2020, 0, 1) }),
      isOfBusiness,
      counts: { subscriberCount },
    })),
  };
}

/** A page that nothing is known of but these. */
export function newPage(
  page: Pick<Page, 'id' | 'name' | 'ownerId' | 'createdAtMs'> & { tasks: readonly string[] },
): Page {
  const username = page.name
    .normalize('NFD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
  return {
    ...page,
    tasks: [...page.tasks],
    username,
    category: 'Local business',
    isOfBusiness: false,
    counts: {},
    picture: null,
  };
}

/** The person whose page a control has made: one for each page. */
export const ownerIdOf = (pageId: string) => userIdFrom(pageId);

/** All people: the built-in ones, then one for each page that a control has made. */
export function listUsers({ store }: FacebookContext): User[] {
  const builtInIds = builtInUsers.flatMap(({ pages }) => pages.map(({ id }) => id));
  const made = store.pages.values().filter(({ id }) => !builtInIds.includes(id));
  const current = (page: Page) => store.pages.get(page.id) ?? page;
  return [
    ...builtInUsers.map((user) => ({ ...user, pages: user.pages.map(current) })),
    ...made.map((page) => ({ id: page.ownerId, name: page.name, pages: [page] })),
  ];
}

export function findUser(context: FacebookContext, userId: string): User | undefined {
  return listUsers(context).find(({ id }) => id === userId);
}

/** The page of that id; a built-in one is known from now on. */
export function openPage(context: FacebookContext, pageId: string): Page | undefined {
  const known = context.store.pages.get(pageId);
  if (known) return known;
  const page = listUsers(context)
    .flatMap(({ pages }) => pages)
    .find(({ id }) => id === pageId);
  if (page) context.store.pages.put(page.id, page);
  return page;
}

/** 15 digits that are the same each time. */
function userIdFrom(seed: string): string {
  const number = createHash('sha256').update(seed).digest().readBigUInt64BE(0) % 10n ** 14n;
  return `2${String(number).padStart(14, '0')}`;
}
