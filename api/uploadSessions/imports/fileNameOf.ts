const lengthMax = 255;

/** A name for people: the last part of the path, or the host. */
export function fileNameOf({ pathname, hostname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? '';
  const name = decoded(last)
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
  return Array.from(name === '' ? hostname : name)
    .slice(0, lengthMax)
    .join('');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
