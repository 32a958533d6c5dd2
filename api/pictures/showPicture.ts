import { z } from 'zod';
import { KeptPicture } from '../../models/pictures/KeptPicture';
import { Refusal } from '../http/errors';
import { PictureId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { isGood } from './pictureAddress';

const noSuchPicture = new Refusal(
  'NOT_FOUND',
  () =>
    'This address leads to no picture, or not any more. Read the assignment or the connection again: its thumbnailUrl is good for an hour.',
);

/** The signature stands for the credential of a caller: the service gave it to a caller that may see the assignment or the connection. */
export const showPicture = defineUseCase({
  name: 'showPicture',
  action: 'public',
  summary: 'The picture of a post or of a channel, by its `thumbnailUrl`',
  description:
    'A JPEG of at most 320 pixels and 64 KiB. The address is signed and good for an hour, without a credential: a page or a mail can ' +
    'show it. It is over as soon as the post, its removal or its channel takes the picture away.',
  input: z.object({
    pictureId: PictureId,
    version: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .meta({ description: 'Another picture has another version' }),
    expires: z.int().min(0).meta({ description: 'When the address is over, in seconds since 1970' }),
    signature: z.string().max(100).meta({ description: 'Made by this service' }),
  }),
  refuses: [noSuchPicture],
  run: async ({ deps }, { signature, ...named }) => {
    if (!isGood(deps, named, signature)) throw noSuchPicture.error();
    const bytes = await KeptPicture.shown(named.pictureId, named.version);
    if (!bytes) throw noSuchPicture.error();
    return { bytes, maxAgeSeconds: Math.max(0, named.expires - Math.ceil(Date.now() / 1000)) };
  },
});
