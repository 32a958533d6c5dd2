import { useQuery } from '@tanstack/react-query';
import { texts } from '../texts/payload';
import { capabilitiesQuery } from './fields';

const own: Readonly<Record<string, string>> = texts.labels;

/** The label of a post's field in forms, by its name in the API; `payload.` before the name makes no difference. */
export function useFieldLabel(platform: string): (name: string) => string {
  const { data } = useQuery(capabilitiesQuery(platform));
  const fields = data?.contentTypes.flatMap(({ payloadFields }) => payloadFields) ?? [];
  const labels = new Map(fields.map(({ name, label }) => [name, label]));
  return (given) => {
    const name = given.replace(/^payload\./, '');
    return own[name] ?? labels.get(name) ?? name;
  };
}
