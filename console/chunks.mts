interface Chunk {
  name: string;
  test: RegExp | ((id: string) => boolean);
  /** The least number of files that would load a module. */
  minShareCount?: number;
}

/** What opens over a screen, and Mantine's code for its place. */
const layers = /@floating-ui|\/(Popover|ScrollArea|FocusTrap|Menu|Modal|ModalBase|Tooltip)\/|CopyValue/;
/** The forms of people who log in or register, and of settings. */
const settings = /@mantine\/form|klona|fast-deep-equal|FormFrame|openSession/;
/** The beginning of the form of a post, and of its edits. */
const form =
  /console\/payload\/(fields|labels|Missing|CapabilitiesFault)|ScheduleField|\/Radio\/|keptDraft|mediaRules|texts\/(payload|screens\/compose)\./;
/** The fields of posts, which come as they are needed. */
const fields = /console\/payload\/|domain\/payload|parts\/form\/(?!SearchField|useTyped)|\/(Combobox|Textarea)\//;

/**
 * The files of the console, in the order in which a screen needs them. A module is in the first file that takes it, with all that it
 * imports. A phone waits for each round of requests, and for each byte: so a screen is a few files, and brings no code that it
 * shows later.
 */
const order: readonly Chunk[] = [
  // Asks for the data that all screens need.
  { name: 'asking', test: /console\/main\.tsx/ },
  // Asks for a screen and its data, before there is anything to draw them with.
  { name: 'routing', test: /console\/app\/router/ },
  // Few screens need it.
  { name: 'clock', test: /@internationalized|console\/(words\/(clock|days|dayNames)|screens\/overview\/week)/ },
  // Draws the frame, and the screens of people who are not logged in.
  { name: 'drawing', test: /console\/app\/(draw|Shell)|\/(TextInput|PasswordInput|Paper)\/|useMutation|\.css$/ },
  { name: 'shared', test: (id) => ![layers, settings, form, fields].some((later) => later.test(id)), minShareCount: 3 },
  { name: 'actions', test: /ThemeIcon|console\/resources\/\w+\/(Balance|ConnectMenu|NextActionButton|history)/ },
  { name: 'layers', test: layers },
  { name: 'settings', test: settings },
  { name: 'form', test: form },
];

export const chunks = order.map((chunk, index) => ({ ...chunk, priority: order.length - index }));
