import { isTakenDown } from './snapshot';
import type { AssignmentSnapshot } from './snapshot';
import type { FeatureName } from '../consent/feature';
import type { FieldErrors, Payload } from '../payload/payload';
import type { PayloadObject } from '../payload/payloadField';
import type { ExtraField } from '../platform';

/** Extras: additions to a post that are no condition of it (contract.md §2). */

/** Every field of a payload that asks for an extra, or for a list of them. */
export const extraFields: readonly Pick<ExtraField, 'field'>[] = [
  { field: 'thumbnailUrl' },
  { field: 'playlistId' },
  { field: 'playlists' },
  { field: 'firstComment' },
  { field: 'captions' },
];

/** One extra that a payload asks for. */
export interface AskedItem {
  readonly field: string;
  /** Tells the items of a list apart; empty for a field that is no list. */
  readonly item: string;
  /** The wish as text: equal texts are equal wishes. */
  readonly value: string;
}

export const extraStatuses = ['pending', 'done', 'failed', 'dropped'] as const;
export type ExtraStatus = (typeof extraStatuses)[number];

/** An extra as callers see it. */
export interface ExtraState {
  readonly field: string;
  readonly item: string | null;
  /** `dropped`: nobody makes it any more. */
  readonly status: ExtraStatus;
  /** The id that the platform has given it. */
  readonly id: string | null;
  /** When it was made or given up. */
  readonly at: Date | null;
}

/** An extra as callers see it, in answers and in webhooks. */
export function shownExtra({ at, ...extra }: ExtraState) {
  return { ...extra, at: at === null ? null : at.toISOString() };
}

/** The notes of the last try for an extra. */
export interface NotedExtra extends AskedItem {
  readonly externalId: string | null;
  readonly endedAt: Date | null;
  /** Why it was given up. */
  readonly warning: string | null;
}

/** The warning of an extra whose last try has no known end, or was made for another value. */
export const maybeOnItsWay = 'an earlier change of it may still be on its way; change it again in a moment';

/** A post with its extras, as the row has them. */
export interface PostWithExtras extends Pick<AssignmentSnapshot, 'status' | 'removal' | 'lacksExtras'> {
  readonly payload: Payload;
  readonly noted: readonly NotedExtra[];
}

/** The extras that a payload asks for, in the order of the fields. Pure. */
export function askedItems(fields: readonly Pick<ExtraField, 'field'>[], payload: Payload): AskedItem[] {
  return fields.flatMap(({ field }) => {
    const value = payload[field];
    if (typeof value === 'string') return [{ field, item: '', value }];
    return Array.isArray(value) ? value.map((one) => itemOf(field, one)) : [];
  });
}

/** An item of a list, by the first of its names. Objects are written with their keys in order: PostgreSQL keeps none. */
function itemOf(field: string, one: string | PayloadObject): AskedItem {
  if (typeof one === 'string') return { field, item: one, value: one };
  const { language, id, name } = one;
  const value = JSON.stringify(Object.fromEntries(Object.entries(one).toSorted(byKey)));
  return { field, item: String(language ?? id ?? name), value };
}

const byKey = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1);

/** The state of each extra that the payload asks for, and the reasons why the post lacks some of them. Pure. */
export function extrasOf(post: PostWithExtras): { extras: ExtraState[]; warnings: FieldErrors } {
  const found = askedItems(extraFields, post.payload).map((asked) => {
    const noted = post.noted.find((one) => isOf(one, asked));
    return { asked, noted, status: statusOf(post, noted) };
  });
  const warnings: Record<string, string[]> = {};
  for (const { asked, noted, status } of found) {
    const warning = noted?.warning ?? (status === 'failed' ? maybeOnItsWay : null);
    if (warning === null) continue;
    (warnings[`payload.${asked.field}`] ??= []).push(asked.item === '' ? warning : `${asked.item}: ${warning}`);
  }
  return { extras: found.map(({ asked, noted, status }) => stateOf(asked, noted, status)), warnings };
}

function isOf(noted: NotedExtra, { field, item, value }: AskedItem): boolean {
  return noted.field === field && noted.item === item && noted.value === value;
}

function stateOf({ field, item }: AskedItem, noted: NotedExtra | undefined, status: ExtraStatus): ExtraState {
  const known = { field, item: item || null, status };
  if (!noted || status === 'pending' || status === 'dropped') return { ...known, id: null, at: null };
  return { ...known, id: status === 'done' ? noted.externalId : null, at: noted.endedAt };
}

/** A published post lacks each extra that it is not known to have, whatever the last try was for. */
function statusOf(post: PostWithExtras, noted: NotedExtra | undefined): ExtraStatus {
  const { status, removal, lacksExtras } = post;
  if (noted?.endedAt && noted.warning === null) return 'done';
  if (isTakenDown({ removal }) || status === 'failed' || status === 'cancelled') return 'dropped';
  return status !== 'published' || lacksExtras ? 'pending' : 'failed';
}

/** The reasons why the channel gives a post no extras of these fields: its owner has not allowed a feature. Pure. */
export function lackingFeatures(
  fields: readonly ExtraField[],
  payload: Payload,
  granted: (feature: FeatureName) => boolean,
): FieldErrors {
  const lacking = fields.filter(
    ({ field, feature }) => feature !== undefined && payload[field] !== undefined && !granted(feature),
  );
  return Object.fromEntries(
    lacking.map(({ field, feature }) => [
      `payload.${field}`,
      [`the owner of the channel has not allowed "${feature}"; connect the channel again with this feature`],
    ]),
  );
}
