import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { Express, NextFunction, Request, Response } from 'express';
import { html } from '../http/html';
import { refuseMethods } from '../http/methods';
import { otherVersion } from '../http/refusals';
import { baseUrlPlaceholder, noncePlaceholder } from './consoleFiles';
import type { ConsoleFiles } from './consoleFiles';

const methods = ['GET', 'HEAD'];
const refuseOthers = refuseMethods(methods);

/** The encodings that the build has made of each text, the smallest first, each with the end of its file's name. */
const encodings = { br: '.br', gzip: '.gz' } as const;

/** Paths for programs. An unknown path there is a 404 in JSON, also for a browser. */
const forPrograms = /^\/(?:api|oauth|_mcp|\.well-known|docs|openapi\.json|llms\.txt|assets)(?:\/|$)/;

/**
 * Serves the console: its files, and its page at `/` and at every other path that a browser navigates to, since the
 * page itself chooses the screen of a path. A client that does not ask for HTML gets the 404 of the API.
 */
export function serveConsole(app: Express, files: ConsoleFiles, { baseUrl }: { readonly baseUrl: string }): void {
  const page = files.page.replaceAll(baseUrlPlaceholder, () => html`${baseUrl}`.text);
  app.use((request, response, next) => {
    const name = request.path.slice(1);
    if (request.path === '/' || isAsked(files, name)) {
      if (!methods.includes(request.method)) refuseOthers(request, response, next);
      else if (name === '') sendPage(response, page);
      else sendFile(request, response, next, { files, name });
    } else if (isNavigation(request)) sendPage(response, page);
    else next();
  });
}

/** Tells whether a request names a file of the console. A compressed file has no address of its own. */
function isAsked({ names }: ConsoleFiles, name: string): boolean {
  return names.has(name) && !Object.values(encodings).some((suffix) => name.endsWith(suffix));
}

/** Tells whether a user has followed a link or typed an address: only then HTML is preferred to all other types. */
function isNavigation(request: Request): boolean {
  return (
    methods.includes(request.method) && !forPrograms.test(request.path) && request.accepts(['json', 'html']) === 'html'
  );
}

function sendPage(response: Response, page: string): void {
  const nonce = randomBytes(16).toString('base64');
  response
    .set({ 'Content-Security-Policy': policy(nonce), 'Cache-Control': 'no-cache', Vary: 'Accept' })
    .type('html')
    .send(page.replaceAll(noncePlaceholder, nonce));
}

/** Express's error for a file that it could not send. */
interface SendError extends Error {
  status?: number;
  code?: string;
}

/**
 * The names of assets contain a hash of their content, so they never change (RFC 8246). A part of a file is never sent: the
 * whole is an answer to a request for a part (RFC 9110, 14.2).
 */
function sendFile(
  request: Request,
  response: Response,
  next: NextFunction,
  { files: { folder, names }, name }: { files: ConsoleFiles; name: string },
): void {
  const cacheControl = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
  response.set({ 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' }).type(extname(name));
  // Express gives no charset to XML.
  if (name.endsWith('.svg')) response.type(`${response.get('Content-Type')}; charset=utf-8`);
  const accepted = request.acceptsEncodings(Object.keys(encodings));
  const encoding = accepted === 'br' || accepted === 'gzip' ? accepted : undefined;
  const suffix = encoding === undefined ? '' : encodings[encoding];
  const isCompressed = encoding !== undefined && names.has(name + suffix);
  if (isCompressed) response.set('Content-Encoding', encoding);
  const options = { root: folder, cacheControl: false, acceptRanges: false };
  response.sendFile(isCompressed ? name + suffix : name, options, (error?: SendError) => {
    if (!error || response.headersSent || error.code === 'ECONNABORTED') return;
    // A refusal is neither compressed nor kept.
    for (const header of ['Cache-Control', 'Content-Encoding', 'Content-Type']) response.removeHeader(header);
    // A file that a build has taken away meanwhile is an unknown path.
    if (error.status === 404) next();
    else next(error.status === 412 ? otherVersion.error() : error);
  });
}

/**
 * Scripts come from here alone. Styles may also stand in elements with the nonce of this answer, as Mantine writes
 * them. `blob:` is for previews of files before their upload.
 */
function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    'media-src blob:',
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
