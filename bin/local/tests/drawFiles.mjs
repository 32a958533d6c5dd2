/**
 * @typedef {object} Sampling Which of the long files a whole run has.
 * @property {number} longSeconds a file that took longer is long
 * @property {number} oneIn of so many long files one is drawn
 */

/**
 * Draws the files of a whole run: every file that is not long, and one in so many of the long ones. The long files are dealt
 * out from the longest to the shortest, so that all draws take about as long, and each long file is in one of them.
 * @param {object} options
 * @param {readonly string[]} options.files paths from the checkout
 * @param {Readonly<Record<string, number>>} options.recorded path → seconds; a file without a time is not long
 * @param {number} options.seed picks the draw
 * @param {Sampling} options.sampling
 * @returns {{drawn: string[], left: string[]}} both in the order of `files`
 */
export function drawFiles({ files, recorded, seed, sampling: { longSeconds, oneIn } }) {
  const secondsOf = (/** @type {string} */ file) => recorded[file] ?? 0;
  const long = files.filter((file) => secondsOf(file) > longSeconds).sort((a, b) => secondsOf(b) - secondsOf(a));
  const left = new Set(long.filter((_file, index) => index % oneIn !== Math.abs(seed) % oneIn));
  return { drawn: files.filter((file) => !left.has(file)), left: files.filter((file) => left.has(file)) };
}
