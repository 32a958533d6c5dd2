import type { Call } from '../../platforms/Call';
import type { ResumableUpload, UploadState } from '../../platforms/Upload';
import { UploadCut, piecesOf } from './media/samples';
import type { Sample } from './media/samples';

/** An upload that has begun. */
export interface BegunUpload {
  readonly way: ResumableUpload;
  readonly call: Call;
  readonly session: string;
  readonly sample: Sample;
}

/** Sends the first part of a file and ends the connection. @returns the state that the platform tells afterwards */
export async function sendCut({ way, call, session, sample }: BegunUpload, cutAt: number): Promise<UploadState> {
  const { bytes, contentType } = sample;
  const media = { contentType, sizeBytes: bytes.length, offset: 0, body: piecesOf(bytes, 0, cutAt) };
  await way.send(call, session, media).catch((error: unknown) => {
    if (!(error instanceof UploadCut)) throw error;
  });
  return way.ask(call, session, bytes.length);
}

/** The platform may still be at the bytes of the cut connection when it is asked, and then takes the rest from elsewhere. */
const triesMax = 5;

/** Sends all that the platform has not yet, from where it says. @returns the last state, and the first offset */
export async function sendRest({
  way,
  call,
  session,
  sample,
}: BegunUpload): Promise<{ state: UploadState; from: number }> {
  const { bytes, contentType } = sample;
  const sizeBytes = bytes.length;
  let state = await way.ask(call, session, sizeBytes);
  const from = state.kind === 'open' ? state.nextOffset : sizeBytes;
  for (let tries = 0; state.kind === 'open' && tries < triesMax; tries += 1) {
    const { nextOffset: offset } = state;
    state = await way.send(call, session, { contentType, sizeBytes, offset, body: piecesOf(bytes, offset) });
  }
  return { state, from };
}
