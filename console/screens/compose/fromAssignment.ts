import { queryOptions } from '@tanstack/react-query';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { uploadSessionOf } from '../../../domain/uploadSession';
import { api, keyOf } from '../../http/client';
import { readIfThere } from '../../media/uploadFile';
import { commonTextsOf } from './commonTexts';
import { newDraft } from './draft';
import type { Draft } from './draft';

/** The parts of a post, and of its file, that a new post begins with. */
interface Origin {
  post: Pick<InspectedAssignment, 'connectionId' | 'platform' | 'type' | 'payload'>;
  media: Pick<Draft, 'mediaUrl' | 'fileName'>;
}

/** The post of a link "Duplicate". */
export const originQuery = (assignmentId: string) =>
  queryOptions({
    queryKey: [...keyOf('inspectAssignment'), 'origin', assignmentId],
    queryFn: async ({ signal }): Promise<Origin> => {
      const post = await api.inspectAssignment({ assignmentId }, { signal });
      return { post, media: await mediaOf(post.mediaUrl, signal) };
    },
  });

/** A draft with the content of a post. The time of the post, and its fields for programs, stay with the post. */
export function draftFrom({ post: { connectionId, platform, type, payload }, media }: Origin): Draft {
  const { texts, others } = commonTextsOf(payload);
  return { ...newDraft([connectionId]), parts: { [platform]: { type, payload: others } }, texts, ...media };
}

/** An uploaded file is removed some time after its last post has ended: then it has to be chosen again. */
async function mediaOf(mediaUrl: string | null, signal: AbortSignal): Promise<Origin['media']> {
  const sessionId = mediaUrl === null ? null : uploadSessionOf(mediaUrl);
  if (sessionId === null) return { mediaUrl: mediaUrl ?? '', fileName: null };
  const session = await readIfThere(sessionId, signal);
  const isKept = session?.status === 'complete' && session.error === null;
  return isKept ? { mediaUrl: session.mediaUrl, fileName: session.fileName } : { mediaUrl: '', fileName: null };
}
