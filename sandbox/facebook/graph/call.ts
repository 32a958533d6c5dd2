import type { Request } from 'express';
import type { FacebookContext } from '../context';
import { refuse } from '../errors';
import type { Consent, Page, Token } from '../records';
import { accessOf, isProofOf, wordsFor } from '../accounts/tokens';
import { openPage } from '../accounts/users';
import { assertUsage } from '../usage';
import { readFields } from './fields';
import type { Field } from './fields';
import { readParams } from './params';
import type { Params } from './params';

/** The caller: a user, or a page by the hand of a user. */
export interface Viewer {
  readonly token: Token;
  readonly consent: Consent;
  /** Null: the caller is a user. */
  readonly page: Page | null;
}

/** One call of the Graph host, its caller known. */
export interface GraphCall {
  readonly context: FacebookContext;
  readonly req: Request;
  readonly params: Params;
  readonly viewer: Viewer;
  readonly fields: readonly Field[];
}

/** Answers a call with a JSON body. Throws Refused. */
export type Handler = (call: GraphCall) => object | Promise<object>;

/** Reads a call and its caller. Throws codes 104, 190, 2500 for the token, 100 for the proof, and codes of limits. */
export async function readCall(context: FacebookContext, req: Request): Promise<GraphCall> {
  const params = await readParams(req);
  const text = tokenOf(req, params);
  if (text === undefined) throw refuse(req.params['id'] === 'me' ? 'noTokenForMe' : 'noToken');
  const viewer = viewerOf(context, text);
  assertProof(context, params, text);
  assertUsage(context, viewer.page?.id);
  return { context, req, params, viewer, fields: readFieldsOf(params) };
}

function readFieldsOf(params: Params): Field[] {
  const text = params.get('fields') ?? '';
  return text === '' ? [] : readFields(text);
}

/** The access token of a request, as a parameter or in its header. */
export function tokenOf(req: Request, params: Pick<Params, 'get'>): string | undefined {
  const [, fromHeader] = /^(?:OAuth|Bearer)\s+(\S+)$/i.exec(req.get('authorization') ?? '') ?? [];
  return params.get('access_token') || fromHeader;
}

/** The user or page that a token stands for. Throws code 190. */
export function viewerOf(context: FacebookContext, text: string): Viewer {
  const access = accessOf(context, text);
  if (typeof access === 'string') throw refuse(access, { message: wordsFor(context, text, access) });
  const { token, consent } = access;
  const page = token.pageId === null ? null : openPage(context, token.pageId);
  if (page === undefined) throw refuse('roleLost');
  return { token, consent, page };
}

function assertProof(context: FacebookContext, params: Params, token: string): void {
  const proof = params.get('appsecret_proof');
  if (proof !== null && !isProofOf(context, token, proof)) throw refuse('proofWrong');
  if (proof === null && context.settings.read().facebook.requiresProof) throw refuse('proofMissing');
}

/** Tells whether the user behind a call has let the app do this. */
export function isGranted({ consent }: Viewer, permission: string): boolean {
  return consent.granted.includes(permission);
}

/** Requires the rights to write on a page: its token, two permissions, a task. Throws 210, or 200 with HTTP 403. */
export function assertMayPublish({ viewer }: GraphCall): void {
  if (!viewer.page) throw refuse('pageTokenMissing');
  const isPermitted = isGranted(viewer, 'pages_manage_posts') && isGranted(viewer, 'pages_read_engagement');
  if (!isPermitted || !viewer.page.tasks.includes('CREATE_CONTENT')) throw refuse('permissionsMissing');
}

/** Requires the permission to read a page's content. Throws code 10. */
export function assertMayRead({ viewer }: GraphCall): void {
  if (!isGranted(viewer, 'pages_read_engagement')) throw refuse('readingForbidden');
}
