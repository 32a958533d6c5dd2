import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { RelativeTime } from '../../parts/RelativeTime';
import { Section } from '../../parts/Section';
import { useFieldLabel } from '../../payload/labels';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/assignment';
import { isStopped } from '../../words/states';
import { FactList, FactRow } from './FactRow';

const { details } = texts;

/** The content of a post, who asked for it, and its cost. */
export function Details({ assignment }: { assignment: InspectedAssignment }) {
  const { status, payload, scheduledAt, createdAt, createdBy, extras } = assignment;
  const { held, charged } = assignment.credits;
  const labelOf = useFieldLabel(assignment.platform);
  return (
    <Section id="details" title={details.title}>
      <FactList>
        <FactRow name={isStopped(status) && scheduledAt ? details.wasScheduledFor : details.scheduledFor}>
          {scheduledAt ? <RelativeTime at={scheduledAt} /> : details.now}
        </FactRow>
        <FactRow name={details.created}>
          <RelativeTime at={createdAt} /> {createdBy ? details.createdBy(createdBy.name) : details.createdByProgram}
        </FactRow>
        <FactRow name={labels.credits}>
          {charged > 0 ? details.charged(charged) : held > 0 ? details.held(held) : labels.none}
        </FactRow>
        {Object.entries(payload).map(([name, value]) => (
          <FactRow key={name} name={labelOf(name)}>
            {textOf(value)}
          </FactRow>
        ))}
        {extras.map(({ field, item, status: state, at }) => (
          <FactRow key={`${field} ${item}`} name={item === null ? details.extra : details.extraOf(item)}>
            {labelOf(field)}: {details.extraStates[state]} {at !== null && <RelativeTime at={at} />}
          </FactRow>
        ))}
      </FactList>
    </Section>
  );
}

function itemText(item: unknown): string {
  return typeof item === 'object' && item !== null ? Object.values(item).map(textOf).join(' ') : String(item);
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? labels.none : value.map(itemText).join(', ');
  if (typeof value === 'boolean') return value ? details.yes : details.no;
  return value === '' ? details.empty : String(value);
}
