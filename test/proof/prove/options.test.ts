import { assignmentsCountOf, readOptions, replayLine } from './options';

const anySeed = () => 4711;

it('runs for 5 minutes with a seed of its own by default', () => {
  expect(readOptions([], anySeed)).toEqual({ minutes: 5, seed: 4711, rate: 120, workers: 3 });
});

it('takes how long, with which seed, how much work and how many workers', () => {
  const words = ['--minutes', '0.5', '--seed', '42', '--rate', '60', '--workers', '2'];
  expect(readOptions(words, anySeed)).toEqual({ minutes: 0.5, seed: 42, rate: 60, workers: 2 });
});

it.each([
  [['--minutes', '0.1'], '--minutes must be a number from 0.5 to 1440, not "0.1"'],
  [['--minutes', '1e2'], '--minutes must be a number from 0.5 to 1440, not "1e2"'],
  [['--seed', '-1'], "'--seed'"],
  [['--seed', '4294967296'], '--seed must be a number from 0 to 4294967295'],
  [['--rate', '0'], '--rate must be a number from 1 to 6000'],
  [['--workers', '1'], '--workers must be a number from 2 to 8'],
  [['--hours', '1'], '--hours'],
  [['5'], '5'],
])('refuses %j in a sentence', (words, sentence) => {
  expect(() => readOptions(words, anySeed)).toThrow(sentence);
});

it('prints the line that makes the same run', () => {
  const options = readOptions(['--minutes', '1.5', '--seed', '42', '--rate', '200'], anySeed);
  const line = replayLine(options);
  expect(line).toBe('npm run prove -- --minutes 1.5 --seed 42 --rate 200 --workers 3');
  expect(readOptions(line.split(' ').slice(4), anySeed)).toEqual(options);
});

it('promises a thousand assignments in ten minutes by default', () => {
  expect(assignmentsCountOf(readOptions(['--minutes', '10'], anySeed))).toBeGreaterThanOrEqual(1000);
});
