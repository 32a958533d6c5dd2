import { createFacebook } from '../../platforms/facebook/index';
import { createYouTube } from '../../platforms/youtube/index';
import { publisherFor } from '../../platforms/index';
import type { Call, Made } from '../../platforms/Publisher';
import type { PublishFailure } from '../../domain/PublishFailure';
import { failureOf as failureOfFacebook } from '../../platforms/facebook/failures';
import { failureOf as failureOfYouTube } from '../../platforms/youtube/failures';
import { byCounts, draw } from '../support/counts';
import { facebookSettings } from '../support/facebook';
import { failureOf } from '../support/failureOf';
import { piecesOf, videoBytes } from '../support/media';
import { unlimited } from '../support/quota';
import { useServer } from '../support/server';
import { youtubeSettings } from '../support/youtube';
import { apiErrors, oauthErrors } from './youtube/documentedErrors';

/**
 * The rule of contract.md §2, "Answers of a platform", written down once more: what is known to be final, then what is known
 * to pass, then the rest. Each word stands for what is known of it, by hand; a word that is not here is invented.
 */
type Class =
  | { is: 'final'; code: string }
  | { is: 'passing'; code: string }
  | { is: 'limited'; code: string }
  | { is: 'tokenRefused' }
  | { is: 'unfamiliar' };

const fault: Class = { is: 'passing', code: 'PLATFORM_UNAVAILABLE' };
const final = (code: string): Class => ({ is: 'final', code });
const statuses = [400, 401, 403, 429, 500, 503] as const;

interface Host {
  readonly asked: 'tokens' | 'data';
  /** The words that its documents have, and those of recorded answers. */
  readonly known: ReadonlyMap<string, Class>;
  /** A known word counts with a 5xx, too. */
  readonly knowsWordsOfFaults: boolean;
  readonly tooFast: Class;
}

function expected({ asked, known, knowsWordsOfFaults, tooFast }: Host, status: number, word: string): Class {
  const isFault = status >= 500;
  const meaning = isFault && !knowsWordsOfFaults ? undefined : known.get(word);
  if (meaning) return meaning;
  if (isFault) return fault;
  if (status === 429) return tooFast;
  return asked === 'tokens' ? fault : { is: 'unfamiliar' };
}

function classOf({ code, transient, tokenRefused, rateLimited, isUnfamiliar }: PublishFailure): Class {
  if (isUnfamiliar) return code === 'PLATFORM_REJECTED' && transient ? { is: 'unfamiliar' } : final(`odd ${code}`);
  if (tokenRefused) return { is: 'tokenRefused' };
  if (rateLimited) return { is: 'limited', code };
  return { is: transient ? 'passing' : 'final', code };
}

let answer = { status: 200, body: '' };
/** What the call that is not to be refused gets: it reads before the one that is. */
let reads = '';
const server = useServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const isRead = request.method === 'GET' && reads !== '';
    response.writeHead(isRead ? 200 : answer.status, { 'content-type': 'application/json' });
    response.end(isRead ? reads : answer.body);
  });
});

const call: Call = {
  accessToken: 'an-access-token',
  channelId: '1',
  spend: unlimited,
  signal: new AbortController().signal,
  notAfterMs: Infinity,
};
const media = { contentType: 'video/mp4', sizeBytes: 10 };
const part = () => ({ ...media, offset: 0, body: piecesOf(videoBytes(10)) });
const inventedCodes = Array.from({ length: 20 }, (_, nth) => `${70_001 + nth}`);
const invented = Array.from({ length: 20 }, (_, nth) => `some_thing_new_${nth}`);

interface Asking {
  readonly name: string;
  readonly host: Host;
  /** The body of a refusal in this word. */
  readonly say: (word: string) => object;
  readonly words: readonly string[];
  readonly run: () => Promise<unknown>;
  /** True: the call changes something, so that an answer that is no definite no leaves its outcome open. */
  readonly changes: boolean;
  readonly reads?: object;
}

const youtube = () => createYouTube(youtubeSettings(server.url));
const facebook = () => createFacebook(facebookSettings(server.url));

const slowDown: Class = { is: 'limited', code: 'PLATFORM_UNAVAILABLE' };
const dataOfYouTube: Host = {
  asked: 'data',
  known: new Map(
    // One reason is that of an empty bucket, too, with words that say so.
    apiErrors.map(([, , reason, code, kind]): [string, Class] => {
      if (reason.endsWith('ateLimitExceeded') || ['servingLimitExceeded', 'concurrentLimitExceeded'].includes(reason))
        return [reason, slowDown];
      if (kind === 'tokenRefused') return [reason, { is: 'tokenRefused' }];
      return [reason, { is: kind === 'transient' ? 'passing' : kind === 'limited' ? 'limited' : 'final', code }];
    }),
  ),
  knowsWordsOfFaults: false,
  tooFast: slowDown,
};
const tokensOfYouTube = (refused: string): Host => ({
  asked: 'tokens',
  known: new Map<string, Class>([
    ...oauthErrors.map(([word, code]): [string, Class] => [word, final(code === 'TOKEN_EXPIRED' ? refused : code)]),
    ...['internal_failure', 'server_error', 'temporarily_unavailable'].map((word): [string, Class] => [word, fault]),
    ['rate_limit_exceeded', slowDown],
  ]),
  knowsWordsOfFaults: false,
  tooFast: slowDown,
});

const limit: Class = { is: 'limited', code: 'QUOTA_EXCEEDED' };
const codes = (refusedToken: Class): [string, Class][] => [
  ...[190, 102].map((code): [string, Class] => [`${code}`, refusedToken]),
  ...[1, 2].map((code): [string, Class] => [`${code}`, fault]),
  ...[4, 9, 17, 32, 341, 613, 80001, 80014].map((code): [string, Class] => [`${code}`, limit]),
  ...[3, 10, 200, 283, 299].map((code): [string, Class] => [`${code}`, final('PERMISSION_DENIED')]),
  ...[324, 352, 6000].map((code): [string, Class] => [`${code}`, final('MEDIA_INVALID')]),
  ...[100, 368, 1609005, 1609008].map((code): [string, Class] => [`${code}`, final('PLATFORM_REJECTED')]),
  ['506', final('DUPLICATE_CONTENT')],
  ['101', final('INTERNAL')],
];
const dataOfFacebook: Host = {
  asked: 'data',
  known: new Map(codes({ is: 'tokenRefused' })),
  knowsWordsOfFaults: true,
  tooFast: limit,
};
const tokensOfFacebook = (refused: string): Host => ({
  asked: 'tokens',
  known: new Map(codes(final(refused))),
  knowsWordsOfFaults: false,
  tooFast: limit,
});

const reasons = (word: string) => ({ error: { message: 'Words.', errors: [{ reason: word }] } });
const oauth = (word: string) => ({ error: word, error_description: 'Words.' });
const graph = (word: string) => ({ error: { message: 'Words.', type: 'OAuthException', code: Number(word) } });
/** A grant that is refused is for each call what it asked with. */
const hosts = [
  ['YouTube', dataOfYouTube, failureOfYouTube, reasons],
  ['the token host of Google', tokensOfYouTube('TOKEN_EXPIRED'), failureOfYouTube, oauth],
  ['Facebook', dataOfFacebook, failureOfFacebook, graph],
  ['the token host of Facebook', { ...tokensOfFacebook(''), known: dataOfFacebook.known }, failureOfFacebook, graph],
] as const;
const wordsOf = ({ known }: Host) => [...known.keys(), ...invented];
const codesOf = ({ known }: Host) => [...known.keys(), ...inventedCodes];
const code = { code: 'a-code', codeVerifier: 'a-verifier', redirectUri: 'http://localhost:1/' };
const video: Made = { items: [{ session: null, objectId: 'v1' }], draftId: null };
const post: Made = { items: [], draftId: '1_2' };

const askings: readonly Asking[] = [
  ...(
    [
      ['a renewal', 'TOKEN_EXPIRED', async () => youtube().refreshTokens('a-refresh-token', call)],
      ['the exchange of a code', 'PLATFORM_REJECTED', async () => youtube().oauth.exchange(code, call.signal)],
    ] as const
  ).map(([name, refused, run]) => ({
    name: `YouTube: ${name}`,
    host: tokensOfYouTube(refused),
    say: oauth,
    words: wordsOf(tokensOfYouTube(refused)),
    run,
    changes: false,
  })),
  ...(
    [
      ['a channel', false, async () => youtube().channel(call)],
      ['numbers', false, async () => youtube().stats.post(call, 'v1')],
      ['the start of an upload', true, async () => upload().open(call, payload, media)],
      ['an upload', true, async () => upload().send(call, `${server.url}/upload?upload_id=u`, part())],
      ['a publication', true, async () => publisherFor(youtube(), 'video').publish(call, video, payload)],
    ] as const
  ).map(([name, changes, run]) => ({
    name: `YouTube: ${name}`,
    host: dataOfYouTube,
    say: reasons,
    words: wordsOf(dataOfYouTube),
    run,
    changes,
    ...(name === 'a publication' && { reads: { items: [{ id: 'v1', status: { privacyStatus: 'private' } }] } }),
  })),
  ...(
    [
      ['a renewal', 'TOKEN_EXPIRED', async () => facebook().refreshTokens('a-refresh-token', call)],
      ['the exchange of a code', 'PLATFORM_REJECTED', async () => facebook().oauth.exchange(code, call.signal)],
    ] as const
  ).map(([name, refused, run]) => ({
    name: `Facebook: ${name}`,
    host: tokensOfFacebook(refused),
    say: graph,
    words: codesOf(tokensOfFacebook(refused)),
    run,
    changes: false,
  })),
  ...(
    [
      ['a page', false, async () => facebook().channel(call)],
      ['numbers', false, async () => facebook().stats.post(call, '1_2')],
      ['the start of an upload', true, async () => publisherFor(facebook(), 'video').upload],
      ['a photo', true, async () => photo().put(call, { ...part(), contentType: 'image/png' })],
      ['a publication', true, async () => publisherFor(facebook(), 'text').publish(call, post, {})],
    ] as const
  ).map(([name, changes, run]) => ({
    name: `Facebook: ${name}`,
    host: dataOfFacebook,
    say: graph,
    words: codesOf(dataOfFacebook),
    run: name === 'the start of an upload' ? async () => chunked().open(call, payload, media) : run,
    changes,
    ...(name === 'a publication' && { reads: { is_published: false } }),
  })),
];

const payload = { title: 'A title', privacy: 'public', tags: [], madeForKids: false };

function upload() {
  const { upload: found } = publisherFor(youtube(), 'video');
  if (found?.kind !== 'resumable') throw new Error('no sessions');
  return found;
}
function chunked() {
  const { upload: found } = publisherFor(facebook(), 'video');
  if (found?.kind !== 'resumable') throw new Error('no sessions');
  return found;
}
function photo() {
  const { upload: found } = publisherFor(facebook(), 'image');
  if (found?.kind !== 'direct') throw new Error('no photos');
  return found;
}

describe('an answer of a platform', () => {
  it.each(hosts)(
    '%s: means what its rule says, whatever word comes with whatever status',
    (_name, host, judge, say) => {
      for (const status of statuses) {
        for (const word of [...host.known.keys(), ...(say === graph ? inventedCodes : invented)]) {
          const failure = judge({
            from: 'The platform',
            asked: host.asked,
            status,
            headers: {},
            text: JSON.stringify(say(word)),
            secrets: [],
            at: new Date(),
          });
          expect([status, word, classOf(failure)]).toEqual([status, word, expected(host, status, word)]);
        }
      }
    },
  );

  it.each(askings.map((one) => [one.name, one] as const))(
    '%s: means the same to the call, and a word that is invented blames nobody here',
    async (_name, { host, say, words, run, changes, reads: read }) => {
      reads = read ? JSON.stringify(read) : '';
      const seen: unknown[] = [];
      const wanted: unknown[] = [];
      for (const status of statuses) {
        for (const word of byCounts({ few: draw(words, 6), sample: draw(words, 20), full: words })) {
          answer = { status, body: JSON.stringify(say(word)) };
          const failure = await failureOf(run());
          const meaning = expected(host, status, word);
          wanted.push([status, word, meaning]);
          seen.push([status, word, classOf(failure)]);
          const isNo = meaning.is === 'final' || meaning.is === 'limited';
          if (changes) expect([status, word, failure.isRefusal]).toEqual([status, word, isNo]);
          if (!host.known.has(word)) {
            expect(failure.code).not.toMatch(/^(TOKEN_EXPIRED|INTERNAL)$/);
            expect(failure.message).not.toMatch(/client id|operator/);
          }
        }
      }
      expect(seen).toEqual(wanted);
    },
  );

  it.each(askings.map((one) => [one.name, one] as const))(
    '%s: that cannot be read is a fault of the platform',
    async (_name, { run, host, reads: read }) => {
      reads = read ? JSON.stringify(read) : '';
      for (const status of [400, 403, 500, 503]) {
        answer = { status, body: '<html>Sorry</html>' };
        expect([status, host.asked, classOf(await failureOf(run()))]).toEqual([status, host.asked, fault]);
      }
    },
  );
});
