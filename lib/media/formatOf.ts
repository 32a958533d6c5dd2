import { fileTypeFromBuffer } from 'file-type';

/** Enough for every signature that `file-type` knows. */
export const signatureBytes = 4100;

/** The MIME type that the first bytes of a medium say; null for those of no known format. */
export async function formatOf(firstBytes: Uint8Array): Promise<string | null> {
  const found = await fileTypeFromBuffer(firstBytes);
  return found ? (containers[found.mime] ?? found.mime) : null;
}

/** Video containers that are registered under another name. */
const containers: Record<string, string> = {
  'application/mxf': 'video/mxf',
  'application/vnd.ms-asf': 'video/x-ms-asf',
  'application/ogg': 'video/ogg',
  'application/vnd.rn-realmedia': 'video/vnd.rn-realmedia',
};
