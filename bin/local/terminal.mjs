const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const labelWidth = 18;

/** @typedef {{note: (text: string) => void, clear: () => void}} Progress How a step that is going on is shown. */

/**
 * Shows the current steps, a line each: with colours and a spinner in a terminal, plainly elsewhere or with NO_COLOR.
 * @param {NodeJS.WriteStream} [stream]
 */
export function createTerminal(stream = process.stdout) {
  const isPlain = !stream.isTTY || Boolean(process.env.NO_COLOR) || process.env.TERM === 'dumb';
  // A reader that goes away, such as `head`, must not end us before everything is stopped.
  stream.on('error', () => {});
  /** @param {number} code @returns {(text: string) => string} */
  const colour = (code) => (text) => (isPlain ? text : `\x1b[${code}m${text}\x1b[0m`);
  const [bold, dim, green, red, cyan] = [colour(1), colour(2), colour(32), colour(31), colour(36)];

  /** @param {string} [text] */
  const line = (text = '') => void stream.write(`${text}\n`);
  let progress = plainProgress(line, '');

  /**
   * Shows a step while it is done, and how it ended.
   * @template {{detail: string, value?: unknown}} Outcome
   * @param {string} label
   * @param {(note: (text: string) => void) => Promise<Outcome>} work `note` names a slow part
   * @returns {Promise<Outcome['value']>} the value of the outcome
   */
  async function step(label, work) {
    const begun = performance.now();
    const name = label.padEnd(labelWidth);
    progress = isPlain ? plainProgress(line, name) : liveProgress(stream, name, dim);
    try {
      const { detail, value } = await work(progress.note);
      progress.clear();
      const seconds = (performance.now() - begun) / 1000;
      line(
        `  ${isPlain ? '' : `${green('✓')} `}${name}  ${detail}${seconds < 0.5 ? '' : dim(`  ${duration(seconds)}`)}`,
      );
      return value;
    } catch (error) {
      progress.clear();
      throw error;
    }
  }

  /** @param {string} text */
  const failure = (text) => {
    abandon();
    line(`\n  ${isPlain ? 'Error:' : red('✗')} ${text.replaceAll('\n', '\n    ')}`);
  };

  /** Ends the step that is going on, if any, without a word about how it ended. */
  const abandon = () => progress.clear();

  return { line, step, failure, abandon, bold, dim, cyan };
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 100 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** @param {(text: string) => void} line @param {string} name @returns {Progress} */
function plainProgress(line, name) {
  return { note: (text) => line(`  ${name}  ${text} …`), clear: () => {} };
}

/** @param {NodeJS.WriteStream} stream @param {string} name @param {(text: string) => string} dim @returns {Progress} */
function liveProgress(stream, name, dim) {
  const begun = performance.now();
  let text = '';
  const draw = () => {
    const elapsed = (performance.now() - begun) / 1000;
    const frame = frames[Math.floor(elapsed * 10) % frames.length];
    // A line that wraps could not be taken back.
    const room = Math.max((stream.columns || 80) - labelWidth - 16, 0);
    stream.write(`\r\x1b[2K  ${frame} ${name}  ${dim(`${text.slice(0, room)}  ${duration(elapsed)}`)}`);
  };
  const timer = setInterval(draw, 100);
  return {
    note: (given) => {
      text = given;
    },
    clear: () => {
      clearInterval(timer);
      stream.write('\r\x1b[2K');
    },
  };
}
