import { useQuery } from '@tanstack/react-query';
import { withCurrent } from '../../parts/form/choices';
import type { Choice } from '../../parts/form/choices';
import { texts } from '../../texts/channelChoices';
import { connectionsQuery } from './queries';

/**
 * The choices of a filter by channel. A channel that was removed stays one as long as it is chosen.
 * @param all the name of no filter
 */
export function useChannelChoices(all: string, chosen = ''): Choice[] {
  const { data } = useQuery(connectionsQuery);
  const channels = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const name = data ? texts.removed : texts.unknown;
  return withCurrent([{ value: '', label: all }, ...channels], chosen, name);
}
