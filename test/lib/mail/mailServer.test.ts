import { parseMailServer } from '../../../lib/mail/mailServer';
import { parseSender, senderAt } from '../../../lib/mail/sender';

describe('SMTP_URL', () => {
  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, encryption: 'starttls' }],
    ['smtp://mail.example.com:25/', { host: 'mail.example.com', port: 25, encryption: 'starttls' }],
    ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, encryption: 'tls' }],
    ['smtp://mail.internal:25?ignoreTLS=true', { host: 'mail.internal', port: 25, encryption: 'none' }],
    ['smtp://localhost:2525', { host: 'localhost', port: 2525, encryption: 'none' }],
    ['smtp://127.8.9.1:2525', { host: '127.8.9.1', port: 2525, encryption: 'none' }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, encryption: 'none' }],
    ['smtp://10.0.0.1:25', { host: '10.0.0.1', port: 25, encryption: 'starttls' }],
    ['smtp://127.0.0.1.example.com', { host: '127.0.0.1.example.com', port: 587, encryption: 'starttls' }],
  ])('%s names a server, and demands encryption off this machine', (url, server) => {
    expect(parseMailServer(url)).toEqual({ ...server, credentials: null });
  });

  it('has credentials, percent-encoded', () => {
    const { credentials } = parseMailServer('smtps://grace%40example.com:p%40ss%3Aword@mail.example.com');
    expect(credentials).toEqual({ user: 'grace@example.com', password: 'p@ss:word' });
  });

  it.each([
    'mail.example.com:587',
    'http://mail.example.com',
    'smtp://',
    'smtp://mail.example.com/path',
    'smtp://mail.example.com?requireTLS=false',
    'smtp://mail.example.com#x',
    'smtps://mail.example.com?ignoreTLS=true',
    'smtp://:secret@mail.example.com',
    'smtp://user:%zz@mail.example.com',
  ])('refuses %s without repeating it', (url) => {
    expect(() => parseMailServer(url)).toThrow(/^must look like smtp:\/\/(?!.*secret)/);
  });
});

describe('MAIL_FROM', () => {
  it.each([
    ['no-reply@example.com', { name: '', address: 'no-reply@example.com' }],
    ['Acme Posts <posts@example.com>', { name: 'Acme Posts', address: 'posts@example.com' }],
  ])('%s names a sender', (text, sender) => {
    expect(parseSender(text)).toEqual(sender);
  });

  it.each(['example.com', 'a@b@c', 'Acme <posts>', 'a@example.com, b@example.com', '"x" <a@example.com>', 'a@-.com'])(
    'refuses %s',
    (text) => {
      expect(() => parseSender(text)).toThrow('must be an email address');
    },
  );

  it.each([
    ['https://console.example.com/app', 'no-reply@console.example.com'],
    ['http://localhost:3000', 'no-reply@localhost'],
    ['http://127.0.0.1:3000', 'no-reply@localhost'],
    ['http://[::1]:3000', 'no-reply@localhost'],
  ])('is by default of the host of %s', (url, address) => {
    expect(senderAt(url)).toEqual({ name: '', address });
  });
});
