import { refuse } from '../errors';
import type { GraphCall } from './call';
import { nonexisting, present } from './fields';
import type { NodeType } from './fields';

/** A node as one call sees it. */
export interface Seen<T> {
  readonly call: GraphCall;
  readonly of: T;
}

/** A type of node with the calls that it takes: `POST` and `DELETE` on itself, `GET feed` and `POST feed` on its edges. */
export interface Resource<T> {
  readonly type: NodeType<Seen<T>>;
  readonly calls: Readonly<Record<string, (call: GraphCall, node: T) => object | Promise<object>>>;
}

/** Answers a call on a node, or on an edge of it. Throws code 100. */
export async function answerCall<T>(
  { type, calls }: Resource<T>,
  node: T,
  call: GraphCall,
  { method, edge }: { method: string; edge: string | undefined },
): Promise<object> {
  const name = edge === undefined ? method : `${method} ${edge}`;
  const handler = Object.hasOwn(calls, name) ? calls[name] : undefined;
  if (handler) return handler(call, node);
  if (name === 'GET') return present(type, { call, of: node }, call.fields);
  if (edge !== undefined) throw nonexisting(edge, type.name);
  throw unsupported(method, call.req.params['id']);
}

/** Code 100, subcode 33: there is no such object, or not for this caller, or not for this method. */
export function unsupported(method: string, id: unknown) {
  const message = `Unsupported ${method.toLowerCase()} request. Object with ID '${String(id)}' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api`;
  return refuse('missingObject', { message });
}
