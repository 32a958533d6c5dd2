import type { RequestForm } from './Api';

/** Puts each field of an input into its place: the path, a header, the query or the body. A field without a value is left out. */
export function requestOf(form: RequestForm, input: object) {
  const { method, headers = {}, query = [], body } = form;
  const given = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const pick = (fields: readonly string[]) =>
    Object.fromEntries(fields.filter((field) => given.has(field)).map((field) => [field, given.get(field)]));
  const named = Object.entries(headers).filter(([field]) => given.has(field));
  return {
    method,
    path: form.path.replaceAll(/\{(\w+)\}/g, (_braces, field) => encodeURIComponent(given.get(field))),
    headers: Object.fromEntries(named.map(([field, name]) => [name, given.get(field)])),
    query: pick(query),
    ...(body && { body: pick(body) }),
  };
}
