/** A caller by API key: the workspace itself (contract.md §1). */
export interface WorkspaceClient {
  readonly kind: 'workspaceClient';
  readonly workspaceId: string;
}

/** Who makes a request. Each kind of credential opens only its own routes. */
export type Actor = WorkspaceClient;

/** The credential that a route names in `auth`, and who the caller then is. */
export interface ActorOf {
  none: null;
  apiKey: WorkspaceClient;
}
export type AuthKind = keyof ActorOf;
