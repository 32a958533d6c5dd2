import type { Chip } from '../../parts/list/FilterChips';
import type { AssignmentSearch } from '../../resources/assignments/list';
import { useChannelChoices } from '../../resources/connections/useChannelChoices';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/assignments';
import { usePlatformName, useViewer } from '../../viewer/viewer';
import { dateFormat } from '../../words/formats';
import { statusWords, typeWords } from '../../words/states';

export type Filters = Omit<AssignmentSearch, 'page'>;

/** @param value empty: no filter. @param replace true: it is no step of the browser's history */
export type SetFilter = (name: keyof Filters, value: string, replace?: boolean) => void;

/** The filters that are set beside the words that are searched for, each in words. */
export function useChips(filters: Filters): Chip<keyof Filters>[] {
  const platformName = usePlatformName();
  const { locale } = useViewer().profile;
  const channels = useChannelChoices(texts.any, filters.connectionId);
  const { status, connectionId, type, platform, dateFrom, dateTo } = filters;
  const chip = (filter: keyof Filters, name: string, value: string | undefined) =>
    value === undefined ? [] : [{ filter, label: texts.filter(name, value) }];
  return [
    ...chip('status', labels.status, status && statusWords[status].label),
    ...chip(
      'connectionId',
      labels.channel,
      channels.find(({ value }) => value === connectionId && value !== '')?.label,
    ),
    ...chip('type', labels.type, type && typeWords[type]),
    ...chip('platform', labels.platform, platform && platformName(platform)),
    ...chip('dateFrom', texts.createdFrom, dateFrom && dayWords(dateFrom, locale)),
    ...chip('dateTo', texts.createdBefore, dateTo && dayWords(dateTo, locale)),
  ];
}

/** "1 Dec 2026". @param day `2026-12-01` */
function dayWords(day: string, locale: string): string {
  return dateFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}
