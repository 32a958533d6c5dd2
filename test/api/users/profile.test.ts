import { useApp } from '../../support/callers/app';
import { buildUser } from '../../support/callers/people';
import { useEach } from '../../support/use';

const app = useApp();
const ada = useEach(async () => buildUser(app));
const change = async (body: object) => ada.call('PATCH', '/api/v1/auth/profile', { body });
const me = async () => (await ada.call('GET', '/api/v1/auth/me')).body;
const fresh = () => ({
  id: ada.userId,
  email: ada.email,
  name: 'Ada',
  locale: 'en',
  timezone: 'UTC',
  avatarUrl: null,
  isPlatformAdmin: false,
});

describe('getMe', () => {
  it('answers who asks, with the defaults of a new user', async () => {
    expect(await me()).toEqual(fresh());
  });

  it('tells an administrator of the installation that they are one', async () => {
    await app.database.query('UPDATE users SET is_platform_admin = true WHERE id = $1', [ada.userId]);
    expect(await me()).toEqual({ ...fresh(), isPlatformAdmin: true });
  });
});

describe('updateProfile', () => {
  it('changes what is given and nothing else', async () => {
    const avatarUrl = 'https://images.example.com/ada.png';
    const { status, body } = await change({
      timezone: 'Asia/Calcutta',
      locale: 'de-AT',
      avatarUrl,
      email: 'other@x.org',
    });

    expect(status).toBe(200);
    expect(body).toEqual({ ...fresh(), timezone: 'Asia/Calcutta', locale: 'de-AT', avatarUrl });
    expect(await me()).toEqual(body);
  });

  it('takes the avatar away by null, and changes nothing by an empty body', async () => {
    await change({ avatarUrl: 'https://images.example.com/ada.png' });
    expect((await change({})).body.avatarUrl).toBe('https://images.example.com/ada.png');
    expect((await change({ avatarUrl: null })).body).toEqual(fresh());
  });

  it.each([
    ['name', null],
    ['name', ' '],
    ['locale', null],
    ['locale', 'english please'],
    ['locale', ''],
    ['timezone', null],
    ['timezone', '+01:00'],
    ['timezone', 'Mars/Olympus'],
    ['timezone', ''],
    ['avatarUrl', 'ada.png'],
    ['avatarUrl', 'http://127.0.0.1/ada.png'],
    ['avatarUrl', 'http://localhost/ada.png'],
  ])('refuses %s %j and changes nothing', async (field, value) => {
    const { status, body } = await change({ [field]: value, name: field === 'name' ? value : 'Grace' });

    expect(status).toBe(400);
    expect(Object.keys(body.details)).toEqual([field]);
    expect(await me()).toEqual(fresh());
  });
});

describe('updateOnboarding', () => {
  const onboard = async (body: object) => (await ada.call('PATCH', '/api/v1/auth/onboarding', { body })).body;

  it('keeps each step that is done, in the order of the steps', async () => {
    const begun = await onboard({});
    expect(begun).toEqual({ completed: false, steps: [], updatedAt: expect.any(String) });
    await onboard({ step: 'webhook' });
    await onboard({ step: 'profile' });
    const again = await onboard({ step: 'webhook', completed: true });
    expect(again).toMatchObject({ completed: true, steps: ['profile', 'webhook'] });
    expect(await onboard({})).toEqual(again);
    expect(Date.parse(again.updatedAt)).toBeGreaterThan(Date.parse(begun.updatedAt));
    expect(await onboard({ completed: false })).toMatchObject({ completed: false, steps: ['profile', 'webhook'] });
  });

  it.each([{ step: 'everything' }, { step: null }, { completed: 'yes' }])('refuses %j', async (body) => {
    expect((await ada.call('PATCH', '/api/v1/auth/onboarding', { body })).status).toBe(400);
  });
});
