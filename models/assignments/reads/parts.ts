import { z } from 'zod';
import { sql } from '../../database/fragment';
import { shownOfChannel, ShownPicture } from '../../pictures/KeptPicture';

/** The channel `c` of an assignment, as lists name it. */
export const channelLabel = sql`jsonb_build_object('id', c.id, 'name', c.name, 'pictureVersion', ${shownOfChannel}) AS connection`;
export const ChannelLabel = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  pictureVersion: ShownPicture,
});

/** How far the transfers of the media of an assignment `a` are. */
export const transfers = sql`(SELECT coalesce(jsonb_agg(
  jsonb_build_object('bytesTransferred', u.bytes_transferred, 'sizeBytes', u.size_bytes)), '[]')
  FROM uploads u WHERE u.assignment_id = a.id) AS uploads`;
export const Transfers = z.array(z.strictObject({ bytesTransferred: z.int(), sizeBytes: z.int().nullable() }));
