import { failureOf as failureOfFacebook } from '../../platforms/facebook/failures';
import { createFacebook } from '../../platforms/facebook/index';
import type { Platform } from '../../platforms/Platform';
import { failureOf as failureOfYouTube } from '../../platforms/youtube/failures';
import { createYouTube } from '../../platforms/youtube/index';
import { byCounts, draw } from '../support/counts';
import { facebookSettings } from '../support/platforms/facebook';
import { failureOf } from '../support/failureOf';
import { useServer } from '../support/servers/server';
import { youtubeSettings } from '../support/platforms/youtube';
import { ofFacebook, ofYouTube } from './answerCalls';
import type { Asking } from './answerCalls';
import {
  classOf,
  dataOfFacebook,
  dataOfYouTube,
  expected,
  fault,
  statuses,
  tokensOfFacebook,
  tokensOfYouTube,
} from './answerRule';

let answer = { status: 200, body: '' };
/** The answer to a call's read before the refused request; empty for a call that reads nothing. */
let reads = '';
const server = useServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const isRead = request.method === 'GET' && reads !== '';
    response.writeHead(isRead ? 200 : answer.status, { 'content-type': 'application/json' });
    response.end(isRead ? reads : answer.body);
  });
});

const hosts = [
  ['YouTube', dataOfYouTube, failureOfYouTube],
  ['the token host of Google', tokensOfYouTube('TOKEN_EXPIRED'), failureOfYouTube],
  ['Facebook', dataOfFacebook, failureOfFacebook],
  // A refused token gets its meaning for a call from the call itself.
  ['the token host of Facebook', { ...tokensOfFacebook(''), known: dataOfFacebook.known }, failureOfFacebook],
] as const;

const youtube = (url: string): Platform => createYouTube(youtubeSettings(url));
const facebook = (url: string): Platform => createFacebook(facebookSettings(url));
const askings = [
  ...ofYouTube.map((one) => [`YouTube: ${one.name}`, one, youtube] as const),
  ...ofFacebook.map((one) => [`Facebook: ${one.name}`, one, facebook] as const),
];

/** Blames the owner's access, or the operator. */
const blames = ({ code, message }: Error & { code: string }): boolean =>
  ['TOKEN_EXPIRED', 'INTERNAL'].includes(code) || /client id|operator/.test(message);

describe('an answer of a platform', () => {
  it.each(hosts)('%s: means what the rule says, whatever word comes with whatever status', (_name, host, judge) => {
    for (const status of statuses) {
      for (const word of [...host.known.keys(), ...host.invented]) {
        const text = JSON.stringify(host.say(word));
        const { asked } = host;
        const failure = judge({ from: 'It', asked, status, headers: {}, text, secrets: [], at: new Date() });
        expect([status, word, classOf(failure)]).toEqual([status, word, expected(host, status, word)]);
      }
    }
  });

  const askedBy = ({ run, reads: read }: Asking, create: typeof youtube) => {
    reads = read ? JSON.stringify(read) : '';
    const platform = create(server.url);
    return async (status: number, body: string) => {
      answer = { status, body };
      return failureOf(run(platform, server.url));
    };
  };

  it.each(askings)(
    '%s: means the same to the call, and an invented word blames nobody here',
    async (_name, asking, create) => {
      const { host, changes } = asking;
      const ask = askedBy(asking, create);
      const words = [...host.known.keys(), ...host.invented];
      for (const status of statuses) {
        for (const word of byCounts({ few: draw(words, 8), sample: draw(words, 30), full: words })) {
          const failure = await ask(status, JSON.stringify(host.say(word)));
          const meaning = expected(host, status, word);
          const isNo = meaning.is === 'final' || meaning.is === 'limited';
          expect({
            status,
            word,
            meaning: classOf(failure),
            isNo: changes ? failure.isRefusal : isNo,
            blames: !host.known.has(word) && blames(failure),
          }).toEqual({ status, word, meaning, isNo, blames: false });
        }
      }
    },
  );

  it.each(askings)('%s: that cannot be read is a fault of the platform', async (_name, asking, create) => {
    const ask = askedBy(asking, create);
    for (const status of [400, 403, 500, 503]) {
      expect([status, classOf(await ask(status, '<html>Sorry</html>'))]).toEqual([status, fault]);
    }
  });
});
