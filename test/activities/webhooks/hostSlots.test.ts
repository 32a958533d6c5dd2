import { HostSlots } from '../../../activities/webhooks/hostSlots';
import type { SlowReceivers } from '../../../activities/webhooks/slowReceivers';
import { hostOf } from '../../../domain/webhook';

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

describe('the slots of a process', () => {
  const prompt = { isDelivered: true, durationMs: 1000 };
  const noteAt = (slots: HostSlots, host: string, last: Parameters<SlowReceivers['note']>[1]) =>
    slots.slowReceivers.note({ host, workspaceId: 'one' }, last);

  it.each([
    ['an attempt that failed', { isDelivered: false, durationMs: 1 }],
    ['one that took over 1 s', { isDelivered: true, durationMs: 1001 }],
  ])('know a host as slow after %s, until a prompt one', (_which, last) => {
    const slots = new HostSlots(200);
    expect(slots.isPrompt('a.example', 'one')).toBe(true);
    noteAt(slots, 'a.example', last);
    expect([slots.isPrompt('a.example', 'one'), slots.isPrompt('b.example', 'one')]).toEqual([false, true]);
    noteAt(slots, 'a.example', prompt);
    expect(slots.isPrompt('a.example', 'one')).toBe(true);
  });

  it('know a host as slow for the workspace whose attempts fail or hang there, and for no other one', () => {
    const slots = new HostSlots(200);
    noteAt(slots, 'a.example', { isDelivered: false, durationMs: 1 });
    expect(slots.isPrompt('a.example', 'other')).toBe(true);
    jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(1001);
    slots.enter('b.example', 'one');
    slots.enter('b.example', 'other');
    expect([slots.isPrompt('b.example', 'one'), slots.isPrompt('b.example', 'other')]).toEqual([false, true]);
    jest.restoreAllMocks();
  });

  it('forget the slow host that was noted longest ago when there are over 10,000', () => {
    const slots = new HostSlots(200);
    const note = (index: number) => noteAt(slots, `${index}.example`, { isDelivered: false, durationMs: 1 });
    for (let index = 0; index < 10_000; index += 1) note(index);
    note(0);
    note(10_000);
    const [first, second, third] = [0, 1, 2].map((index) => slots.isPrompt(`${index}.example`, 'one'));
    expect({ first, second, third }).toEqual({ first: false, second: true, third: false });
  });

  const take = (slots: HostSlots, workspaceId: string, hosts: string[]) =>
    hosts.flatMap((host) => slots.enter(host, workspaceId) ?? []);
  const same = (count: number) => Array.from({ length: count }, () => 'shared.example');

  it('are not all taken at a host by one workspace: another one has its own there', () => {
    const slots = new HostSlots(200);
    expect(take(slots, 'one', same(30))).toHaveLength(10);
    expect(take(slots, 'other', same(30))).toHaveLength(10);
    expect(take(slots, 'third', same(30))).toHaveLength(0);
  });

  it('are half at most for one workspace, however many hosts it names, and a quarter for each while others need some', () => {
    const slots = new HostSlots(200);
    const hosts = Array.from({ length: 300 }, (_, index) => `${index}.evil.example`);
    const taken = take(slots, 'one', hosts);
    expect(taken).toHaveLength(100);
    expect(take(slots, 'other', ['good.example'])).toHaveLength(1);
    for (const slot of taken.slice(0, 51)) slots.leave(slot);
    expect(take(slots, 'other', hosts)).toHaveLength(50);
    expect(take(slots, 'one', hosts)).toHaveLength(1);
    expect(take(slots, 'third', hosts)).toHaveLength(50);
  });
});
