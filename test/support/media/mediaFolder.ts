import { createFileStore } from '../../../lib/mediaStore/fileStore';
import type { MediaStore } from '../../../lib/mediaStore/MediaStore';
import { openTempDir } from '../tempDir';

/** The files of upload sessions, in a folder that ends with the test's world. */
export interface MediaFolder extends MediaStore {
  path: string;
  stop: () => void;
}

export function openMediaFolder(): MediaFolder {
  const { path, stop } = openTempDir();
  return { ...createFileStore(path), path, stop };
}
