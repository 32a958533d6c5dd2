/** A picture in memory. */
export interface Pixels {
  /** 4 bytes each: red, green, blue, alpha. */
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

type Place = readonly [x: number, y: number];

/** Where a pixel of the upright picture stands in the stored one, by EXIF orientation (CIPA DC-008 §4.6.5.1). */
const places: Readonly<Record<number, (x: number, y: number, width: number, height: number) => Place>> = {
  2: (x, y, width) => [width - 1 - x, y],
  3: (x, y, width, height) => [width - 1 - x, height - 1 - y],
  4: (x, y, _width, height) => [x, height - 1 - y],
  5: (x, y) => [y, x],
  6: (x, y, _width, height) => [y, height - 1 - x],
  7: (x, y, width, height) => [width - 1 - y, height - 1 - x],
  8: (x, y, width) => [width - 1 - y, x],
};

/** The picture as it is to be seen. */
export function upright(stored: Pixels, orientation: number): Pixels {
  const placeOf = places[orientation];
  if (!placeOf) return stored;
  const isTurned = orientation >= 5;
  const [width, height] = isTurned ? [stored.height, stored.width] : [stored.width, stored.height];
  const bytes = new Uint8Array(stored.bytes.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = placeOf(x, y, stored.width, stored.height);
      const from = 4 * (fromY * stored.width + fromX);
      bytes.set(stored.bytes.subarray(from, from + 4), 4 * (y * width + x));
    }
  }
  return { bytes, width, height };
}

/** The picture without transparency, which a JPEG does not have. */
export function onWhite({ bytes, ...size }: Pixels): Pixels {
  const flat = Uint8Array.from(bytes);
  for (let at = 0; at < flat.length; at += 4) {
    const alpha = (flat[at + 3] ?? 255) / 255;
    for (let channel = at; channel < at + 3; channel += 1)
      flat[channel] = Math.round((flat[channel] ?? 0) * alpha + 255 * (1 - alpha));
    flat[at + 3] = 255;
  }
  return { bytes: flat, ...size };
}
