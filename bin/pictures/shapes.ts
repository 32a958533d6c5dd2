/** The shapes that the pictures share, as parts of an SVG document. A picture is 960 by 540, an emblem a square of 540. */

export const [width, height] = [960, 540];
const digits = (number: number): string => String(Math.round(number * 10) / 10);

interface Place {
  x: number;
  y: number;
  /** 1 is the size at which it was drawn. */
  size?: number;
}

/** A part at its place. Its own origin is where it stands. */
export function at({ x, y, size = 1 }: Place, ...parts: string[]): string {
  return `<g transform="translate(${digits(x)} ${digits(y)}) scale(${size})">${parts.join('')}</g>`;
}

export function rect(fill: string, [x, y, wide, high]: readonly number[], round = 0): string {
  return `<rect fill="${fill}" x="${x}" y="${y}" width="${wide}" height="${high}" rx="${round}"/>`;
}

export function circle(fill: string, [x = 0, y = 0, radius = 0]: readonly number[]): string {
  return `<circle fill="${fill}" cx="${digits(x)}" cy="${digits(y)}" r="${radius}"/>`;
}

export function oval(fill: string, [x, y, wide, high]: readonly number[]): string {
  return `<ellipse fill="${fill}" cx="${x}" cy="${y}" rx="${wide}" ry="${high}"/>`;
}

/** A filled outline, in the words of SVG. */
export function shape(fill: string, outline: string): string {
  return `<path fill="${fill}" d="${outline}"/>`;
}

export function line(color: string, thick: number, outline: string): string {
  return `<path fill="none" stroke="${color}" stroke-width="${thick}" stroke-linecap="round" stroke-linejoin="round" d="${outline}"/>`;
}

/** Several of a kind; `draw` hears the number of each. */
export function several(count: number, draw: (n: number) => string): string {
  return Array.from({ length: count }, (_none, n) => draw(n)).join('');
}

let fades = 0;
/** The ground of a picture, which goes from one color at its top to another at its bottom. */
export function sky(top: string, bottom: string): string {
  fades += 1;
  const stops = `<stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/>`;
  const paint = `<linearGradient id="f${fades}" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient>`;
  return paint + rect(`url(#f${fades})`, [0, 0, width, height]);
}

/** The sea from `y` down, with crests. */
export function sea(y: number, color: string, crest: string): string {
  const crests = several(9, (n) => {
    const [x, down] = [(n * 271) % 900, 24 + ((n * 97) % (height - y - 30))];
    return line(crest, 4, `M${x} ${y + down}q20 -9 40 0t40 0`);
  });
  return rect(color, [0, y, width, height - y]) + crests;
}

/** A range of hills from one side to the other: its heights at even distances, above `y`. */
export function hills(fill: string, y: number, heights: readonly number[]): string {
  const step = width / (heights.length - 1);
  const curves = heights.slice(1).map((high, n) => {
    const [middle, to] = [(n + 0.5) * step, (n + 1) * step];
    return `C${digits(middle)} ${y - (heights[n] ?? 0)} ${digits(middle)} ${y - high} ${digits(to)} ${y - high}`;
  });
  return shape(fill, `M0 ${height}V${y - (heights[0] ?? 0)}${curves.join('')}V${height}Z`);
}

export function sun(color: string, halo: string, { x, y, size = 1 }: Place): string {
  return at({ x, y, size }, circle(halo, [0, 0, 92]), circle(color, [0, 0, 62]));
}

export function cloud(color: string, place: Place): string {
  const puffs = [
    [0, 0, 34],
    [42, -18, 44],
    [88, 0, 32],
  ].map((puff) => circle(color, puff));
  return at(place, ...puffs, rect(color, [-34, 0, 154, 34], 17));
}

export function stars(): string {
  return several(34, (n) => circle('#fff4cf', [(n * 197 + 31) % width, (n * 83 + 17) % 250, 1.6 + (n % 3) * 0.8]));
}

export const gull = (place: Place): string => at(place, line('#33424f', 5, 'M-30 -8q15 -14 30 6q15 -20 30 -6'));

/** A tower with a lamp, as high as 300. */
export function lighthouse(place: Place): string {
  return at(
    place,
    shape('#f7f3ea', 'M-44 0L-30 -220H30L44 0Z'),
    shape('#d1495b', 'M-41 -48L-38 -98H38L41 -48Z'),
    shape('#d1495b', 'M-35 -146L-32 -190H32L35 -146Z'),
    rect('#2b3a4a', [-42, -232, 84, 14], 4),
    rect('#ffd166', [-22, -272, 44, 42], 4),
    line('#2b3a4a', 5, 'M-22 -272V-232M22 -272V-232M0 -272V-232'),
    shape('#2b3a4a', 'M-30 -270Q0 -312 30 -270Z'),
    rect('#6b4f3a', [-11, -36, 22, 36], 10),
  );
}

/** A boat with two sails; it floats at its origin. */
export function sailBoat(place: Place, [hull, sail]: readonly [string, string]): string {
  return at(
    place,
    rect('#5b4636', [-3, -190, 6, 170]),
    shape(sail, 'M8 -188Q96 -110 88 -36H8Z'),
    shape('#f7f3ea', 'M-8 -170Q-66 -100 -62 -36H-8Z'),
    shape(hull, 'M-92 -24H96L70 16Q66 22 58 22H-58Q-66 22 -70 16Z'),
  );
}

/** A small open boat. */
export function boat(place: Place, color: string): string {
  return at(
    place,
    shape(color, 'M-90 -30Q0 -10 90 -30L66 14Q62 20 54 20H-54Q-62 20 -66 14Z'),
    shape('#f7f3ea', 'M-88 -26Q0 -6 88 -26L84 -16Q0 4 -84 -16Z'),
  );
}

export function house(place: Place, [wall, roof]: readonly [string, string]): string {
  const window = (x: number, y: number) => rect('#fdf0c4', [x, y, 24, 28], 3);
  return at(
    place,
    rect(wall, [-52, -130, 104, 130]),
    shape(roof, 'M-62 -128L0 -186L62 -128Z'),
    window(-34, -108),
    window(10, -108),
    window(-34, -58),
    rect('#6b4f3a', [10, -58, 26, 58], 3),
  );
}

/** A cup on its saucer, with steam. */
export function cup(place: Place, color: string): string {
  return at(
    place,
    oval('#e7dcc8', [0, 8, 150, 22]),
    line(color, 20, 'M92 -96q66 -4 52 40q-12 36 -66 30'),
    shape(color, 'M-104 -120H104Q104 0 40 4H-40Q-104 0 -104 -120Z'),
    oval('#f7f3ea', [0, -120, 104, 22]),
    oval('#6b3f2a', [0, -118, 88, 16]),
    line('#ffffff', 9, 'M-34 -160q-18 -26 0 -50t0 -48M34 -160q-18 -26 0 -50t0 -48'),
  );
}
