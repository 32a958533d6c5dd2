import { failureKinds, failureMessageLengthMax, isFailureCode, keepsPlatformObject } from '../../domain/failures';
import { PublishFailure } from '../../domain/PublishFailure';

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
    const failure = new PublishFailure('PLATFORM_UNAVAILABLE', 'No answer.', {
      transient: true,
      retryAfterMs: 7000,
      cause,
    });
    expect(failure).toMatchObject({
      name: 'PublishFailure',
      code: 'PLATFORM_UNAVAILABLE',
      message: 'No answer.',
      transient: true,
      retryAfterMs: 7000,
      tokenRefused: false,
      cause,
    });
    expect(new PublishFailure('TOKEN_EXPIRED', 'x', { transient: true, tokenRefused: true }).tokenRefused).toBe(true);
  });

  it('cuts a message that is too long, never within a character', () => {
    const { message } = new PublishFailure('PLATFORM_REJECTED', `a${'😀'.repeat(3000)}`, { transient: false });
    expect(message.length).toBeLessThanOrEqual(failureMessageLengthMax);
    expect(message.length).toBeGreaterThan(failureMessageLengthMax - 2);
    expect(message).not.toMatch(/\p{Surrogate}/u);
  });

  it('has a message that can be stored, whatever words a platform used', () => {
    const { message } = new PublishFailure('PLATFORM_REJECTED', 'bad\0 title \ud83d.', { transient: false });
    expect(message).not.toContain('\0');
    expect(message).not.toMatch(/\p{Surrogate}/u);
    expect(message).toMatch(/^bad.* title .*\.$/);
  });
});
