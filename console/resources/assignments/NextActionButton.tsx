import { Button } from '@mantine/core';
import type { ButtonProps } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { Suspense, useState } from 'react';
import { api } from '../../http/client';
import { announce, announceFault } from '../../parts/announce';
import { ConfirmButton } from '../../parts/ConfirmButton';
import { lazyPart } from '../../parts/lazyPart';
import { ButtonLink } from '../../parts/links';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/nextActions';
import { usePlatformName } from '../../viewer/viewer';
import { isBroken } from '../connections/attention';
import { MendChannel } from '../connections/MendChannel';
import { connectionsQuery } from '../connections/queries';
import { refreshAssignments } from './changes';
import type { AssignmentRow } from './list';
import { cancelLock } from './lock';
import { nextActionOf } from './nextAction';
import { titleOf } from './titleOf';

const RescheduleDialog = lazyPart(async () => (await import('./RescheduleDialog')).RescheduleDialog);

interface Props extends ButtonProps {
  post: AssignmentRow;
}

/** The action that a post asks for next. A button of another action is another button: the focus does not stay on it. */
export function NextActionButton({ post, ...look }: Props) {
  const title = titleOf(post);
  const [isRescheduling, setRescheduling] = useState(false);
  // An open dialog stays, and says why the time can no longer be changed.
  switch (isRescheduling ? 'reschedule' : nextActionOf(post)) {
    case 'retry':
      return <Retry key="retry" post={post} {...look} />;
    case 'mend':
      return <Mend key="mend" post={post} {...look} />;
    case 'reschedule':
      return <Reschedule key="reschedule" post={post} isOpen={isRescheduling} onOpen={setRescheduling} {...look} />;
    case 'cancel':
      return <Cancel key="cancel" post={post} {...look} />;
    case 'view':
      return <View key="view" post={post} {...look} />;
    case 'duplicate':
      return (
        <ButtonLink
          key="duplicate"
          to="/compose"
          search={{ from: post.id }}
          aria-label={texts.duplicateName(title)}
          {...look}
        >
          {texts.duplicate}
        </ButtonLink>
      );
    case 'resolve':
      return <ToPage key="resolve" post={post} label={texts.resolve} name={texts.resolveName(title)} {...look} />;
    case 'follow':
      return <ToPage key="follow" post={post} label={texts.follow} name={texts.followName(title)} {...look} />;
  }
}

function Retry({ post, ...look }: Props) {
  const queries = useQueryClient();
  const title = titleOf(post);
  const retry = useMutation({
    mutationFn: async () => api.retryAssignment({ assignmentId: post.id }),
    onSuccess: async () => {
      announce(texts.retried(title));
      await refreshAssignments(queries);
    },
    onError: announceFault,
  });
  return (
    <Button aria-label={texts.retryName(title)} loading={retry.isPending} onClick={() => retry.mutate()} {...look}>
      {labels.retry}
    </Button>
  );
}

/** The channel of the post comes first. Once it works again, the post is retried. */
function Mend({ post, ...look }: Props) {
  const { data } = useQuery(connectionsQuery);
  const channel = data?.items.find(({ id }) => id === post.connection.id);
  return channel && isBroken(channel) ? (
    <MendChannel connection={channel} {...look} />
  ) : (
    <Retry post={post} {...look} />
  );
}

interface Rescheduled extends Props {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

function Reschedule({ post, isOpen, onOpen, ...look }: Rescheduled) {
  return (
    <>
      <Button aria-label={texts.rescheduleName(titleOf(post))} onClick={() => onOpen(true)} {...look}>
        {labels.reschedule}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <RescheduleDialog post={post} onClosed={() => onOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function Cancel({ post, ...look }: Props) {
  const queries = useQueryClient();
  const title = titleOf(post);
  return (
    <ConfirmButton
      {...look}
      label={texts.cancel}
      name={texts.cancelName(title)}
      warning={texts.cancelWarning(title)}
      lock={cancelLock(post.status)}
      run={async () => api.cancelAssignment({ assignmentId: post.id })}
      onDone={() => void refreshAssignments(queries)}
    />
  );
}

function View({ post, ...look }: Props) {
  const platform = usePlatformName()(post.platform);
  return (
    <Button
      component="a"
      href={post.platformUrl ?? undefined}
      target="_blank"
      rel="noreferrer"
      aria-label={texts.viewName(platform, titleOf(post))}
      rightSection={<ExternalLink aria-hidden size={14} />}
      {...look}
    >
      {texts.view(platform)}
    </Button>
  );
}

function ToPage({ post, label, name, ...look }: Props & { label: string; name: string }) {
  return (
    <ButtonLink to="/assignments/$assignmentId" params={{ assignmentId: post.id }} aria-label={name} {...look}>
      {label}
    </ButtonLink>
  );
}
