import { csvLine } from '../../../api/transactions/csv';

describe('a line of CSV', () => {
  it('has numbers as they are, nothing for null, and ends with CRLF', () => {
    expect(csvLine([1, -10, null, 'text'])).toBe('1,-10,,text\r\n');
  });

  it.each([
    ['a comma', 'a,b', '"a,b"'],
    ['quotes', 'say "a"', '"say ""a"""'],
    ['a line end', 'a\nb', '"a\nb"'],
    ['a carriage return within', 'a\rb', '"a\rb"'],
    ['other scripts', 'größer, 日本', '"größer, 日本"'],
  ])('quotes a text with %s (RFC 4180 §2)', (_what, text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['=HYPERLINK("https://a.example","b")', '"\'=HYPERLINK(""https://a.example"",""b"")"'],
    [' =1', ' =1'],
    ["'=1", "'=1"],
  ])('makes no formula of %p', (text, cell) => {
    expect(csvLine([text])).toBe(`${cell}\r\n`);
  });
});
