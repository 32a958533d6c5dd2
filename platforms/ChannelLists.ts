import type { Call } from './Call';

/** Lists from which a person picks what a payload names by an id. A platform without them has nothing to pick. Read-only. */
export interface ChannelLists {
  /** The channel's own playlists. */
  playlists(call: ListCall): Promise<ListItem[]>;
  /** The categories that a post can be put into; null for a region that the platform does not know. */
  categories(call: ListCall, regionCode: string): Promise<ListItem[] | null>;
}

export type ListCall = Pick<Call, 'accessToken' | 'signal' | 'spend'>;

/** One choice, with its title for people. */
export interface ListItem {
  readonly id: string;
  readonly title: string;
}
