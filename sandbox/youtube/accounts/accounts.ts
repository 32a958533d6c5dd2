import { createHash } from 'node:crypto';
import type { YoutubeContext } from '../context';
import type { Channel, Grant } from '../records';

/** A Google account, as the consent page offers it. */
export interface Account {
  /** 21 digits. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** None: it has never signed up for YouTube. Only one account is like that. */
  readonly channels: readonly Channel[];
}

/** There from the beginning. Their channels become known to the rest of YouTube once somebody uses them. */
const builtInAccounts: readonly Account[] = [
  builtIn('Olive One', 'one@example.com', [['UCsandboxOlivesKitchen01', "Olive's Kitchen", 1280]]),
  builtIn('Sam Several', 'several@example.com', [
    ['UCsandboxSamSeveral00001', 'Sam Several', 12],
    ['UCsandboxSamsGarage00002', "Sam's Garage", 45_600],
    ['UCsandboxSamAtPlay000003', 'Sam at Play', 789],
  ]),
  builtIn('Noa None', 'none@example.com', []),
];

type BuiltInChannel = readonly [id: string, name: string, subscriberCount: number];

function builtIn(name: string, email: string, channels: readonly BuiltInChannel[]): Account {
  return {
    id: accountIdFrom(email),
    name,
    email,
    channels: channels.map(([id, title, subscriberCount]) => {
      return { id, name: title, createdAtMs: Date.UTC(2020, 0, 1), counts: { subscriberCount }, picture: null };
    }),
  };
}

/** All accounts: the built-in ones, then one for each channel that a control has made. */
export function listAccounts({ store }: YoutubeContext): Account[] {
  const known = new Set(builtInAccounts.flatMap(({ channels }) => channels.map(({ id }) => id)));
  const made = store.channels.values().filter(({ id }) => !known.has(id));
  return [...builtInAccounts, ...made.map(accountOfOne)];
}

function accountOfOne(channel: Channel): Account {
  const id = accountIdFrom(channel.id);
  return { id, name: channel.name, email: `account-${id.slice(-6)}@example.com`, channels: [channel] };
}

function accountIdFrom(seed: string): string {
  const digest = createHash('sha256').update(seed).digest('hex');
  return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, '0')}`;
}

/** The account that has given a grant. */
export function accountOf({ store }: YoutubeContext, grant: Grant): Account | undefined {
  const made = store.channels.get(grant.channelId ?? '');
  return builtInAccounts.find((account) => isOfAccount(grant, account)) ?? (made && accountOfOne(made));
}

/** The grants of an account that count. A consent for one of its channels is a consent of the account. */
export function liveGrantsOf({ store }: YoutubeContext, account: Account): Grant[] {
  return store.grants.values().filter((grant) => !grant.isRevoked && isOfAccount(grant, account));
}

function isOfAccount({ channelId }: Grant, { channels }: Account): boolean {
  return channelId === null ? channels.length === 0 : channels.some(({ id }) => id === channelId);
}

/** A channel by its id; a built-in one is there from now on. */
export function openChannel(context: YoutubeContext, id: string): Channel | undefined {
  const { channels } = context.store;
  const unused = builtInAccounts.flatMap((account) => account.channels).find((channel) => channel.id === id);
  if (unused && !channels.get(id)) channels.put(id, unused);
  return channels.get(id);
}
