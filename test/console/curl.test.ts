import { execFileSync } from 'node:child_process';
import { curlOf } from '../../console/screens/assignment/curl';

it('a post as curl is what a shell reads as the request that makes it', () => {
  const asked = {
    connectionId: '01a20a5e-0000-7000-8000-000000000001',
    type: 'video',
    payload: { title: 'Ada\'s "coast" $HOME `path` \\ end', tags: ['a'] },
    mediaUrl: 'https://media.example/coast.mp4',
    scheduledAt: null,
    callbackUrl: null,
    callbackEvents: [],
    callbackStatuses: null,
    externalId: 'post-4711',
  } as const;
  const line = curlOf(
    { ...asked, payload: { ...asked.payload, tags: ['a'] }, callbackEvents: [] },
    'https://api.example',
  );
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${line}`;
  const words = execFileSync('sh', ['-c', script], { env: { API_KEY: 'ds_test' } })
    .toString()
    .split('\0');
  expect(words.slice(0, 5)).toEqual([
    'https://api.example/api/v1/assignments',
    '-H',
    'Authorization: Bearer ds_test',
    '-H',
    'Content-Type: application/json',
  ]);
  expect(words[5]).toBe('-d');
  const { scheduledAt: _none, callbackUrl: _noAddress, callbackEvents: _no, callbackStatuses: _all, ...body } = asked;
  expect(JSON.parse(words[6]!)).toEqual(body);
});
