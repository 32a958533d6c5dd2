import { readMediaType } from '../../domain/mediaType';
import { loadPart } from '../parts/loadPart';

/**
 * The media type of a file by its first bytes, as the API judges it: a browser has none for many names of files. Where the
 * bytes do not tell it, the browser does; '' is of no known type.
 */
export async function formatIn(file: Blob): Promise<string> {
  const { formatOf, signatureBytes } = await loadPart(async () => import('../../domain/mediaFormat'));
  const firstBytes = new Uint8Array(await file.slice(0, signatureBytes).arrayBuffer());
  return (await formatOf(firstBytes)) ?? readMediaType(file.type) ?? '';
}
