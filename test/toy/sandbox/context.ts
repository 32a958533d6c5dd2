import type { Clock } from '../../../sandbox/clock';
import type { Answer } from '../../../sandbox/http/sendAnswer';
import type { PlatformApp } from '../../../sandbox/platform';
import type { SettingsStore } from '../../../sandbox/settings';
import type { Store } from './records';

export interface ToyContext {
  app: PlatformApp;
  store: Store;
  settings: SettingsStore;
  clock: Clock;
}

const error = (status: number, code: string): Answer => ({
  status,
  body: { error: { code, message: `It is ${code}.` } },
});

export const errors: ReadonlyMap<string, Answer> = new Map([
  ['authError', error(401, 'no token')],
  ['forbidden', error(403, 'not allowed')],
  ['missing', error(404, 'not there')],
  ['backendError', error(503, 'busy')],
]);

/** An error of the platform, thrown to be answered. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly answer: Answer;

  constructor(answer: Answer) {
    super('refused');
    this.answer = answer;
  }
}

export function refuse(name: string): Refused {
  return new Refused(errors.get(name)!);
}
