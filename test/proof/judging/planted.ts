import { begunMs, sign } from './goodSnapshot';
import type { SeenAssignment, Snapshot } from './snapshot';

export type Plant = (snapshot: Snapshot) => void;
export const assignmentOf = (snapshot: Snapshot, id: string): SeenAssignment =>
  snapshot.assignments.find((assignment) => assignment.id === id)!;
const post = (key: string, audience = 'private') => ({ id: `v-${key}`, title: `film key-${key}`, audience });
/** Notes that a post went from one audience to the next, in the last second of the snapshot. */
export const note = (snapshot: Snapshot, resource: string, key: string, ...audiences: (string | null)[]): void => {
  const steps = audiences.slice(1).map((to, index) => ({ from: audiences[index] ?? null, to }));
  const atMs = begunMs + 4000;
  snapshot.effects.push(...steps.map((step) => ({ resource, title: `film key-${key}`, atMs, ...step })));
};
/** The cancelled assignment is one of a platform with drafts, and one of its drafts is still there. */
export const leaveDraft = (snapshot: Snapshot, draftIds: string[]): void => {
  Object.assign(assignmentOf(snapshot, 'c'), { platform: 'toy', type: 'text', draftIds });
  snapshot.posts.push(post('c', 'draft'));
  note(snapshot, 'v-c', 'c', null, 'draft');
};
/** The assignment has noted two photos, and one of them is still there, with no post that shows it. */
const leavePhoto = (snapshot: Snapshot, id: string): void => {
  assignmentOf(snapshot, id).draftIds = ['photo-1', 'photo-2'];
  snapshot.left.push('photo-2');
};
const without = <Item>(items: Item[], fits: (item: Item) => boolean): void =>
  void items.splice(0, Infinity, ...items.filter((item) => !fits(item)));

/** Each violation, by the invariant that has to notice it. */
export const planted: Record<string, Record<string, Plant>> = {
  'every assignment comes to an end': {
    'an assignment that hangs': (snapshot) => (assignmentOf(snapshot, 'p').status = 'processing'),
    'a clean-up that is owed': (snapshot) => (assignmentOf(snapshot, 'c').cleanup = 'due'),
    'an extra that is owed': (snapshot) => (assignmentOf(snapshot, 'p').owesExtras = true),
    'a removal that is due': (snapshot) => (assignmentOf(snapshot, 'p').removal = { state: 'due', mode: 'delete' }),
    'a fault of ours': (snapshot) => (assignmentOf(snapshot, 'f').errors = [{ code: 'INTERNAL' }]),
  },
  'a published assignment has one post, which is as was asked; a cancelled one has none': {
    'a second video': ({ posts }) => posts.push({ ...post('p', 'public'), id: 'v2' }),
    'no video': ({ posts }) => posts.pop(),
    'another id': (snapshot) => (assignmentOf(snapshot, 'p').platformPostId = 'v7'),
    'another URL': (snapshot) => (assignmentOf(snapshot, 'p').platformUrl = 'https://www.youtube.com/watch?v=v7'),
    'another audience': ({ posts }) => (posts[0]!.audience = 'private'),
    'the payload before the edit': (snapshot) => (assignmentOf(snapshot, 'p').payload.title = 'film key-p, edited'),
    'a video of a cancelled assignment': ({ posts }) => posts.push(post('c')),
    'a video that was to be removed': ({ posts }) => posts.push(post('f')),
    'a draft that its clean-up has left': (snapshot) => leaveDraft(snapshot, ['v-c']),
    'a post that is told to be deleted': (snapshot) => {
      assignmentOf(snapshot, 'p').removal = { state: 'done', mode: 'delete' };
    },
    'a post whose removal has failed, and that is gone': (snapshot) => {
      assignmentOf(snapshot, 'p').removal = { state: 'failed', mode: 'delete' };
      snapshot.posts.pop();
    },
    'a public video of a failed assignment': ({ posts }) => posts.push(post('r', 'public')),
  },
  'nothing is left of what an assignment has made that nobody sees, unless it says so': {
    'a photo of a cancelled post': (snapshot) => leavePhoto(snapshot, 'c'),
    'a photo of a cancelled post that owes nothing': (snapshot) => {
      assignmentOf(snapshot, 'c').cleanup = 'none';
      leavePhoto(snapshot, 'c');
    },
    'a photo of which a published post has another one': (snapshot) => leavePhoto(snapshot, 'p'),
  },
  'a published assignment has what it asks for beside its post, once, or says that it has not': {
    'a picture that was forgotten': ({ posts }) => (posts[0]!.hasPicture = false),
    'a comment that was forgotten': ({ posts }) => (posts[0]!.comments = []),
    'captions that were forgotten': ({ posts }) => (posts[0]!.captions = []),
    'a named playlist twice': ({ posts }) => posts[0]!.placeNames!.push('Walks'),
    'a comment twice': ({ posts }) => posts[0]!.comments!.push('First!'),
    'a place that was forgotten': ({ posts }) => (posts[0]!.places = ['PL2']),
    'a place twice': ({ posts }) => posts[0]!.places!.push('PL1'),
    'a place twice, although its assignment has a warning': (snapshot) => {
      assignmentOf(snapshot, 'p').warnings.push('playlistId');
      snapshot.posts[0]!.places!.push('PL1');
    },
  },
  'every post belongs to an assignment': {
    'a stray post': ({ posts }) => posts.push(post('unknown')),
    'one that is gone by now': (snapshot) => note(snapshot, 'v9', 'unknown', null, 'private', null),
  },
  'the platform’s record tells how each post became what it is': {
    'a record that begins in the middle': ({ effects }) => effects.shift(),
    'a record that ends too early': ({ effects }) => effects.splice(2, 1),
    'a post that it does not know': ({ effects }) => without(effects, ({ resource }) => resource === 'v1'),
    'no record': ({ effects }) => effects.splice(0),
  },
  'a call of the platform’s record makes a published post visible, and only one': {
    'no call': ({ effects }) => (effects.at(-1)!.to = 'private'),
    'two calls': (snapshot) => note(snapshot, 'v1', 'p', 'public', 'private', 'public'),
    'the same call again': (snapshot) => note(snapshot, 'v1', 'p', 'public', 'public'),
    'another audience first': (snapshot) => {
      snapshot.effects.at(-1)!.to = 'unlisted';
      note(snapshot, 'v1', 'p', 'unlisted', 'public');
    },
    'a post that was visible from the start': ({ effects }) => {
      effects[0]!.to = 'public';
      effects.pop();
    },
    'a second post that was visible for a while': (snapshot) =>
      note(snapshot, 'v9', 'p', null, 'private', 'public', null),
    'a post of a cancelled assignment that was visible for a while': (snapshot) =>
      note(snapshot, 'v9', 'c', null, 'private', 'public', null),
    'a post of a failed assignment that was visible for a while': (snapshot) =>
      note(snapshot, 'v9', 'f', null, 'private', 'unlisted', null),
    'a private post that was visible for a while': (snapshot) => {
      assignmentOf(snapshot, 'p').payload['privacy'] = 'private';
      snapshot.posts[0]!.audience = 'private';
      note(snapshot, 'v1', 'p', 'public', 'private');
    },
    'a post that was shown again after it was hidden': (snapshot) => {
      assignmentOf(snapshot, 'p').removal = { state: 'done', mode: 'private' };
      assignmentOf(snapshot, 'p').payload['privacy'] = 'private';
      snapshot.posts[0]!.audience = 'private';
      note(snapshot, 'v1', 'p', 'public', 'private', 'public', 'private');
    },
    'two calls for an assignment of which nobody knows whether it is published': (snapshot) => {
      assignmentOf(snapshot, 'r').errors = [{ code: 'OUTCOME_UNKNOWN' }];
      note(snapshot, 'v9', 'r', null, 'private', 'public', 'private', 'public', null);
    },
  },
  'nothing begins or is visible before its time': {
    'an upload': (snapshot) => (assignmentOf(snapshot, 'p').scheduledAtMs = begunMs + 1001),
    'an upload before its preparation': (snapshot) => {
      Object.assign(assignmentOf(snapshot, 'p'), { scheduledAtMs: begunMs + 2001, prepareAheadMs: 1000 });
    },
    'a decision to publish': ({ events, assignments }) => {
      assignments[0]!.scheduledAtMs = begunMs + 1000;
      events[3]!.atMs = begunMs + 999;
    },
    'a post that others could see': ({ assignments, effects }) => {
      assignments[0]!.scheduledAtMs = begunMs + 1000;
      effects.at(-1)!.atMs = begunMs + 999;
    },
  },
  'a timeline is a path of the state machine and ends where the row is': {
    'a step left out': ({ events }) => without(events, ({ status }) => status === 'processing'),
    'a step twice': ({ events }) => events.splice(2, 0, events[1]!),
    'a step back': ({ events }) => events.push({ assignmentId: 'c', generation: 1, status: 'uploaded', atMs: begunMs }),
    'an end that is not the row’s': (snapshot) => (assignmentOf(snapshot, 'c').status = 'failed'),
    'no timeline': ({ events }) => without(events, ({ assignmentId }) => assignmentId === 'r'),
  },
  'the webhooks of an assignment are its transitions, once each': {
    'one missing': ({ deliveries }) => without(deliveries, ({ event }) => event === 'published'),
    'one twice': ({ deliveries }) => deliveries.push({ ...deliveries[0]!, id: 'd-again' }),
    'one nobody asked for': (snapshot) => (assignmentOf(snapshot, 'p').callbackUrl = null),
    'one nobody wants to hear of': (snapshot) => (assignmentOf(snapshot, 'p').callbackStatuses = ['published']),
    'one that waits': ({ deliveries }) => (deliveries[0]!.status = 'pending'),
  },
  'each removal that has ended is told of by one webhook, to those who have asked': {
    'one missing': ({ deliveries }) => without(deliveries, ({ event }) => event === 'assignment.removal'),
    'one twice': ({ deliveries }) => deliveries.push({ ...deliveries.at(-1)!, id: 'd-again' }),
    'one nobody asked for': (snapshot) => (assignmentOf(snapshot, 'p').callbackEvents = ['extras']),
    'one of a removal that did not end so': (snapshot) =>
      (assignmentOf(snapshot, 'p').endedRemovals[0]!.state = 'done'),
    'one of another post': (snapshot) => (assignmentOf(snapshot, 'p').platformPostId = 'v7'),
  },
  'a webhook that was delivered has arrived, with the bytes and the signature that were promised': {
    'one that never arrived': ({ received }) => received.pop(),
    'other bytes': ({ received }) => (received[0]!.body += ' '),
    'a wrong signature': ({ received }) => (received[0]!.signature = sign('other')),
    'one that nobody promised': ({ received }) => received.push({ ...received[0]!, deliveryId: 'd-unknown' }),
  },
  'the first webhooks of an assignment arrive in the order of its transitions': {
    'two in the other order': ({ received }) => received.splice(0, 2, received[1]!, received[0]!),
    'one before another that never came': ({ deliveries, received }) => {
      deliveries[0]!.status = 'failed';
      received.shift();
    },
    'one a moment before it may overtake': ({ received }) => {
      received[1]!.atMs = begunMs + 2000 + 14_999;
      received.push(received.shift()!);
    },
  },
  'a hold is charged when the assignment is published and released when it is not, once': {
    'no hold': ({ entries }) => without(entries, ({ holdId }) => holdId === 'hold-r'),
    'a hold that is open': ({ entries }) => entries.pop(),
    'a charge twice': ({ entries }) => entries.push(entries[3]!),
    'a charge for what failed': ({ entries }) => (entries[4]!.type = 'charge'),
    'a release of what was published': ({ entries }) => (entries[3]!.type = 'release'),
    'another price': ({ entries }) => (entries[3]!.credits = 11),
  },
  'the ledger adds up': {
    'held without a hold': ({ accounts }) => (accounts[0]!.held = 10),
    'posted without a charge': ({ accounts }) => (accounts[0]!.posted = 20),
    'a balance from nowhere': ({ accounts }) => (accounts[0]!.purchased = 1),
    'an entry that was lost': ({ entries }) => entries.splice(4, 1),
    'less than nothing': ({ accounts }) => Object.assign(accounts[0]!, { held: -10, posted: 20 }),
    'bought credits held without a hold': ({ accounts }) => (accounts[0]!.purchasedHeld = 5),
  },
  'credits that were paid are booked, once, and refunded ones taken back': {
    'a payment that was not booked': ({ purchases }) => (purchases[0]!.isPaid = false),
    'a purchase that nobody paid': ({ payments }) => payments.pop(),
    'a payment of nothing': ({ payments }) => payments.push({ purchaseId: 'unknown', cents: 1, refundedCents: 0 }),
    'a refund that takes nothing back': ({ payments }) => (payments[0]!.refundedCents = 100),
    'more taken back than was refunded': ({ payments }) => (payments[0]!.refundedCents = 0),
    'a payment that was booked twice': ({ entries }) => entries.push(entries.find(({ type }) => type === 'purchase')!),
    'a refund that was booked twice': ({ entries }) => entries.push(entries.find(({ type }) => type === 'adjust')!),
  },
  'a member has used what they hold and were charged, within their limit': {
    'more than the ledger has': ({ members }) => (members[0]!.used = 11),
    'a release that was not counted': ({ members }) => (members[0]!.used = 20),
    'more than the limit': ({ members }) => (members[0]!.monthlyLimit = 9),
  },
  'the call that publishes happened once by the service’s own rows, and is known to have': {
    'two calls': ({ attempts }) => attempts.push({ assignmentId: 'p', outcome: 'happened' }),
    'no call': ({ attempts }) => attempts.pop(),
    'an unknown outcome': ({ attempts }) => attempts.push({ assignmentId: 'p', outcome: null }),
    'a call for a cancelled assignment': ({ attempts }) => attempts.push({ assignmentId: 'c', outcome: 'happened' }),
  },
  'nothing that was promised waits': {
    'an order': ({ orders }) => (orders.at(-1)!.outcome = null),
  },
  'what has ended has given its place back': {
    'an assignment': ({ orders }) => (orders[0]!.line = 'publish'),
  },
  'no row without its run, no run without its row': {
    'a run that is gone': ({ runs }) => runs.pop(),
    'a run of no row': ({ runs }) =>
      runs.push({ workflowId: 'assignment/x/1', status: 'COMPLETED', scheduledAtMs: null, taskFailures: [] }),
    'a run that goes on': ({ runs }) => (runs.at(-1)!.status = 'RUNNING'),
  },
  'the last run of an assignment ended as the assignment did': {
    'a run that failed': ({ runs }) => (runs[0]!.status = 'FAILED'),
    'an assignment whose failure looks well': ({ runs }) => (runs[1]!.status = 'COMPLETED'),
    'no run of the last generation': (snapshot) => (assignmentOf(snapshot, 'p').generation = 2),
    'a run of what failed at once': ({ runs }) =>
      runs.push({ workflowId: 'assignment/r/1', status: 'FAILED', scheduledAtMs: null, taskFailures: [] }),
  },
  'no task of a workflow failed': {
    'non-determinism': ({ runs }) =>
      runs[0]!.taskFailures.push({ cause: 'WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR', message: '' }),
  },
  'an assignment that was accepted is there once, under the id that was answered': {
    none: ({ accepted }) => accepted.push({ idempotencyKey: 'key-lost', id: 'lost' }),
    another: ({ accepted }) => (accepted[0]!.id = 'c'),
    two: ({ assignments }) => assignments.push({ ...assignments[0]!, id: 'p2' }),
  },
  'a ticket makes one connection or none, and then holds no secret': {
    'an end without its connection': ({ tickets }) => (tickets[0]!.connectedId = null),
    'a connection without an end': ({ tickets }) => (tickets[1]!.connectedId = 'x'),
    'a secret that is not needed': ({ tickets }) => (tickets[0]!.holdsSecret = true),
  },
  'a connection that was promised is there; one that was removed holds no token': {
    'one that is gone': ({ connected }) => connected.push('z'),
    'a token that was kept': ({ connections }) => (connections[1]!.hasTokens = true),
  },
  'the mail of an invitation arrives, again only if nobody has recorded it, and then no token is kept': {
    'one that never came': ({ mails }) => mails.splice(0),
    'one after another that was recorded': ({ mails }) => mails.push({ invitationId: 'i', end: 'cut' }),
    'two that were recorded': ({ mails }) => (mails[0]!.end = 'quit'),
    'one of no invitation': ({ mails }) => mails.push({ invitationId: 'x', end: 'quit' }),
    'one that waits': ({ invitations }) => (invitations[0]!.mailStatus = 'pending'),
    'a token that was kept': ({ invitations }) => (invitations[0]!.isSealed = true),
  },
};

/** Faults that no other invariant notices. */
export const noticedByOne: Record<string, readonly string[]> = {
  'a published assignment has one post, which is as was asked; a cancelled one has none': [
    'a draft that its clean-up has left',
  ],
  'every post belongs to an assignment': ['one that is gone by now'],
  'the platform’s record tells how each post became what it is': [
    'a record that begins in the middle',
    'a record that ends too early',
  ],
  'a call of the platform’s record makes a published post visible, and only one': [
    'two calls',
    'the same call again',
    'another audience first',
    'a post that was visible from the start',
    'a second post that was visible for a while',
    'a post of a cancelled assignment that was visible for a while',
    'a post of a failed assignment that was visible for a while',
    'a private post that was visible for a while',
    'a post that was shown again after it was hidden',
    'two calls for an assignment of which nobody knows whether it is published',
  ],
  'nothing begins or is visible before its time': [
    'an upload',
    'a decision to publish',
    'a post that others could see',
  ],
  'what has ended has given its place back': ['an assignment'],
  'the first webhooks of an assignment arrive in the order of its transitions': [
    'two in the other order',
    'one before another that never came',
    'one a moment before it may overtake',
  ],
};
