import { createFacebook } from '../../../platforms/facebook/index';
import { publisherFor } from '../../../platforms/index';
import { facebookSettings } from '../../support/platforms/facebook';
import { unlimited } from '../../support/platforms/quota';
import { piecesOf, videoBytes } from '../../support/media/media';
import { resumable } from '../../support/media/resumable';
import { startServer } from '../../support/servers/server';
import { useStopping } from '../../support/use';

const stopping = useStopping();
const media = { contentType: 'video/mp4', sizeBytes: 1000 };
const call = {
  accessToken: 'EAAtoken',
  channelId: '1',
  spend: unlimited,
  signal: new AbortController().signal,
  notAfterMs: Infinity,
};

/** A host that gives this answer to each request, and its list of requests. */
async function openHost(answer: () => object) {
  const asked: string[] = [];
  const { url } = stopping(
    await startServer((req, res) => {
      req.resume();
      req.on('end', () => {
        asked.push(`${req.method} ${req.url?.replace(/appsecret_proof=\w+/, 'proof')}`);
        res.end(JSON.stringify(answer()));
      });
    }),
  );
  return { url, asked };
}

it('calls the Graph API, the dialog and the host of uploads where the settings have them, by the version of the settings', async () => {
  const rupload = await openHost(() => ({ success: true }));
  const graph = await openHost(() => ({ id: '1', video_id: '7', upload_url: `${rupload.url}/video-upload/v25.0/7` }));
  const settings = {
    ...facebookSettings(graph.url),
    version: 'v25.0',
    dialogBase: 'https://dialog.example',
    ruploadBase: rupload.url,
  };
  const facebook = createFacebook(settings);
  const request = {
    state: 's',
    redirectUri: 'http://127.0.0.1:9/callback',
    codeVerifier: 'v'.repeat(43),
    features: [],
  };
  expect(facebook.oauth.consentUrl(request).href).toMatch(/^https:\/\/dialog\.example\/v25\.0\/dialog\/oauth\?/);

  const upload = resumable(publisherFor(facebook, 'reel'));
  const session = await upload.open(call, {}, media);
  const state = await upload.send(call, session, { ...media, offset: 0, body: piecesOf(videoBytes(1000)) });
  expect(state).toEqual({ kind: 'complete', objectId: '7' });
  expect(graph.asked).toEqual(['POST /v25.0/1/video_reels?upload_phase=start']);
  expect(rupload.asked).toEqual(['POST /video-upload/v25.0/7']);
});
