/** By the path of the picture, which has its version: the address under which the browser has it already. */
const kept = new Map<string, string>();
const keptMax = 2_000;
/** In milliseconds: an address that is over so soon is not begun with. */
const marginMs = 60_000;

/**
 * The address of a picture beside this page, whichever host the API names. Each answer of the API signs a new one. The first one stays
 * until shortly before it is over, so that the browser reads a picture once.
 * @param address as the API gives it, such as `https://content.example/api/v1/pictures/…?expires=1796119331&signature=…`
 */
export function pictureSource(address: string): string {
  const { pathname, search } = new URL(address, window.location.href);
  const known = kept.get(pathname);
  if (known !== undefined && expiryMs(known) - marginMs > Date.now()) return known;
  const source = pathname + search;
  if (kept.size >= keptMax) kept.clear();
  kept.set(pathname, source);
  return source;
}

function expiryMs(source: string): number {
  return 1_000 * Number(new URL(source, window.location.href).searchParams.get('expires') ?? 0);
}
