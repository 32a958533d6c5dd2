import type { Event } from '../../../domain/assignment/events';
import { allows } from '../../../domain/assignment/allows';
import { nextStep } from '../../../domain/assignment/nextStep';
import type { AssignmentSnapshot, Failure, Work } from '../../../domain/assignment/snapshot';
import { due } from './abstract';
import type { Happening, World } from './abstract';
import { timePassing } from './timePassing';

const generation = 1;
const of = (event: object): Event => ({ generation, ...event }) as Event;

const failures: readonly [string, Failure][] = [
  ['passing', { code: 'PLATFORM_UNAVAILABLE', transient: true }],
  ['final', { code: 'UPLOAD_FAILED', transient: false }],
  ['no access', { code: 'TOKEN_EXPIRED', transient: false }],
  ['limit', { code: 'QUOTA_EXCEEDED', transient: true, retryAfterMs: 3_600_000 }],
];
const unfamiliar: [string, Failure] = [
  'unknown words',
  { code: 'PLATFORM_REJECTED', transient: true, isUnfamiliar: true },
];
const lost: readonly [string, Failure][] = [
  ['absent', { code: 'PROCESSING_FAILED', transient: false, isAbsent: true }],
  ['lost', { code: 'PROCESSING_FAILED', transient: false, isLost: true }],
];
const useless: readonly [string, Failure][] = [
  ['useless', { code: 'MEDIA_INVALID', transient: false, isUseless: true }],
  ['short-lived', { code: 'UPLOAD_FAILED', transient: false, isShortLived: true }],
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
    worker('begin, the channel is inactive', of({ is: 'began' }), { before: withChannel(false, true) }),
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
      return [worker('extras are complete', of({ is: 'completed' })), ...failing('complete', failures)];
    case 'cleanUp':
      return [...cleaning('cleanup', world), ...failing('cleanUp', failures)];
    case 'takeDown':
      return [...cleaning('removal', world), ...failing('takeDown', failures)];
  }
}

/** A look finds what is there; while the platform is still at it, nothing. */
function settling({ post }: World): Happening[] {
  if (post === 'live') return answers('live');
  return post === 'none' ? answers('refused') : [worker('the platform is still at it', of({ is: 'busy' }))];
}

function answers(answer: 'accepted' | 'refused' | 'lost' | 'live'): Happening[] {
  const event: Event = { is: 'answered', answer };
  if (answer !== 'live') return [worker(`answered: ${answer}`, event)];
  return [false, true].map((lacksExtras) =>
    worker(`answered: live${lacksExtras ? ', without extras' : ''}`, event, {
      before: (world) => ({ ...world, snapshot: { ...world.snapshot, lacksExtras } }),
    }),
  );
}

function uploading({ kind, media, tries }: AssignmentSnapshot): Happening[] {
  const made = (what: 'session' | 'media') => worker(`made: ${what}`, { is: 'made', what, by: generation });
  const isWhole = !kind.hasMedia || media.state === 'whole';
  return [
    ...(kind.hasMedia ? [made('session'), made('media')] : []),
    ...(isWhole ? [worker('uploaded', of({ is: 'uploaded' }))] : []),
    ...(tries ? [worker('progress', of({ is: 'progressed' }))] : []),
    ...failing('upload', [...failures, unfamiliar]),
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
  if (call?.of === 'stage')
    return [worker('made: draft', { is: 'made', what: 'draft', by: generation }), ...answers('refused')];
  return call || draft.payload === 'same' ? [] : [worker('call to stage', of({ is: 'calling', of: 'stage' }))];
}

function publishing(world: World): Happening[] {
  const { snapshot } = world;
  return [
    ...staging(snapshot),
    worker('call to publish', of({ is: 'calling', of: 'publish' }), { sets: { post: 'open' } }),
    worker('the platform is still at it', of({ is: 'busy' })),
    ...failing('publish', [...failures, unfamiliar, ...lost]),
  ];
}

function cleaning(debt: 'cleanup' | 'removal', { snapshot: { version } }: World): Happening[] {
  const cleaned = (outcome: 'done' | 'kept') => of({ is: 'cleaned', debt, asOf: version, outcome });
  if (debt === 'removal') return [worker('taken down', cleaned('done'), { sets: { post: 'none' } })];
  return [worker('cleaned up', cleaned('done')), worker('cleaned up, and kept', cleaned('kept'))];
}

/** The answers of calls that are under way, and what becomes of the post. */
function ofPlatform({ snapshot: { call }, post }: World): Happening[] {
  if (!call || call.hasHappened) return [];
  if (call.of === 'stage')
    return [
      ...answers('refused'),
      ...answers('lost'),
      worker('made: draft', { is: 'made', what: 'draft', by: generation }),
    ];
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
          isOtherPayload,
          isOtherMedia,
        }),
      ),
    ),
  );
  const retries = [true, false].map((hasToken) =>
    caller(
      `retried, ${hasToken ? 'with' : 'without'} a token`,
      { is: 'retried' },
      { before: withChannel(true, hasToken) },
    ),
  );
  const plain = (['cancelled', 'takeDownAsked', 'channelRemoved', 'channelRestored'] as const).map((is) =>
    caller(is, { is }),
  );
  return [...(allows(snapshot, 'edit') === null ? edits : []), ...retries, ...plain];
}

const withChannel =
  (isActive: boolean, hasToken: boolean) =>
  (world: World): World => ({
    ...world,
    snapshot: { ...world.snapshot, channel: { isActive, hasToken } },
  });
