import type { Request, Response } from 'express';
import { z } from 'zod';
import { readFields, selectFields } from './fields';
import type { PageInfo } from './page';
import { withEtag } from './present';
import type { Viewer } from './present';

const Tagged = z.object({ etag: z.string() });

/** The viewer for whom a resource is presented. */
export function viewerOf(req: Request, call: Viewer['call']): Viewer {
  return { call, origin: `${req.protocol}://${req.get('host')}` };
}

/** Answers with a resource, or the parts that `fields` chooses; its etag goes into the header in any case. */
export function sendResource(req: Request, res: Response, resource: object): void {
  const { etag } = Tagged.parse(resource);
  const fields = readFields(req);
  res.set({ 'Content-Type': 'application/json; charset=UTF-8', ETag: etag, Vary: 'Origin, X-Origin, Referer' });
  res.send(JSON.stringify(fields ? selectFields(resource, fields) : resource, null, 2));
}

/** Answers a list call. */
export function sendList(req: Request, res: Response, kind: string, items: readonly object[], info: PageInfo): void {
  const { totalResults, resultsPerPage, ...tokens } = info;
  sendResource(req, res, withEtag({ kind, ...tokens, pageInfo: { totalResults, resultsPerPage }, items }));
}
