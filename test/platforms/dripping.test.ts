import type { Given } from './members';
import { everyCall } from './members';
import { failureOf } from '../support/failureOf';
import { kinds, wordsFor } from '../kinds';
import { toySlug } from '../toy/platform';
import { useSubject } from './subject';

/** Short, since no answer ever comes whole. */
const patience = { answerMs: 250, mediaMs: 250 };

for (const kind of kinds.filter(({ platform }) => platform !== toySlug)) {
  describe(`${wordsFor(kind)}: an answer that begins and never ends`, () => {
    const of = useSubject(kind);

    it('ends no call of the platform but by our own deadline, and leaves its outcome open', async () => {
      const { url, payload, media, bytes, call, grant, publisher, fault } = of();
      const hasty = kind.create(url, patience);
      const { upload } = publisher;
      const uploads = upload?.kind === 'byMedia' ? upload.video : upload?.kind === 'resumable' ? upload : undefined;
      const session = uploads ? await uploads.open(call, payload, { ...media, contentType: 'video/mp4' }) : '';
      const { accessToken, refreshToken, channelId } = grant;
      const secrets = { accessToken, refreshToken, code: 'a-code', codeVerifier: 'a-verifier', session };
      const given = (): Given => {
        const { signal } = new AbortController();
        return { secrets, channelId, signal, type: kind.type, payload, media, bytes };
      };
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
        await fault({ on: { method, path: '/', times: 1_000_000 }, do: { drip: true } });

      const ends = await Promise.all(
        everyCall(hasty, kind.type).map(async ({ member, run }) => {
          const { transient, rateLimited, tokenRefused, message } = await failureOf(run(hasty, given()));
          const isByDeadline = / gave no whole answer /.test(message) || message;
          return [member, transient, rateLimited || tokenRefused, isByDeadline];
        }),
      );
      expect(ends.length).toBeGreaterThan(10);
      expect(ends).toEqual(ends.map(([member]) => [member, true, false, true]));
    });
  });
}
