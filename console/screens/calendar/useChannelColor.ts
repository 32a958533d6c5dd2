import { createContext, use } from 'react';
import { ownColor } from './channelColors';

const Colors = createContext<ReadonlyMap<string, string>>(new Map());

/** Gives the colours to the posts of the calendar. */
export const ChannelColors = Colors.Provider;

/** The colour of a channel. */
export function useChannelColor(id: string): string {
  return use(Colors).get(id) ?? ownColor(id);
}
