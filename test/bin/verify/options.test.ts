import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from '../../../bin/verify/options';
import { facebookSteps } from '../../../bin/verify/facebook/steps';
import { stripeSteps } from '../../../bin/verify/stripe/steps';
import { tableOf, exitCodeOf } from '../../../bin/verify/table';
import { youtubeSteps } from '../../../bin/verify/youtube/steps';
import { useVerifying } from './verifying';

it.each<[string, string[], string]>([
  ['no platform', [], ''],
  ['an unknown platform', ['tiktok'], ''],
  ['two platforms', ['youtube', 'facebook'], ''],
  ['no time', ['youtube', '--minutes', '0'], '--minutes must be a number from 0 to 1440'],
  ['no number', ['youtube', '--minutes', 'soon'], '--minutes must be a number from 0 to 1440'],
  ['no address', ['youtube', '--redirect-uri', 'here'], '--redirect-uri must be an address'],
  ['two channels', ['youtube', '--publish', 'a', '--channel', 'b'], '--publish and --channel name two channels'],
])('%s is a fault', (_case, words, fault) => {
  expect(readOptions(words)).toBe(fault);
});

it('names an option that there is not', () => {
  expect(readOptions(['youtube', '--force'])).toContain("'--force'");
});

it('takes the channel to publish on for all other steps', () => {
  expect(readOptions(['facebook', '--publish', '1'])).toMatchObject({ publishTo: '1', channelId: '1', minutes: 15 });
  expect(readOptions(['facebook', '--channel', '1'])).toMatchObject({ publishTo: null, channelId: '1' });
});

const all = [...youtubeSteps, ...facebookSteps, ...stripeSteps];

it('gives each step an id of its own, and rests steps on earlier ones of the platform', () => {
  const ids = all.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [index, { id, restsOn = [] }] of all.entries()) {
    expect(id).toMatch(/^(youtube|facebook|stripe)\.[a-z.-]+$/);
    for (const base of restsOn) expect(ids.slice(0, index)).toContain(base);
  }
});

it('says of each step in sentences what is assumed and what follows', () => {
  for (const { assumed, follows } of all) {
    expect(assumed).toMatch(/^\S.*\.$/);
    expect(follows).toMatch(/^[A-Z].*\.$/);
  }
});

it.each([
  [['seen', 'seen'], 0],
  [['seen', 'not seen'], 2],
  [['broken', 'not seen'], 1],
] as const)('ends the verdicts %j with %d', (verdicts, code) => {
  const rows = verdicts.map((verdict) => ({ id: 'a.b', assumed: 'A.', verdict, words: 'B.' }));
  expect(exitCodeOf(rows)).toBe(code);
});

it('wraps the cells of the table', () => {
  const words = 'A sentence that is longer than the column for what was seen, by far.';
  const table = tableOf([{ id: 'youtube.refresh', assumed: 'It works.', verdict: 'broken', words, follows: 'Do it.' }]);
  expect(table.split('\n').slice(2)).toEqual([
    'youtube.refresh BROKEN    It works.                                 A sentence that is longer than the column     Do it.',
    `${' '.repeat(68)}for what was seen, by far.`,
  ]);
});

describe('before anything is asked', () => {
  const verifying = useVerifying();
  const { run } = verifying;

  it.each<[string, string[], Record<string, string | undefined>, RegExp]>([
    ['a setting is missing', ['youtube'], { YOUTUBE_CLIENT_ID: '' }, /^YOUTUBE_CLIENT_ID: is missing/],
    ['the key of secrets is malformed', ['youtube'], { SECRETS_KEY: 'k1:short' }, /^SECRETS_KEY: (?!.*short)/],
    ['the key of Stripe is missing', ['stripe'], { STRIPE_SECRET_KEY: undefined }, /^STRIPE_SECRET_KEY: is missing/],
    ['there is nothing to resume', ['facebook', '--resume'], {}, /^There is nothing to resume in /],
  ])('%s: it says so, and ends with 2', async (_case, words, environment, reason) => {
    const { code, said } = await run(words, { environment });
    expect(said).toMatch(reason);
    expect(code).toBe(2);
    expect(await verifying.sandbox.calls()).toEqual([]);
  });

  it('the file of an earlier walk is of another platform, or no such file', async () => {
    const state = join(verifying.folder.path, 'state.json');
    writeFileSync(state, '{"platform":"youtube"}');
    expect(await run(['facebook'])).toMatchObject({
      code: 2,
      said: `${state} is not of a walk of facebook: remove it.`,
    });
  });

  it('the file for another day cannot be written', async () => {
    const state = join(verifying.folder.path, 'file', 'state.json');
    writeFileSync(join(verifying.folder.path, 'file'), '');
    chmodSync(join(verifying.folder.path, 'file'), 0o600);
    const { code, said } = await run(['youtube', '--state', state]);
    expect(said).toMatch(/cannot be (read|written)/);
    expect(code).toBe(2);
  });
});
