import { captionTypes, mediaKindIn } from '../../../domain/mediaType';
import { uploadedMediaUrl } from '../../../domain/uploadSession';
import { linkEndOf } from '../../../models/uploads/uploadLinks';
import type { UploadState } from '../../../models/uploads/UploadSession';
import { timestampOrNull } from '../../http/fields';
import type { NextCall } from '../../faces/toolText';
import { html } from '../../http/html';
import { renderPage } from '../../http/page';
import type { Page } from '../../http/page';
import type { OpenedUpload } from './createUpload';
import type { UploadStand } from './getUpload';
import { codeOf } from '../present';
import { linkAddresses } from './linkedUpload';
import { pageScript } from './pageScript';
import type { ToolUpload, ToolUploadCreated } from './schema';
import type { UploadView } from './showUploadPage';

/** The page on which a person drops a file, or the page that says that it is there. */
export function presentUploadPage({ session, arrivedBytes }: UploadView): Page {
  const { id, fileName, mediaContentType, mediaSizeBytes, status } = session;
  if (status === 'complete')
    return renderPage(
      'The file has arrived',
      html`<p role="status">
          <strong><bdi>${fileName}</bdi></strong> is whole. Go back to your assistant and tell it so: it goes on from
          here.
        </p>
        <p>You can close this page.</p>`,
    );
  const kind = mediaKindIn(mediaContentType);
  const accepted = kind ? `${kind}/*` : [...captionTypes, '.srt', '.vtt'].join(',');
  const content = html`<p>
      Your assistant waits for <strong><bdi>${fileName}</bdi></strong
      >${kind ? ` (${kind === 'video' ? 'a video' : 'a picture'})` : ' (captions)'}. The file goes to this service
      alone, and nothing is published by it.
    </p>
    <form
      id="upload"
      data-id="${id}"
      data-name="${fileName}"
      data-size="${String(mediaSizeBytes)}"
      data-arrived="${String(arrivedBytes)}"
    >
      <label class="drop" id="drop" for="file"
        ><span>Drop the file on this page, or choose it:</span>
        <input type="file" id="file" accept="${accepted}" disabled />
      </label>
      <progress id="bar" max="1" value="0" aria-label="The part of the file that has arrived"></progress>
      <div class="steady">
        <p id="state" role="status"></p>
        <p id="fault" class="fault" role="alert"></p>
      </div>
      <button type="button" id="again" hidden>Go on</button>
    </form>
    <noscript><p>This page needs JavaScript, which is switched off in this browser.</p></noscript>
    <small
      >This page works for an hour. Keep it open until the file has arrived. After an interruption choose the same file
      again: it goes on where it was.</small
    >`;
  return renderPage('Send a file', content, pageScript);
}

export function presentToolCreated({ session, secret, baseUrl }: OpenedUpload): ToolUploadCreated {
  const { id: uploadId, status, expiresAt } = session;
  const none = { uploadUrl: null, pageUrl: null };
  return {
    uploadId,
    ...(secret === null ? none : linkAddresses(baseUrl, secret)),
    mediaUrl: uploadedMediaUrl(baseUrl, uploadId),
    expiresAt: timestampOrNull(secret === null ? expiresAt : linkEndOf(session)),
    status: status === 'complete' ? 'complete' : 'open',
  };
}

export function presentToolUpload({ session, bytesReceived, baseUrl }: UploadStand): ToolUpload {
  const { id: uploadId, fileName, mediaSizeBytes, mediaContentType, error, expiresAt } = session;
  const isKnown = mediaSizeBytes > 0;
  return {
    uploadId,
    mediaUrl: uploadedMediaUrl(baseUrl, uploadId),
    status: statusOf(session),
    error: error && { code: codeOf(error.code), message: error.message },
    fileName,
    mediaContentType: isKnown ? mediaContentType : null,
    mediaSizeBytes: isKnown ? mediaSizeBytes : null,
    bytesReceived,
    expiresAt: timestampOrNull(expiresAt),
  };
}

function statusOf({ status, isImporting, error }: UploadState): ToolUpload['status'] {
  if (status === 'open' && isImporting) return 'importing';
  return status === 'expired' && error !== null ? 'failed' : status;
}

/** Waiting, as long as the file is not there; then the channel to which it goes. */
export function nextOfUpload({ uploadId, status }: Pick<ToolUpload, 'uploadId' | 'status'>): NextCall | null {
  if (status === 'open' || status === 'importing')
    return { tool: 'get_upload', arguments: { uploadId, waitSeconds: 25 } };
  return status === 'complete' ? { tool: 'list_connections', arguments: {} } : null;
}

export function sayCreated({ uploadUrl, pageUrl, mediaUrl, expiresAt }: ToolUploadCreated): string {
  if (uploadUrl === null || pageUrl === null)
    return [`mediaUrl: ${mediaUrl}`, 'The file is there: give mediaUrl to create_assignment.'].join('\n');
  return [
    `pageUrl: ${pageUrl}`,
    `uploadUrl: ${uploadUrl}`,
    `mediaUrl: ${mediaUrl}`,
    `Until ${expiresAt}: give pageUrl to the person, who drops the file there; or, if you have the file, send it by one PUT to ` +
      'uploadUrl. Both addresses are secrets of this one upload. Then wait for the file.',
  ].join('\n');
}

export function sayUpload(upload: ToolUpload): string {
  return [`mediaUrl: ${upload.mediaUrl}`, standIn(upload)].join('\n');
}

function standIn({ status, error, bytesReceived, mediaSizeBytes, expiresAt }: ToolUpload): string {
  const bytes = `${bytesReceived} of ${mediaSizeBytes ?? 'an unknown number of'} bytes`;
  if (status === 'open') return `open: ${bytes} have arrived. The person has not sent the whole file yet.`;
  if (status === 'importing') return `importing: ${bytes} have arrived.`;
  if (status === 'complete')
    return `complete: the file is there, for mediaUrl of create_assignment${expiresAt === null ? '' : ` until ${expiresAt}, longer if a post needs it`}.`;
  if (status === 'failed') return `failed: ${error?.code}: ${error?.message}`;
  return 'expired: the upload has ended without its file, or its file was removed. Open another one with create_upload.';
}
