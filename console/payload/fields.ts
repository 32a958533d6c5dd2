import { queryOptions } from '@tanstack/react-query';
import type { Capabilities } from '../../api/platforms/schema';
import { query } from '../http/client';

export type TypeOffered = Capabilities['contentTypes'][number];
export type FieldOffered = TypeOffered['payloadFields'][number];
export type ItemOffered = NonNullable<FieldOffered['items']>;
export type PartOffered = NonNullable<ItemOffered['fields']>[number];
/** The typed values, by the names of their fields. A field that the user has not touched is not there. */
export type Values = Readonly<Record<string, unknown>>;

const slowMs = 5 * 60_000;

export const capabilitiesQuery = (platform: string) =>
  queryOptions({
    ...query('getPlatformCapabilities', { platform }),
    staleTime: slowMs,
  });

/** A field with its value changed; an empty text is left out, unless it replaces another text. */
export function withValue(values: Values, name: string, value: unknown, keepsEmpty: boolean): Values {
  const { [name]: _replaced, ...others } = values;
  if (value === undefined) return others;
  const isEmpty = value === '' || value === null || (Array.isArray(value) && value.length === 0);
  return isEmpty && !keepsEmpty ? others : { ...others, [name]: value };
}
