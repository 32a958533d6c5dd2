import { errorKinds, refusalReasons } from '../../api/http/errors';
import { failureKinds } from '../../domain/failures/failures';
import type { FailureKind } from '../../domain/failures/failures';
import { page, table } from './markdown';

/** docs/errors.md: why a request is refused, and why an assignment fails. */
export async function errorsPage(): Promise<string> {
  const refusals = Object.entries(errorKinds).map(([code, { status, meaning }]) => [
    `\`${code}\``,
    `${status}`,
    meaning,
  ]);
  const reasons = Object.entries(refusalReasons).map(([reason, { error, meaning }]) => [
    `\`${reason}\``,
    `\`${error}\``,
    meaning,
  ]);
  const failures = Object.entries<FailureKind>(failureKinds).map(([code, { meaning, transient, whoActs, remedy }]) => [
    `\`${code}\``,
    meaning,
    transient ? 'yes' : 'no',
    whoActs,
    remedy,
  ]);
  return page(
    'Errors',
    '`api/http/errors.ts` and `domain/failures/failures.ts`',
    '## Refused requests',
    'The body is `{error, message, details}`: `error` is the code, `message` is for people, and `details` is an object, ' +
      'for a 400 from each field to what is wrong with it. A 402 is `{error, required, balance}`.',
    table(['`error`', 'Status', 'Meaning'], refusals),
    'Some refusals have a `reason` beside these: it tells them from others with the same `error`.',
    table(['`reason`', '`error`', 'Meaning'], reasons),
    '## Failed assignments',
    '`errors[]` of an assignment in `failed` is a list of `{code, message}`; `message` has the particulars, with the ' +
      "platform's own words where there are some. A failure that can pass has been tried again repeatedly before the assignment fails. " +
      'Once the cause is gone, the remedy publishes the post. A failed assignment keeps its content: where that is the ' +
      'cause, a retry fails again.',
    table(['`code`', 'Meaning', 'Tried again first', 'Who acts', 'Remedy'], failures),
  );
}
