/** Lifetimes and bounds of the contract, each with its unit in its name. */
export const idempotencyKeyHours = 24;
/** The life of the key that stands for the grant and the arguments of an assistant that gives none (contract.md §9). */
export const derivedKeyMinutes = 10;
export const idempotencyKeyLengthMax = 255;
export const externalIdLengthMax = 255;
export const scheduleAheadDaysMax = 366;
/** In Unicode code points: of an address that a browser or a webhook is sent to. */
export const urlLengthMax = 2048;
/** The same of media: signed addresses carry policies and tokens. */
export const mediaUrlLengthMax = 8192;
export const pageSizeDefault = 20;
export const pageSizeMax = 50;
export const connectionPageSizeMax = 100;
/** Event streams that a process has open at the same time. */
export const eventStreamsMax = 5_000;
/** Entries of the lists inside a detail, the newest ones: callers decide how often they retry and redeliver. */
export const timelineMax = 200;
export const latestFailuresMax = 10;
export const attemptLogMax = 100;
export const shownDeliveriesMax = 100;
/** The largest total that a search counts; beyond it a search only says that there is more. */
export const searchTotalMax = 10_000;
/** A search that finds more than `searchTotalMax` has pages of so many rows; a filter leads to the others. */
export const searchRowsMax = 50_000;
/** The edges of a calendar: of six weeks. */
export const calendarEdgesMax = 43;
/** The assignments that a calendar answers: of one span, and of all spans together. */
export const calendarPerSpanMax = 100;
export const calendarItemsMax = 500;
/** The largest number of assignments that is counted in a span. */
export const calendarTotalMax = 1_000;
/** Bytes of a JSON body that the API reads; more is answered with 413. */
export const jsonBodyBytesMax = 1024 * 1024;
/** Bytes of an HTML form that the API reads. */
export const formBytesMax = 16 * 1024;
/** Longest that media may be prepared before the scheduled time, in seconds (contract.md §2). */
export const prepareAheadSecondsMax = 86_400;
export const invitationDays = 7;
/** Invitations of a workspace, and to one recipient from all workspaces, in a day: each is a mail (contract.md §7). */
export const invitationsPerWorkspaceMax = 100;
export const invitationsPerRecipientMax = 5;
export const emailLengthMax = 254;
/** In Unicode code points, as all lengths. */
export const passwordLengthMin = 8;
export const passwordLengthMax = 128;
export const personNameLengthMax = 120;
/** A session token is refused when it is older than this. */
export const sessionHours = 24;
/** Failed tries within which an account, and an address, is asked to wait (contract.md §7). */
export const failureWindowMinutes = 15;
export const accountFailuresMax = 10;
export const addressFailuresMax = 100;

/** The largest file of captions that a post can have (contract.md §2). */
export const captionBytesMax = 10 * 1024 * 1024;
