import { hostOf } from '../../../activities/webhooks/hostSlots';

describe('the host of a URL', () => {
  it.each([
    ['https://receiver.example/hooks', 'receiver.example'],
    ['https://RECEIVER.example./hooks', 'receiver.example'],
    ['https://receiver.example..?a=b.', 'receiver.example'],
    ['https://receiver.example:8443', 'receiver.example:8443'],
    ['https://receiver.example...:8443/', 'receiver.example:8443'],
    ['https://[2001:db8::1]:8443/', '[2001:db8::1]:8443'],
  ])('%s is %s', (url, expected) => {
    expect(hostOf(url)).toBe(expected);
  });
});
