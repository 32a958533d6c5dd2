import { faultsIn } from '../../../console/payload/faults';
import type { PayloadField } from '../../../domain/payload/payload';
import type { ContentTypeCapabilities } from '../../../domain/platform';
import { facebookContentTypes } from '../../../platforms/facebook/capabilities';
import { youtubeContentTypes } from '../../../platforms/youtube/capabilities';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { useApp } from '../../support/callers/app';
import { buildCaller } from '../../support/callers/caller';
import type { Caller } from '../../support/callers/caller';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { part } from '../../support/counts';
import { callTool } from '../../support/callers/mcp';
import { use } from '../../support/use';

const app = useApp({ outboundAllow: parseOutboundAllow('127.0.0.1:9') });
const types: Record<string, readonly ContentTypeCapabilities[]> = {
  youtube: youtubeContentTypes,
  facebook: facebookContentTypes,
};
const channels = use(async () => {
  const youtube = await buildCaller(app, { credits: 100_000 });
  const facebook = await buildCaller(app, { credits: 100_000, connection: { platform: 'facebook' } });
  const of: Record<string, Caller> = { youtube, facebook };
  return { of, stop: async () => undefined };
});

const rulesOf = (field: PayloadField) => field.items ?? field;
const isText = (field: PayloadField) => {
  const { type, format, pattern } = rulesOf(field);
  return type === 'string' && format === undefined && [undefined, '^[^<>]*$'].includes(pattern);
};
const kindOfField = (field: PayloadField) => {
  const { needsVisible, required, patternFault } = rulesOf(field);
  return {
    isSeen: needsVisible === true || required,
    isPlain: patternFault === undefined,
  };
};
const allFields = Object.entries(types).flatMap(([platform, list]) =>
  list.flatMap(({ slug, payloadFields }) =>
    payloadFields.filter(isText).map((field) => [`${field.name} of ${platform}`, platform, slug, field] as const),
  ),
);
/** Each field of a platform once: types share them. */
const fields = [...new Map(allFields.map((field) => [field[0], field])).values()];

type Verdict = 'taken' | 'refused';
/** Texts, each with the verdict for a kind of field, and the form in which a taken text is kept. */
const texts: [string, string, (field: ReturnType<typeof kindOfField>) => Verdict, string?][] = [
  ['CR LF', 'a\r\nb', () => 'taken', 'a\nb'],
  ['CR', 'a\rb\r', () => 'taken', 'a\nb\n'],
  ['LF and TAB', 'a\n\tb', () => 'taken'],
  ['a joiner and a variation selector', '👩‍👧 ❤️ می‌خواهم', () => 'taken'],
  ['NUL', 'a\u0000', () => 'refused'],
  ['VT', 'a\u000b', () => 'refused'],
  ['FF', 'a\u000c', () => 'refused'],
  ['ESC', 'a\u001b', () => 'refused'],
  ['DEL', 'a\u007f', () => 'refused'],
  ['NEL', 'a\u0085', () => 'refused'],
  ['APC', 'a\u009f', () => 'refused'],
  ['half a character', 'a\ud800', () => 'refused'],
  ['spaces', ' \n\u3000', ({ isSeen }) => (isSeen ? 'refused' : 'taken')],
  ['ZERO WIDTH SPACE', '\u200b', ({ isSeen }) => (isSeen ? 'refused' : 'taken')],
  ['HANGUL FILLER', '\u3164', ({ isSeen }) => (isSeen ? 'refused' : 'taken')],
  ['BRAILLE PATTERN BLANK', '\u2800', ({ isSeen }) => (isSeen ? 'refused' : 'taken')],
  ['SOFT HYPHEN', '\u00ad', ({ isSeen }) => (isSeen ? 'refused' : 'taken')],
  ['a mark alone', '\u0301', ({ isSeen }) => (isSeen ? 'refused' : 'taken')],
  ['<', 'a<b', ({ isPlain }) => (isPlain ? 'taken' : 'refused')],
  ['>', 'a>b', ({ isPlain }) => (isPlain ? 'taken' : 'refused')],
];

const good: Record<string, unknown> = {
  title: 'T',
  message: 'M',
  link: 'https://a.example/',
  mediaUrls: ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
};
/** An address without a server: `validate` warns at once. */
const mediaUrl = 'http://127.0.0.1:9/coast.mp4';
const scheduledAt = new Date(Date.now() + 30 * 86_400_000).toISOString();

/** The body of an assignment whose field has this text; all other fields fit. */
function bodyOf(platform: string, type: string, field: PayloadField, text: string) {
  const of = types[platform]?.find(({ slug }) => slug === type);
  const rest = of?.payloadFields.filter(({ required }) => required).map(({ name }) => [name, good[name]]) ?? [];
  const payload = { ...Object.fromEntries(rest), [field.name]: field.type === 'array' ? ['ok', text] : text };
  const hasMedia = of !== undefined && Object.keys(of.media).length > 0 && type !== 'carousel';
  return {
    connectionId: channels.of[platform]!.connectionId,
    type,
    payload,
    scheduledAt,
    ...(hasMedia && { mediaUrl }),
  };
}

describe.each(fields.map((field, row) => [...field, row] as const))(
  '%s has one verdict at create, PATCH, validate, in the console and of a tool',
  (...[, platform, type, field, row]) => {
    it.each(part(texts, row, 4))('of %s', async (_what, text, verdictOf, kept = text) => {
      const { call, workspaceId } = channels.of[platform]!;
      const verdict = verdictOf(kindOfField(field));
      const name = `payload.${field.name}`;
      const body = bodyOf(platform, type, field, text);
      const isTaken = verdict === 'taken';

      const created = await call('POST', '/api/v1/assignments', { body });
      expect([created.status, Object.keys(created.body.details ?? {})]).toEqual(isTaken ? [201, []] : [400, [name]]);

      const plain = await call('POST', '/api/v1/assignments', { body: bodyOf(platform, type, field, 'plain') });
      const path = `/api/v1/assignments/${plain.body.id}`;
      const changed = await call('PATCH', path, { body: { payload: { [field.name]: body.payload[field.name] } } });
      expect([changed.status, Object.keys(changed.body.details ?? {})]).toEqual(isTaken ? [200, []] : [400, [name]]);
      const { body: after } = await call('GET', path);
      const expected = isTaken ? kept : 'plain';
      expect(after.payload[field.name]).toEqual(field.type === 'array' ? ['ok', expected] : expected);

      const validated = await call('POST', '/api/v1/assignments/validate', { body });
      expect(Object.keys(validated.body.errors)).toEqual(isTaken ? [] : [name]);
      expect(Object.values(validated.body.errors).flat()).toEqual(created.body.details?.[name] ?? []);

      const { accessToken } = await buildMcpGrant({ workspaceId });
      const tool = await callTool(app, accessToken, 'validate_assignment', body);
      expect(JSON.stringify(tool)).toContain(isTaken ? '"errors":{}' : name);

      const offered = await call('GET', `/api/v1/platforms/${platform}/capabilities`);
      const shown = offered.body.contentTypes.find(({ slug }: { slug: string }) => slug === type).payloadFields;
      expect(Object.keys(faultsIn(shown, body.payload))).toEqual(isTaken ? [] : [field.name]);
    });
  },
);
