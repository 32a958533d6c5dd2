import '@mantine/spotlight/styles.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { Building2, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { PostPicture } from '../../parts/picture/PostPicture';
import { StatusBadge } from '../../parts/StatusBadge';
import { titleOf } from '../../resources/assignments/titleOf';
import { texts as appTexts } from '../../texts/app';
import { texts } from '../../texts/palette';
import { changeOrganization } from '../../viewer/changeOrganization';
import { useViewer } from '../../viewer/viewer';
import { typeWords } from '../../words/states';
import { usePlaces } from '../Navigation';
import { useFound } from './useFound';

const [store, { open }] = createSpotlight();
const iconSize = 18;
const listId = 'palette-entries';

/** The way to every screen, organization and assignment, by the keyboard alone. @param timesAsked opens it whenever it grows */
export function Palette({ timesAsked }: { timesAsked: number }) {
  const [query, setQuery] = useState('');
  useEffect(open, [timesAsked]);
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      scrollable
      centered={false}
      query={query}
      onQueryChange={setQuery}
      attributes={{ content: { 'aria-label': appTexts.paletteName, p: 0 } }}
    >
      <Spotlight.Search
        aria-label={texts.placeholder}
        placeholder={texts.placeholder}
        leftSection={<Search aria-hidden size={iconSize} />}
      />
      <Spotlight.ActionsList id={listId}>
        <Entries query={query.trim()} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Selects the first entry if none is selected. The library selects no late entry, so Enter would do nothing. */
function selectFirst(): void {
  const isSelected = document.querySelector(`#${listId} [data-selected]`) !== null;
  const first = document.querySelector(`#${listId} [data-action]`);
  if (isSelected || !first) return;
  first.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

function Entries({ query }: { query: string }) {
  const navigate = useNavigate();
  const { organization, organizations } = useViewer();
  const isMeant = (words: string) => words.toLowerCase().includes(query.toLowerCase());
  const places = usePlaces().filter(({ label }) => isMeant(label));
  const others = organizations.filter(({ id, name }) => id !== organization.id && isMeant(name));
  const { rows, isSearching, isUnanswered } = useFound(query);
  useEffect(selectFirst);
  const toAssignment = (assignmentId: string) =>
    void navigate({ to: '/assignments/$assignmentId', params: { assignmentId } });
  return (
    <>
      {places.map(({ to, label, Icon }) => (
        <Spotlight.Action
          key={to}
          label={label}
          leftSection={<Icon aria-hidden size={iconSize} />}
          onClick={() => void navigate({ to })}
        />
      ))}
      {others.map(({ id, name }) => (
        <Spotlight.Action
          key={id}
          label={texts.switchTo(name)}
          leftSection={<Building2 aria-hidden size={iconSize} />}
          onClick={() => changeOrganization(id)}
        />
      ))}
      {rows.map((row) => (
        <Spotlight.Action
          key={row.id}
          label={titleOf(row)}
          description={typeWords[row.type]}
          leftSection={<PostPicture post={row} />}
          rightSection={<StatusBadge status={row.status} />}
          onClick={() => toAssignment(row.id)}
        />
      ))}
      <Remark
        text={
          isSearching
            ? texts.searching
            : isUnanswered
              ? texts.unanswered
              : places.length + others.length + rows.length === 0
                ? texts.empty
                : null
        }
      />
    </>
  );
}

function Remark({ text }: { text: string | null }) {
  return <div role="status">{text !== null && <Spotlight.Empty>{text}</Spotlight.Empty>}</div>;
}
