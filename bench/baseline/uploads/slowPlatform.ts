import { createHash, randomBytes } from 'node:crypto';
import express from 'express';
import type { Express } from 'express';
import { z } from 'zod';
import { createStalledUploads } from './stalledUploads';

const Run = z.object({ stallAtBytes: z.number().nullable() });
const Session = z.object({ upload_id: z.string() });
const Query = z.object({ id: z.string() });
const Update = z.object({ id: z.string(), status: z.object({ privacyStatus: z.string() }) });
/** The box that makes the first bytes those of an MP4 file. */
const fileType = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1');
const channel = { id: 'UCbench0000000000000000', snippet: { title: 'Bench' } };

/**
 * Source and sink of both arms, with none of our code. Of YouTube it knows as much as a publication without faults
 * needs; a video counts as processed from the start.
 *
 *   GET  /media.mp4  the source: `sizeBytes` from memory
 *   PUT  /run        begins a run: {stallAtBytes}; POST /run lets go of what is stalled; GET /run says how it is
 */
export function createPlatform(base: () => string, sizeBytes: number): Express {
  const media = Buffer.concat([fileType, randomBytes(sizeBytes - fileType.length)]);
  const sha256 = createHash('sha256').update(media).digest('hex');
  const uploads = createStalledUploads();
  const privacy = new Map<string, string>();
  const video = (id: string) => {
    const status = { uploadStatus: 'processed', privacyStatus: privacy.get(id) ?? 'private' };
    return { id, status: { ...status, selfDeclaredMadeForKids: false }, snippet: { title: 'Bench' } };
  };

  const app = express();
  app.get('/media.mp4', (_request, response) => {
    response.set({ 'content-type': 'video/mp4', 'content-length': String(sizeBytes), etag: '"media"' });
    response.end(media);
  });
  app.put('/upload/youtube/v3/videos', async (request, response) => {
    const { upload_id: id } = Session.parse(request.query);
    const bytes = await uploads.receive(request);
    response.status(bytes === sizeBytes ? 200 : 500).json(video(id));
  });
  app.use(express.json());
  app.post('/upload/youtube/v3/videos', (_request, response) => {
    response.set('location', `${base()}/upload/youtube/v3/videos?upload_id=${uploads.open()}`).end();
  });
  app.post('/token', (_request, response) => {
    response.json({ access_token: 'bench-access-token', expires_in: 3600, token_type: 'Bearer' });
  });
  app.get('/youtube/v3/channels', (_request, response) => void response.json({ items: [channel] }));
  app
    .route('/youtube/v3/videos')
    .get((request, response) => void response.json({ items: [video(Query.parse(request.query).id)] }))
    .put((request, response) => {
      const { id, status } = Update.parse(request.body);
      privacy.set(id, status.privacyStatus);
      response.json(video(id));
    });
  app
    .route('/run')
    .get((_request, response) => void response.json({ ...uploads.report(), sha256 }))
    .put((request, response) => {
      uploads.begin(Run.parse(request.body).stallAtBytes);
      response.json({});
    })
    .post((_request, response) => {
      uploads.release();
      response.json({});
    });
  return app;
}
