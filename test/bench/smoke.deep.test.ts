import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findGo } from '../../bench/benches/media/plainServer';
import { byCounts, draw } from '../support/counts';

const script = join(__dirname, '..', '..', 'bin', 'bench.mjs');
const limitMs = 10 * 60_000;

/** The plain server of `ahead` and `media` is written in Go; npm and Node alone are enough for all other tests. */
function hasGo(): boolean {
  try {
    return findGo() !== '';
  } catch {
    return false;
  }
}

/**
 * Counts that say nothing about speed, but run a bench from its beginning to its table. `due` covers `publish`. `lighthouse` is
 * left out, because it fetches about 100 MB of packages that no other test needs.
 */
const benches = [
  ['create', '--creates', '20'],
  ['due', '--due', '2'],
  ['scheduled', '--scheduled', '2'],
  ...(hasGo() ? [['ahead', '--alone', '1', '--large', '1MiB']] : []),
  ['immediate', '--immediates', '4'],
  ['standby', '--jobs', '200', '--timers', '50'],
  ['hotCredits', '--holds', '30'],
  ['consoleList', '--assignments', '1000', '--share', '200'],
  ['logIn', '--tries', '5'],
  ['streams', '--streams', '4'],
  ['consoleStats', '--assignments', '1000', '--times', '2'],
  ['consolePages', '--posts', '1000'],
  ['uploads', '--uploads', '4'],
  ['probe', '--probes', '2'],
  ['profile', '--profiled', '10'],
];

it.each(draw(benches, byCounts({ few: 1, sample: 1, full: Infinity })))(
  'runs %s to its end, whatever the verdict',
  (...words) => {
    const given = [script, ...words, '--rounds', '3', '--patience', '0'];
    const { stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8', timeout: limitMs });
    expect(stderr).not.toContain('Error');
    expect(stdout).toMatch(/^ {2}figure +measured/m);
    expect(stdout).toMatch(/^Compared with kept figures: /m);
  },
  limitMs,
);
