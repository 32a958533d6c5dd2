import type { Video } from '../../service/startSandbox';

/**
 * Shows that the platform has each of these publications once, and in public.
 * @param name with which their titles begin, before their number
 * @throws Error with the numbers where they do not come out
 */
export function checkOnce(videos: readonly Video[], name: string, count: number): void {
  const found = videos.filter(({ snippet }) => snippet.title.startsWith(`${name} `));
  const titles = new Set(found.map(({ snippet }) => snippet.title));
  const missing = Array.from({ length: count }, (_, index) => `${name} ${index}`).filter((title) => !titles.has(title));
  const hidden = found.filter(({ status }) => status.privacyStatus !== 'public');
  if (missing.length === 0 && found.length === count && hidden.length === 0) return;
  throw new Error(
    `of ${count} publications ${missing.length} are missing on the platform; it has ${found.length} videos of them, ` +
      `${hidden.length} not public`,
  );
}
