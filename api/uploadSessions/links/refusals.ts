import { conflict, notFound, Refusal } from '../../http/errors';

export const noSuchLink = notFound('upload address');
export const linkOver = new Refusal(
  'GONE',
  () =>
    'This upload address is over: its file has arrived, its hour has passed, or the access of its assistant has ended. Ask your assistant for another one.',
);
/** A PUT sends the whole file. */
export const bytesThere = conflict(
  (bytes: number) => `${bytes} bytes of the file have arrived. Send the others by tus: HEAD says where to go on.`,
  52_428_800,
);
