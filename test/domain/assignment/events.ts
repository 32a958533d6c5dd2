import type { Event } from '../../../domain/assignment/events';
import { plainFailure } from '../../../domain/failures/failures';
import { allows } from '../../../domain/assignment/allows';
import { eventOf, interventions } from '../../../domain/assignment/interventions';
import { nextStep } from '../../../domain/assignment/nextStep';
import { removalModes } from '../../../domain/platform';
import type { AssignmentSnapshot, Failure, Work } from '../../../domain/assignment/snapshot';
import { due } from './abstract';
import type { Happening, World } from './abstract';
import { timePassing } from './timePassing';

const generation = 1;
const of = (event: object): Event => ({ generation, ...event }) as Event;

const failures: readonly [string, Failure][] = [
  ['passing', { ...plainFailure('PLATFORM_UNAVAILABLE'), transient: true }],
  ['final', { ...plainFailure('UPLOAD_FAILED'), transient: false }],
  ['no access', { ...plainFailure('TOKEN_EXPIRED'), transient: false }],
  ['limit', { ...plainFailure('QUOTA_EXCEEDED'), transient: true, retryAfterMs: 3_600_000 }],
];
const unfamiliar: [string, Failure] = [
  'unknown words',
  { ...plainFailure('PLATFORM_REJECTED'), transient: true, isUnfamiliar: true },
];
const absent: readonly [string, Failure][] = [
  ['absent', { ...plainFailure('PROCESSING_FAILED'), transient: false, isAbsent: true }],
];
const lost: readonly [string, Failure][] = [
  ...absent,
  ['lost', { ...plainFailure('PROCESSING_FAILED'), transient: false, isLost: true }],
];
const useless: readonly [string, Failure][] = [
  ['useless', { ...plainFailure('MEDIA_INVALID'), transient: false, isUseless: true }],
  ['short-lived', { ...plainFailure('UPLOAD_FAILED'), transient: false, isShortLived: true }],
];

const worker = (name: string, event: Event, more: Partial<Happening> = {}): Happening => ({
  name,
  isOfWorker: true,
  event,
  ...more,
});
const failing = (work: Work, kinds: readonly (readonly [string, Failure])[]): Happening[] =>
  kinds.map(([name, failure]) => worker(`${work} fails: ${name}`, of({ is: 'failed', of: work, failure })));

/** All that can happen next. */
export function happenings(world: World): Happening[] {
  return [
    ...timePassing(world.snapshot, world.post),
    ...ofPlatform(world),
    ...ofRun(world),
    ...ofCallers(world.snapshot),
  ];
}

function ofRun(world: World): Happening[] {
  const { snapshot, hasRun } = world;
  const step = nextStep(snapshot, 0);
  if (!hasRun) return step.do === 'end' ? [] : [worker('repair', of({ is: 'orphaned' }))];
  const loss: Happening = { name: 'the run is lost', isOfWorker: false, sets: { hasRun: false } };
  if (step.do === 'end') return [{ name: 'the run ends', isOfWorker: true, sets: { hasRun: false } }];
  if (step.do === 'wait') return [loss];
  const begins = [
    worker('begin', of({ is: 'began' })),
    worker('begin, the channel is inactive', of({ is: 'began' }), { before: withChannel(false, 'valid') }),
  ];
  return [loss, ...begins, ...worksOf(world, step.do)];
}

function worksOf(world: World, work: Work): Happening[] {
  switch (work) {
    case 'settle':
      return [...settling(world), ...failing('settle', failures)];
    case 'upload':
      return world.snapshot.status === 'pending' ? [] : uploading(world.snapshot);
    case 'prepare':
      return preparing(world.snapshot);
    case 'renew':
      return [
        worker('the newer version is taken', of({ is: 'renewed', isTaken: true })),
        worker('the newer version is left', of({ is: 'renewed', isTaken: false })),
        ...failing('renew', failures),
      ];
    case 'publish':
      return world.snapshot.status === 'processing' ? publishing(world) : [];
    case 'complete':
      return [
        worker('extras are complete', of({ is: 'completed' })),
        ...failing('complete', [...failures, unfamiliar]),
      ];
    case 'cleanUp':
      return [...cleaning('cleanup', world), ...failing('cleanUp', [...failures, unfamiliar])];
    case 'takeDown':
      return [...cleaning('removal', world), ...failing('takeDown', [...failures, unfamiliar])];
  }
}

/** A look finds the post's state; while the platform is still at it, the look finds nothing. */
function settling({ post, snapshot: { call } }: World): Happening[] {
  if (post === 'live') return answers('live');
  if (post === 'open') return [worker('the platform is still at it', of({ is: 'busy' }))];
  return call?.isAccepted ? [...answers('refused'), stays] : answers('refused');
}

/** A post that the platform has taken to publish, and never will. */
const stays = worker(
  'the platform keeps it as a draft',
  of({ is: 'busy', ifItStays: { code: 'PROCESSING_FAILED', message: 'It is a draft.' } }),
);

function answers(answer: 'accepted' | 'refused' | 'lost' | 'live'): Happening[] {
  if (answer !== 'live') return [worker(`answered: ${answer}`, { is: 'answered', answer })];
  return [false, true].map((lacksExtras) =>
    worker(`answered: live${lacksExtras ? ', without extras' : ''}`, { is: 'answered', answer, lacksExtras }),
  );
}

/** A look finds the absent objects again. */
function found({ media }: AssignmentSnapshot): Happening[] {
  return media.absentSince === null ? [] : [worker('found again', of({ is: 'progressed', ends: 'absence' }))];
}

function uploading(snapshot: AssignmentSnapshot): Happening[] {
  const { kind, media, tries } = snapshot;
  const made = (what: 'session' | 'media') => worker(`made: ${what}`, { is: 'made', what, by: generation });
  const isWhole = !kind.hasMedia || media.state === 'whole';
  return [
    ...(kind.hasMedia ? [made('session'), made('media')] : []),
    ...(isWhole ? [worker('uploaded', of({ is: 'uploaded' }))] : []),
    ...(tries ? [worker('progress', of({ is: 'progressed', ends: 'tries' }))] : []),
    ...failing('upload', [...failures, unfamiliar]),
    ...(media.state === 'begun' ? [...failing('upload', absent), ...found(snapshot)] : []),
  ];
}

function preparing(snapshot: AssignmentSnapshot): Happening[] {
  const { kind } = snapshot;
  return [
    ...staging(snapshot),
    worker('the platform is still at it', of({ is: 'busy' })),
    worker('prepared', of({ is: 'prepared' })),
    ...(kind.hasMedia ? [worker('outdated', of({ is: 'outdated' })), ...failing('prepare', useless)] : []),
    ...failing('prepare', [...failures, unfamiliar, ...lost]),
  ];
}

function staging({ call, draft }: AssignmentSnapshot): Happening[] {
  if (call?.of === 'stage') return answers('lost');
  return call || draft.payload === 'same' ? [] : [worker('call to stage', of({ is: 'calling', of: 'stage' }))];
}

/**
 * A post without media has a draft of its own, which gets a changed text. With media, whether there was a draft before
 * is chosen: another draft may take its place.
 */
function staged({ snapshot: { kind, media, draft }, hasRun }: World): Happening[] {
  const made = (what: 'new' | 'same' | 'none', { by = generation, ...more }: Making = {}): Happening =>
    worker(
      `made: draft, ${what}${by === generation ? '' : ', by an older run'}`,
      { is: 'made', what: 'draft', by, draft: what },
      more,
    );
  const usual = draft.isMade ? 'same' : kind.hasMedia ? 'none' : 'new';
  const replaces = media.state === 'none' ? [] : [made('new', { before: withDraft })];
  return [...(hasRun ? [made(usual), ...replaces] : []), made(usual, { by: older })];
}

const older = generation - 1;
type Making = Partial<Happening> & { by?: number };

const withDraft = (world: World): World => ({
  ...world,
  snapshot: { ...world.snapshot, draft: { ...world.snapshot.draft, isMade: true } },
});

function publishing(world: World): Happening[] {
  const { snapshot } = world;
  return [
    ...staging(snapshot),
    worker('call to publish', of({ is: 'calling', of: 'publish' }), { sets: { post: 'open' } }),
    worker('the platform is still at it', of({ is: 'busy' })),
    ...failing('publish', [...failures, unfamiliar, ...lost]),
  ];
}

function cleaning(debt: 'cleanup' | 'removal', { snapshot }: World): Happening[] {
  const { version } = snapshot;
  const cleaned = (outcome: 'done' | 'kept') => of({ is: 'cleaned', debt, asOf: version, outcome });
  const isRemoval = debt === 'removal';
  const unseen = of({ is: 'cleaned', debt, asOf: version, outcome: 'unseen', madeAt: snapshot.media.madeAt });
  if (isRemoval)
    return [
      worker('taken down', cleaned('done'), snapshot.removal?.mode === 'delete' ? { sets: { post: 'none' } } : {}),
      worker('the post to be taken down is absent', unseen),
    ];
  return [
    worker('cleaned up', cleaned('done')),
    worker('cleaned up, and kept', cleaned('kept')),
    worker('what is to be removed is absent', unseen),
    ...found(snapshot),
  ];
}

/** The answers of calls that are under way, and the fate of the post. */
function ofPlatform(world: World): Happening[] {
  const { snapshot, post } = world;
  const { call } = snapshot;
  if (!call || call.hasHappened) return [];
  if (call.of === 'stage') return [...answers('refused'), ...answers('lost'), ...staged(world)];
  const outcomes: Happening[] =
    post === 'open'
      ? [
          { name: 'the post goes live', isOfWorker: true, sets: { post: 'live' } },
          { name: 'the post does not go live', isOfWorker: true, sets: { post: 'none' } },
        ]
      : [];
  const known = post === 'live' ? answers('live') : post === 'none' ? answers('refused') : [];
  const rejected = worker('publish fails: unknown words', of({ is: 'failed', of: 'publish', failure: unfamiliar[1] }));
  return [
    ...outcomes,
    ...known,
    ...answers('lost'),
    ...(call.isAccepted ? [] : answers('accepted')),
    ...(post === 'none' ? [rejected] : []),
  ];
}

function ofCallers(snapshot: AssignmentSnapshot): Happening[] {
  const caller = (name: string, event: Event, more: Partial<Happening> = {}): Happening => ({
    name,
    isOfWorker: false,
    event,
    ...more,
  });
  const edits = [null, due.far, due.ahead].flatMap((dueAt) =>
    [false, true].flatMap((isOtherPayload) =>
      (snapshot.kind.hasMedia ? [false, true] : [false]).map((isOtherMedia) =>
        caller(`edited: ${String(dueAt)} ${isOtherPayload} ${isOtherMedia}`, {
          is: 'edited',
          dueAt,
          aheadMs: snapshot.aheadMs,
          isOtherAhead: isOtherPayload,
          isOtherPayload,
          isOtherMedia,
        }),
      ),
    ),
  );
  const retries = (['valid', 'expired'] as const).map((token) =>
    caller(`retried, its token ${token}`, { is: 'retried' }, { before: withChannel(true, token) }),
  );
  const plain = (['cancelled', 'channelRemoved'] as const).map((is) => caller(is, { is }));
  const removals = removalModes.map((mode) =>
    caller(`to be taken down: ${mode}`, { is: 'takeDownAsked', mode, by: 'user' }),
  );
  const restored = caller('the channel works again', { is: 'resumed', by: 'channel' });
  const ofOperator = interventions.map((intervention) => caller(intervention, eventOf(intervention, snapshot)));
  return [
    ...(allows(snapshot, 'edit') === null ? edits : []),
    ...retries,
    ...plain,
    ...removals,
    restored,
    ...ofOperator,
  ];
}

const withChannel =
  (isActive: boolean, token: AssignmentSnapshot['channel']['token']) =>
  (world: World): World => ({
    ...world,
    snapshot: { ...world.snapshot, channel: { isActive, token } },
  });
