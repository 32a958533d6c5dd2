import { isAllowedRedirect } from '../../http/redirectUri';
import type { PlatformApp } from '../../platform';
import { isPermission, parseScope } from '../accounts/permissions';

/** The request of an app to a user (reference §4). */
export interface DialogRequest {
  readonly redirectUri: string;
  readonly permissions: readonly string[];
  readonly state: string | null;
  /** True: permissions that the user declined before are asked for again. */
  readonly asksAgain: boolean;
}

/** A request so wrong that its redirect URI is not trusted either: the user sees a page, and stays there. */
export class DialogRefused extends Error {
  override name = 'DialogRefused';
}

const authTypes = ['rerequest', 'reauthenticate', 'reauthorize'];

/** Reads the query of the dialog. Throws DialogRefused with the first thing that is wrong. */
export function readDialogRequest(app: PlatformApp, query: URLSearchParams): DialogRequest {
  const redirectUri = query.get('redirect_uri') ?? '';
  const permissions = parseScope(query.get('scope') ?? '');
  const authTypesAsked = (query.get('auth_type') ?? '').split(',').filter((one) => one !== '');
  const problem =
    findClientProblem(app, query.get('client_id')) ??
    findRedirectProblem(app, redirectUri) ??
    findValueProblem(permissions, query.get('response_type') ?? 'code', authTypesAsked);
  if (problem !== undefined) throw new DialogRefused(problem);
  return { redirectUri, permissions, state: query.get('state'), asksAgain: authTypesAsked.includes('rerequest') };
}

function findClientProblem({ clientId }: PlatformApp, asked: string | null): string | undefined {
  if (!asked) return 'The parameter app_id is required.';
  return asked === clientId ? undefined : 'Invalid App ID: The provided app ID does not look like a valid app ID.';
}

function findRedirectProblem({ redirectUris }: PlatformApp, uri: string): string | undefined {
  if (uri === '') return 'The parameter redirect_uri is required.';
  if (isAllowedRedirect(uri, redirectUris)) return undefined;
  return "URL blocked: This redirect failed because the redirect URI is not white-listed in the app's client OAuth settings.";
}

function findValueProblem(
  permissions: readonly string[],
  responseType: string,
  authTypesAsked: readonly string[],
): string | undefined {
  if (responseType !== 'code') return `Invalid response_type: ${responseType}.`;
  if (authTypesAsked.some((one) => !authTypes.includes(one))) return `Invalid auth_type: ${authTypesAsked.join(',')}.`;
  const invalid = permissions.filter((name) => !isPermission(name));
  return invalid.length > 0 ? `Invalid Scopes: ${invalid.join(', ')}.` : undefined;
}
