import {
  failureKinds,
  failureMessageLengthMax,
  isFailureCode,
  keepsPlatformObject,
} from '../../domain/failures/failures';
import { internalFault, ofMedium, PublishFailure, restate } from '../../domain/failures/PublishFailure';

/** The codes of contract.md §2, "Error codes". */
const codesOfTheContract = [
  'QUOTA_EXCEEDED',
  'UPLOAD_FAILED',
  'TOKEN_EXPIRED',
  'TOKEN_MISSING',
  'CONNECTION_INACTIVE',
  'MEDIA_DOWNLOAD_FAILED',
  'MEDIA_BLOCKED_ADDRESS',
  'MEDIA_TOO_LARGE',
  'MEDIA_INVALID',
  'PLATFORM_REJECTED',
  'PLATFORM_UNAVAILABLE',
  'PERMISSION_DENIED',
  'DUPLICATE_CONTENT',
  'PROCESSING_FAILED',
  'PROCESSING_TIMEOUT',
  'OUTCOME_UNKNOWN',
  'INTERNAL',
];

describe('the catalogue of failures', () => {
  it('has every code of the contract, and no other', () => {
    expect(Object.keys(failureKinds)).toEqual(codesOfTheContract);
  });

  it.each(Object.entries(failureKinds))('says of %s what it means, what to do, and who acts', (_code, kind) => {
    expect(kind.meaning).toMatch(/^[A-Zm].{30,}\.$/);
    expect(kind.meaning.split('. ').length).toBeGreaterThanOrEqual(2);
    expect(typeof kind.transient).toBe('boolean');
    expect(['caller', 'channel owner', 'operator', 'nobody']).toContain(kind.whoActs);
  });

  it('knows its codes from other words, inherited names included', () => {
    for (const code of codesOfTheContract) expect(isFailureCode(code)).toBe(true);
    for (const word of ['', 'internal', 'toString', '__proto__', 'constructor', 'STILL_PROCESSING']) {
      expect(isFailureCode(word)).toBe(false);
    }
  });

  it('lets a retry follow where the same content may be taken, and names a new assignment where it cannot', () => {
    const anew = Object.entries(failureKinds).filter(([, { remedy }]) => remedy === 'new assignment');
    expect(anew.map(([code]) => code).toSorted()).toEqual([
      'DUPLICATE_CONTENT',
      'MEDIA_BLOCKED_ADDRESS',
      'MEDIA_INVALID',
      'MEDIA_TOO_LARGE',
      'PLATFORM_REJECTED',
      'PROCESSING_FAILED',
    ]);
    for (const code of keepsPlatformObject) expect(failureKinds[code].remedy).toBe('retry');
  });

  it('keeps what the platform has after the four failures with which retry goes on', () => {
    expect([...keepsPlatformObject].sort()).toEqual([
      'OUTCOME_UNKNOWN',
      'PROCESSING_TIMEOUT',
      'QUOTA_EXCEEDED',
      'TOKEN_EXPIRED',
    ]);
  });
});

describe('PublishFailure', () => {
  it('carries its code, its message and what may be tried again', () => {
    const cause = new Error('socket hang up');
    const failure = new PublishFailure(
      'PLATFORM_UNAVAILABLE',
      { seen: 'No answer.', todo: 'Retry later.' },
      {
        transient: true,
        retryAfterMs: 7000,
        cause,
      },
    );
    expect(failure).toMatchObject({
      name: 'PublishFailure',
      code: 'PLATFORM_UNAVAILABLE',
      message: 'No answer. Retry later.',
      transient: true,
      retryAfterMs: 7000,
      tokenRefused: false,
      cause,
    });
    expect(
      new PublishFailure('TOKEN_EXPIRED', { seen: 'x', todo: 'Retry later.' }, { transient: true, tokenRefused: true })
        .tokenRefused,
    ).toBe(true);
  });

  it('names the item, what was seen, who acts and what to do', () => {
    const refused = new PublishFailure(
      'PERMISSION_DENIED',
      { seen: 'It says no.', todo: 'Ask.' },
      { transient: false },
    );
    expect(refused.message).toBe('It says no. For the owner of the channel: Ask.');
    const invalid = new PublishFailure(
      'MEDIA_INVALID',
      { seen: 'It is empty.', todo: 'Fill it.' },
      { transient: false },
    );
    expect(invalid.message).toBe('It is empty. Fill it.');
    expect(ofMedium(invalid, 'payload.mediaUrls, item 2').message).toBe(
      'payload.mediaUrls, item 2: It is empty. Fill it.',
    );
    expect(ofMedium(refused, 'mediaUrl').message).toBe(refused.message);
    const ours = new PublishFailure('INTERNAL', { seen: 'A bug.', todo: 'Mend it.' }, { transient: false });
    expect(ours.message).toBe('A bug. For the operator of this service: Mend it.');
    expect(internalFault(new Error()).message).toBe(failureKinds.INTERNAL.meaning);
  });

  it('does not compile without what was seen and what to do', () => {
    // @ts-expect-error a failure that does not say what to do
    const silent = () => new PublishFailure('MEDIA_INVALID', { seen: 'It is empty.' }, { transient: false });
    // @ts-expect-error a failure that does not say what was seen
    const blind = () => new PublishFailure('MEDIA_INVALID', { todo: 'Fill it.' }, { transient: false });
    expect([silent, blind]).toHaveLength(2);
  });

  it('stays what it is where it is stated in another place', () => {
    const words = { seen: 'Too fast.', todo: 'Wait.' };
    const limited = new PublishFailure('QUOTA_EXCEEDED', words, {
      transient: true,
      rateLimited: true,
      retryAfterMs: 5,
    });
    const restated = restate(limited, { code: 'PROCESSING_FAILED', isLost: true, words: { todo: 'Retry.' } });
    expect(restated).toMatchObject({ code: 'PROCESSING_FAILED', message: 'Too fast. Retry.', retryAfterMs: 5 });
    expect(restated).toMatchObject({ transient: true, rateLimited: true, isLost: true, cause: limited });
  });

  it('cuts a message that is too long, never within a character', () => {
    const { message } = new PublishFailure(
      'PLATFORM_REJECTED',
      { seen: `a${'😀'.repeat(3000)}`, todo: 'Retry later.' },
      { transient: false },
    );
    expect(message.length).toBeLessThanOrEqual(failureMessageLengthMax);
    expect(message.length).toBeGreaterThan(failureMessageLengthMax - 2);
    expect(message).not.toMatch(/\p{Surrogate}/u);
  });

  it('has a message that can be stored, whatever words a platform used', () => {
    const { message } = new PublishFailure(
      'PLATFORM_REJECTED',
      { seen: 'bad\0 title \ud83d.', todo: 'Retry later.' },
      { transient: false },
    );
    expect(message).not.toContain('\0');
    expect(message).not.toMatch(/\p{Surrogate}/u);
    expect(message).toMatch(/^bad.* title .*\.$/);
  });
});
