import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { KeyedLimiter } from './KeyedLimiter';

export interface Passwords {
  /** @throws LimitReached */
  readonly hash: (password: string) => Promise<string>;
  /**
   * As `hash`, for new users: one at a time, so that any number of registrations leaves the other three places to users
   * who log in.
   * @throws LimitReached
   */
  readonly hashOfNewcomer: (password: string) => Promise<string>;
  /**
   * Tells whether a password fits this hash. Null stands for an account that does not exist: it takes as long, and the
   * answer is false.
   * @throws LimitReached
   */
  readonly verify: (stored: string | null, password: string) => Promise<boolean>;
}

/** The cost of one hash. */
export interface PasswordCost {
  readonly memoryKiB: number;
  readonly passes: number;
}

/** The least that OWASP's Password Storage Cheat Sheet asks of argon2id: 19 MiB, two passes, one lane. */
const passwordCost: PasswordCost = { memoryKiB: 19_456, passes: 2 };

/** Each hash takes one of libuv's four threads. */
const atOnceMax = 4;
const waitingMax = 64;
const newcomersWaitingMax = 32;
const saltBytes = 16;
const hashBytes = 32;

/**
 * Hashes passwords by argon2id (RFC 9106), four at a time.
 * @param cost of one hash; tests take less
 */
export function createPasswords({ memoryKiB, passes }: PasswordCost = passwordCost): Passwords {
  const limiter = new KeyedLimiter({ perKey: atOnceMax, waiting: waitingMax });
  const newcomers = new KeyedLimiter({ perKey: 1, waiting: newcomersWaitingMax });
  // argon2id is the library's default.
  const options = { memoryCost: memoryKiB, timeCost: passes, parallelism: 1 };
  const nobodys = phcOf(`m=${memoryKiB},t=${passes},p=1`);
  const hashOne = async (password: string) => limiter.run('', async () => hash(password, options));
  return {
    hash: hashOne,
    hashOfNewcomer: async (password) => newcomers.run('', async () => hashOne(password)),
    verify: async (stored, password) => {
      const isRight = await limiter.run('', async () => verify(stored ?? nobodys, password));
      return stored !== null && isRight;
    },
  };
}

/** A hash of no known password, in the PHC string format: a check against it has the cost of these parameters. */
function phcOf(parameters: string): string {
  const [salt, digest] = [saltBytes, hashBytes].map((size) => randomBytes(size).toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$${parameters}$${salt}$${digest}`;
}
