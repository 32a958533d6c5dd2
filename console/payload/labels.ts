import { useQuery } from '@tanstack/react-query';
import { capabilitiesQuery } from './fields';

/** Labels of the fields that posts of every kind have. */
const common: Readonly<Record<string, string>> = {
  connectionId: 'Channel',
  type: 'Type',
  mediaUrl: 'Media',
  scheduledAt: 'Time',
  callbackUrl: 'Address for webhooks',
  externalId: 'External id',
};

/** The label of a post's field in forms, by its name in the API; `payload.` before the name makes no difference. */
export function useFieldLabel(platform: string): (name: string) => string {
  const { data } = useQuery(capabilitiesQuery(platform));
  const fields = data?.contentTypes.flatMap(({ payloadFields }) => payloadFields) ?? [];
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  return (given) => {
    const name = given.replace(/^payload\./, '');
    return common[name] ?? labels.get(name) ?? name;
  };
}
