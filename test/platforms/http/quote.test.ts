import { quote } from '../../../platforms/http/quote';

describe("a platform's words in a message", () => {
  it('are one line without markup', () => {
    expect(quote(' You have exceeded\n your <a href="/quota">quota</a>. ', [])).toBe('You have exceeded your quota.');
  });

  it('hold no secret of the request, though the platform repeats it', () => {
    expect(quote('Unknown token a-secret-token!', ['a-secret-token'])).not.toContain('a-secret-token');
  });

  it('are at most 500 characters, whatever these take', () => {
    expect(Array.from(quote('🎬'.repeat(500), []))).toHaveLength(500);
    expect(quote('🎬'.repeat(501), [])).toBe(`${'🎬'.repeat(499)}…`);
  });
});
