const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Tells whether a text is written as the service writes its ids. */
export function isId(text: string): boolean {
  return id.test(text);
}
