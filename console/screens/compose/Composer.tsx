import './compose.css';
import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { localFile } from '../../media/keptUploads';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { InPieces } from '../../parts/Later';
import { lazyPart } from '../../parts/lazyPart';
import type { ConnectionRow } from '../../resources/connections/queries';
import { texts as payloadTexts } from '../../texts/payload';
import { texts } from '../../texts/screens/compose';
import { usePlatformName } from '../../viewer/viewer';
import { noteForm } from './changeDraft';
import { ComposeForm } from './form/ComposeForm';
import { chosenOf, newDraft, platformsOf, unsentOf } from './draft';
import type { Draft } from './draft';
import { Judgement } from './Judgement';
import { draftPlace, isDraftBegun, startingDraft, storeDraft } from './keptDraft';
import { PlatformNotice } from './PlatformNotice';
import { problemsOf } from './problems';
import { SendReport } from './SendReport';
import { useFolds } from './form/useFolds';
import { useOffers } from './useOffers';
import { useSending } from './useSending';
import { faultsByPlatform, isAccepted, useValidations } from './useValidations';

/** The previews are loaded by themselves: the form does not wait for them. */
const Previews = lazyPart(async () => (await import('./preview/Previews')).Previews);

const { labels } = payloadTexts;
const route = getRouteApi('/shell/compose');

/** The form, and beside it the previews and the API's judgement of the post. @param channels the active channels */
export function Composer({ channels }: { channels: readonly ConnectionRow[] }) {
  const { connectionId: named, at } = route.useSearch();
  const navigate = useNavigate();
  const platformName = usePlatformName();
  const [draft, setDraft] = useState<Draft>(() => {
    const begun = startingDraft(channels, named);
    // What somebody has begun to write keeps its own time.
    if (at === undefined || Number.isNaN(Date.parse(at)) || isDraftBegun()) return begun;
    return { ...begun, scheduledAt: new Date(at).toISOString() };
  });
  const chosen = chosenOf(draft, channels);
  const unsent = unsentOf(draft, chosen);
  const { offers, unread } = useOffers(platformsOf(chosen));
  const folds = useFolds();
  const [place] = useState(draftPlace);
  // Before the page is shown: a reload a moment later loses nothing.
  useLayoutEffect(() => storeDraft(place, draft), [draft, place]);
  useEffect(() => noteForm(place, setDraft), [place]);
  // The link has been followed: a reload does not choose its channel and its time once more.
  useLayoutEffect(() => {
    if (named !== undefined || at !== undefined) void navigate({ to: '/compose', search: {}, replace: true });
  }, [named, at, navigate]);
  const judged = useValidations(draft, unsent, offers);
  const { send, isSending, faults } = useSending({ draft, place, channels, offers });
  const publish = () =>
    send(unsent, {
      // The callback runs only if the user is still here.
      onSuccess: ({ sent: [only] }) => {
        if (chosen.length > 1 || !only || only.isOutdated) return;
        void navigate({ to: '/assignments/$assignmentId', params: { assignmentId: only.assignmentId } });
      },
    });
  const begin = () => setDraft(newDraft(channels.length === 1 ? channels.map(({ id }) => id) : []));
  const report = <SendReport channels={chosen} draft={draft} faults={faults} isSending={isSending} onBegin={begin} />;
  if (draft.isFinished) return report;
  const problems = problemsOf({ draft, chosen, offers, judged, platformName, labels });
  return (
    <div className="compose">
      <InPieces>
        {/* A change during the sending would be in no post. */}
        <fieldset className="fields" role="presentation" disabled={isSending}>
          <ComposeForm
            draft={draft}
            channels={channels}
            offers={offers}
            unread={unread}
            errors={faultsByPlatform(judged, chosen, faults)}
            folds={folds}
            onChange={setDraft}
          />
        </fieldset>
        <Stack gap="sm" className="compose-aside">
          {chosen.length > 0 && (
            <div className="compose-preview">
              <Suspense fallback={<Skeleton />}>
                <Previews draft={draft} channels={chosen} offers={offers} fileAt={localFile} />
              </Suspense>
            </div>
          )}
          <Judgement
            judged={judged}
            problems={unsent.length > 0 || chosen.length === 0 ? problems : []}
            onShow={folds.show}
          >
            <Group className="send-bar">
              <Button loading={isSending} disabled={unsent.length === 0 || !judged.every(isAccepted)} onClick={publish}>
                {sendWords(draft, chosen.length, unsent.length)}
              </Button>
              <ConfirmButton
                label={texts.startOver}
                disabled={isSending}
                warning={texts.startOverWarning}
                run={async () => begin()}
              />
            </Group>
            {platformsOf(unsent).map((platform) => (
              <PlatformNotice key={platform} platform={platform} />
            ))}
          </Judgement>
          {report}
        </Stack>
      </InPieces>
    </div>
  );
}

/** "Publish", "Schedule for 3 channels", "Publish to 1 remaining channel". */
function sendWords({ scheduledAt }: Draft, chosen: number, unsent: number): string {
  const isNow = scheduledAt === null;
  if (chosen < 2 || unsent === 0) return isNow ? texts.publish : texts.schedule;
  const isRest = unsent < chosen;
  return isNow ? texts.publishTo(unsent, isRest) : texts.scheduleFor(unsent, isRest);
}
