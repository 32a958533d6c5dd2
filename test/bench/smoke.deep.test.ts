import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { benches } from '../../bench/benches/index';
import { findGo } from '../../bench/benches/media/plainServer';
import { byCounts, draw } from '../support/counts';

const script = join(__dirname, '..', '..', 'bin', 'bench.mjs');
const limitMs = 10 * 60_000;

/** The plain server of `media` is written in Go; npm and Node alone are enough for all other tests. */
function hasGo(): boolean {
  try {
    return findGo() !== '';
  } catch {
    return false;
  }
}

/** Counts that say nothing about speed, but run a bench from its beginning to its table. */
const smallest: Readonly<Record<string, readonly string[]>> = {
  media: ['--size', '8MiB'],
  webhooks: ['--deliveries', '10'],
  create: ['--creates', '20'],
  due: ['--due', '2'],
  scheduled: ['--scheduled', '2'],
  immediate: ['--immediates', '4'],
  fairness: ['--backlog', '20'],
  standby: ['--assignments', '200', '--made', '20'],
  consoleList: ['--assignments', '1000', '--share', '200'],
  consoleScreens: ['--assignments', '1000'],
  growth: ['--sizes', '40,400', '--kept', '40,400', '--timers', '10,20', '--asked', '10', '--posts', '2'],
  readings: ['--posts', '100,1000'],
  retention: ['--daily', '5', '--year', '12'],
  soak: ['--minutes', '1', '--pace', '1'],
};
const chosen = benches.map(({ name }) => name).filter((name) => name !== 'media' || hasGo());

it.each(draw(chosen, byCounts({ few: 1, sample: 1, full: Infinity })))(
  'runs %s to its end, whatever the verdict',
  (name) => {
    const given = [script, name, ...(smallest[name] ?? []), '--rounds', '3', '--patience', '0'];
    const { stdout, stderr } = spawnSync(process.execPath, given, { encoding: 'utf8', timeout: limitMs });
    expect(stderr).not.toContain('Error');
    expect(stdout).toMatch(/^ {2}figure +measured/m);
    expect(stdout).toMatch(/^Compared with kept figures: /m);
  },
  limitMs,
);
