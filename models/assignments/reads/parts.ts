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

/**
 * The length of the video of an assignment `a`, as far as its file was read: when it was sent to the platform, or before, when it was
 * uploaded here. No other file of a post is a video.
 */
export const lengthOfVideo = sql`coalesce(
  (SELECT (u.source->>'durationSeconds')::float8 FROM uploads u WHERE u.assignment_id = a.id AND u.item = 0),
  (SELECT max(s.duration_seconds) FROM upload_uses x JOIN upload_sessions s ON s.id = x.upload_session_id
   WHERE x.assignment_id = a.id)) AS "durationSeconds"`;
export const LengthOfVideo = z.number().nullable();

/** How far the transfers of the media of an assignment `a` are. */
export const transfers = sql`(SELECT coalesce(jsonb_agg(
  jsonb_build_object('bytesTransferred', u.bytes_transferred, 'sizeBytes', u.size_bytes)), '[]')
  FROM uploads u WHERE u.assignment_id = a.id) AS uploads`;
export const Transfers = z.array(z.strictObject({ bytesTransferred: z.int(), sizeBytes: z.int().nullable() }));
