import { themes } from '../../look/tokens';

const count = themes.light.channels.length;

/**
 * The colour of each channel, as a variable of the theme. A channel keeps its own colour for as long as no two have the same one: then
 * the later one takes the next free colour. Beyond the number of colours they repeat. Pure.
 */
export function channelColors(ids: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<number>();
  const colors = new Map<string, string>();
  for (const id of [...new Set(ids)].toSorted()) {
    const own = ownOf(id);
    const places = Array.from({ length: count }, (_none, step) => (own + step) % count);
    const place = places.find((one) => !taken.has(one)) ?? own;
    taken.add(place);
    colors.set(id, variableOf(place));
  }
  return colors;
}

/** The colour of a channel by its id alone, so that it is the same one in each month and each browser. */
export function ownColor(id: string): string {
  return variableOf(ownOf(id));
}

function ownOf(id: string): number {
  return Array.from(id).reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 65_521, 7) % count;
}

const variableOf = (place: number): string => `var(--channel-${place + 1})`;
