import type { Bench } from '../../bench/Bench';
import { listBenches, readRequest } from '../../bench/readRequest';

const idle = async () => ({ arms: [], judge: () => [] });
const media: Bench = {
  name: 'media',
  summary: 'Moves media.',
  options: { size: { default: '2GiB', description: 'how much' } },
  prepare: idle,
};
const create: Bench = { name: 'create', summary: 'Creates assignments.', options: {}, prepare: idle };
const known = [media, create];

it('runs all benches with five rounds when nothing is asked for', () => {
  const { chosen, rounds, options, isListing, isKeeping } = readRequest([], known);
  expect(chosen).toEqual(known);
  expect({ rounds, options }).toEqual({ rounds: 5, options: { size: '2GiB' } });
  expect({ isListing, isKeeping }).toEqual({ isListing: false, isKeeping: false });
});

it('runs the benches that are named, with the options that are given', () => {
  const request = readRequest(['media', '--rounds', '3', '--keep', '--size', '256MiB', '--patience', '300'], known);
  expect(request.chosen).toEqual([media]);
  expect(request).toMatchObject({ rounds: 3, isKeeping: true, patienceMs: 300_000, options: { size: '256MiB' } });
});

it.each([
  [['nothing'], 'there is no bench "nothing"'],
  [['--rounds', '2'], '--rounds must be a number from 3 on'],
  [['--rounds', 'many'], '--rounds must be a number'],
  [['--patience', '-1'], 'ambiguous'],
  [['--patience', 'long'], '--patience must be a number of seconds'],
  [['--colour', 'red'], "Unknown option '--colour'"],
])('refuses %p', (words, reason) => {
  expect(() => readRequest(words, known)).toThrow(reason);
});

it('lists every bench with its options', () => {
  expect(listBenches(known)).toEqual([
    'media        Moves media.',
    '  --size 2GiB: how much',
    'create       Creates assignments.',
  ]);
});
