import { z } from 'zod';
import { jpeg } from '../../domain/mediaType';
import { route } from '../faces/route';
import { AnswerWithHeaders } from '../http/Route';
import { picturesPath } from './pictureAddress';
import { showPicture } from './showPicture';

const Jpeg = z
  .custom<Buffer | string>((given) => Buffer.isBuffer(given) || typeof given === 'string')
  .meta({ type: 'string', contentMediaType: jpeg, example: '/9j/4AAQSkZJRgABAQAAAQABAAD' });

export const pictureRoutes = [
  route('public', showPicture, {
    method: 'get',
    path: `${picturesPath}/{pictureId}/{version}`,
    success: {
      status: 200,
      schema: Jpeg,
      mediaType: jpeg,
      headers: z.object({ 'Cache-Control': z.string().meta({ example: 'private, max-age=3540' }) }),
    },
    // Pages of other origins may show it.
    answerHeaders: { 'Cross-Origin-Resource-Policy': 'cross-origin' },
    present: ({ bytes, maxAgeSeconds }) =>
      new AnswerWithHeaders(bytes, { 'Cache-Control': `private, max-age=${maxAgeSeconds}` }),
  }),
] as const;
