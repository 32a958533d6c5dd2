import { download } from '../http/request';

/** Saves an answer of the API as a file of this name. A link could not say who asks. */
export async function saveDownload(path: string, query: Parameters<typeof download>[1], name: string): Promise<void> {
  const url = URL.createObjectURL(await download(path, query));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
