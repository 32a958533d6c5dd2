/** Where a page stops showing a text, until a reader asks for the rest. */
export interface Cut {
  /** Code points. */
  characters: number;
  /** By line breaks of the text itself. */
  lines: number;
}

/**
 * Neither platform documents where it cuts: these are the lengths that their pages show on a computer, rounded. The width of a screen
 * and of the letters moves them.
 */
export const cuts = {
  /** Below the video, before "...more". */
  youtubeDescription: { characters: 160, lines: 3 },
  /** In lists and search results. The title itself has at most 100 characters (platforms/youtube/capabilities.ts). */
  youtubeListTitle: { characters: 70, lines: 1 },
  /** Over the picture. */
  shortTitle: { characters: 60, lines: 1 },
  /** In the feed, before "See more". */
  facebookPost: { characters: 480, lines: 5 },
  /** Over the picture, before "See more". */
  reelCaption: { characters: 90, lines: 2 },
} as const satisfies Readonly<Record<string, Cut>>;

/** A text in two parts: before and behind a cut. A word is cut only if it alone is as long as the first part. */
export function cutAt(text: string, { characters, lines }: Cut): { shown: string; hidden: string } {
  const whole = text.trimEnd();
  const ofLines = whole.split('\n').slice(0, lines).join('\n');
  const points = Array.from(ofLines);
  const fitting = points.slice(0, characters).join('');
  if (fitting === whole) return { shown: whole, hidden: '' };
  const isInWord = points.length > characters && /\S/.test(points[characters] ?? '');
  const wordStart = fitting.search(/\s\S*$/);
  const shown = isInWord && wordStart > 0 ? fitting.slice(0, wordStart) : fitting;
  return { shown: shown.trimEnd(), hidden: whole.slice(shown.length).trim() };
}
