/** Making a format takes longer than asking it a hundred times, so each is made once. */
const dates = new Map<string, Intl.DateTimeFormat>();
const distances = new Map<string, Intl.RelativeTimeFormat>();

/** The format of dates with these options; the same one for the same options. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return once(dates, JSON.stringify([locale, options]), () => new Intl.DateTimeFormat(locale, options));
}

/** The format of distances in time, such as "in 2 days"; `auto` says "tomorrow". */
export function distanceFormat(locale: string, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  return once(distances, `${locale} ${numeric}`, () => new Intl.RelativeTimeFormat(locale, { numeric }));
}

/** Makes any format: the first one of a page takes a browser ten times as long as each later one. */
export function makeFirstFormat(): void {
  dateFormat('en', {});
}

function once<Format>(formats: Map<string, Format>, name: string, make: () => Format): Format {
  const known = formats.get(name);
  if (known) return known;
  const made = make();
  formats.set(name, made);
  return made;
}
