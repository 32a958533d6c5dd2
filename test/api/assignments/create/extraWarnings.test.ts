import { startApp } from '../../../support/callers/app';
import { buildConnection } from '../../../support/build/connection';
import { useCaller } from '../../../support/callers/caller';
import { use } from '../../../support/use';

const app = use(async () => startApp());
const caller = useCaller(app, { credits: 1000 });

const firstComment = 'More at https://example.com';
const video = { type: 'video', mediaUrl: 'https://media.example/one.mp4' };
const base = 'https://www.googleapis.com/auth/youtube';
const ssl = `${base}.force-ssl`;
const lacking = [expect.stringMatching(/has not allowed "comments"; connect the channel again/)];
const isPrivate = [expect.stringMatching(/A private video takes no comments/)];

/** The permissions of the channel, the payload, and the warnings of its first comment; undefined: none. */
const cases: [what: string, channel: object, request: object, warnings: unknown[] | undefined][] = [
  [
    'an allowed comment',
    { permissions: [base, ssl] },
    { ...video, payload: { title: 'T', privacy: 'public', firstComment } },
    undefined,
  ],
  ['no comment', { permissions: [base] }, { ...video, payload: { title: 'T', privacy: 'public' } }, undefined],
  [
    'a comment that is not allowed',
    { permissions: [base] },
    { ...video, payload: { title: 'T', privacy: 'public', firstComment } },
    lacking,
  ],
  [
    'a comment of a private video',
    { permissions: [ssl] },
    { ...video, payload: { title: 'T', firstComment } },
    isPrivate,
  ],
  [
    'an allowed comment of a page',
    { platform: 'facebook' },
    { type: 'text', payload: { message: 'M', firstComment } },
    undefined,
  ],
  [
    'a comment that a page has not allowed',
    { platform: 'facebook', permissions: [] },
    { type: 'text', payload: { message: 'M', firstComment } },
    lacking,
  ],
];

it.each(cases)(
  '%s: created all the same, with the warning that validate gives',
  async (_what, channel, request, words) => {
    const { connectionId } = await buildConnection(caller, channel);
    const body = { connectionId, ...request };
    const warnings = words && { 'payload.firstComment': words };
    const judged = await caller.call('POST', '/api/v1/assignments/validate', { body });
    expect(judged.body.warnings['payload.firstComment']).toEqual(words);
    // The second request presumes the channel.
    for (const _ of [1, 2]) {
      const answer = await caller.create(body);
      expect([answer.status, answer.body.warnings]).toEqual([201, warnings]);
    }
  },
);

it.each([
  ['on a video made for kids', { madeForKids: true, firstComment }],
  ['of more than 10000 characters', { firstComment: 'x'.repeat(10_001) }],
  ['that nobody sees', { firstComment: ' \n' }],
])('a comment %s is refused', async (_what, payload) => {
  const { connectionId } = await buildConnection(caller);
  const answer = await caller.create({ connectionId, ...video, payload: { title: 'T', ...payload } });
  expect([answer.status, Object.keys(answer.body.details)]).toEqual([400, ['payload.firstComment']]);
});
