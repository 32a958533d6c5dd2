import { stranger } from '../actors';
import type { Address, Answer } from '../actors';
import { partHeaders } from './uploads';

/** A sender who has the address of an upload and nothing else. */
export function senderTo(api: Address, uploadUrl: string) {
  const path = new URL(uploadUrl).pathname;
  const call = stranger(api);
  return {
    put: async (bytes: Buffer, headers: Record<string, string> = {}): Promise<Answer> =>
      call('PUT', path, { headers: { 'content-type': 'video/mp4', ...headers }, body: bytes }),
    part: async (bytes: Buffer, offset = 0, headers: Record<string, string> = {}): Promise<Answer> =>
      call('PATCH', path, { headers: { ...partHeaders(offset), ...headers }, body: bytes }),
    look: async (): Promise<Answer> => call('HEAD', path, { headers: { 'tus-resumable': '1.0.0' } }),
    page: async (): Promise<Answer> => call('GET', `${path}/page`),
  };
}
