import { invalid } from '../../http/errors';
import { defineUseCase } from '../../useCase';
import { partMediaType, tusVersion } from '../protocol';
import { otherContent, storeFull, tooManyBytes, uploadLocked, uploadOver, uploadsBusy } from '../refusals';
import { findLinked, messageOf, speakTusOfLink } from './linkedUpload';
import type { LinkContext } from './linkedUpload';
import { bytesThere, linkOver, noSuchLink } from './refusals';
import { LinkInput } from './schema';

export const putLinkedFile = defineUseCase({
  name: 'putLinkedFile',
  action: 'public',
  summary: 'By an upload address: send the whole file in one request',
  description:
    'The body is the file, of whatever media type, such as `curl -T coast-path.mp4 "<uploadUrl>"` sends it. A request that was cut is gone on with by tus.',
  input: LinkInput,
  refuses: [
    noSuchLink,
    linkOver,
    tooManyBytes,
    bytesThere,
    uploadOver,
    uploadLocked,
    uploadsBusy,
    otherContent,
    storeFull,
  ],
  run: async (context: LinkContext, { secret }): Promise<void> => {
    const { headers: given, body } = messageOf(context);
    const session = await findLinked(secret);
    const { id, mediaSizeBytes, isBegun } = session;
    const length = given.get('content-length');
    if (length !== null) requireLength(Number(length), mediaSizeBytes);
    const arrivedBytes = isBegun ? await context.deps.mediaStore.offset(id) : 0;
    if (arrivedBytes > 0) throw bytesThere.error(arrivedBytes);
    const headers = new Headers({
      'Tus-Resumable': tusVersion,
      'Upload-Offset': '0',
      'Content-Type': partMediaType,
      ...(length !== null && { 'Content-Length': length }),
    });
    const { offsetBytes } = await speakTusOfLink(context, session, { method: 'PATCH', headers, body });
    requireLength(offsetBytes, mediaSizeBytes);
  },
});

/** @throws ApiError 413 for more bytes than were announced, 400 for fewer */
function requireLength(bytes: number, announcedBytes: number): void {
  if (bytes > announcedBytes) throw tooManyBytes.error();
  if (bytes < announcedBytes) throw invalid({ body: [`has ${bytes} bytes, and ${announcedBytes} were announced`] });
}
