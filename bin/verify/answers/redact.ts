import { parseJson } from '../../../platforms/http/exchange';
import type { RecordedAnswer } from './AnswerLog';

/** An answer without anything of an account: the form of its body, and the words that a platform chooses itself. */
export interface RedactedAnswer {
  readonly step: string;
  readonly method: string;
  /** The path, its ids replaced, and the parameters that select the answer. */
  readonly call: string;
  readonly status: number;
  readonly headers: string[];
  readonly body: unknown;
}

/** Fields whose texts are words out of a list of the platform. */
const wordFields = new Set(
  [
    'kind,status,privacyStatus,uploadStatus,processingStatus,processingFailureReason,failureReason,rejectionReason,reason',
    'domain,locationType,location,license,video_status,publish_status,type,token_type,object,mode,payment_status,scope',
    'scopes,tasks,error,param,code,status_type,interval,billing_scheme,usage_type,currency,api_version,enabled_events,media_type',
  ].flatMap((names) => names.split(',')),
);
const numberFields = new Set(['code', 'error_subcode', 'expires_in', 'refresh_token_expires_in']);
/** Letters and few digits: no id and no token has this form. */
const word = /^[A-Za-z*][A-Za-z_.#:/*-]*(?:\d{1,4})?[A-Za-z_.-]*$/;
const longWord = 60;

const headerNames = [
  'location',
  'range',
  'retry-after',
  'x-app-usage',
  'x-business-use-case-usage',
  'www-authenticate',
];
const keptParameters = ['part', 'fields', 'upload_phase', 'uploadType', 'mine', 'status', 'is_published', 'type'];
const itemsMax = 20;

/** @param answer as it came, with secrets in it */
export function redact({ step, method, url, status, headers, text }: RecordedAnswer): RedactedAnswer {
  const names = headerNames.filter((name) => headers[name] !== undefined);
  return { step, method, call: callOf(url), status, headers: names, body: bodyOf(text) };
}

/** A part of a path that a platform has named: no id has this form. */
const pathWord = /^(?:[a-z]*\d{0,2}|[a-z]+(?:[_-][a-z]+)+|[a-z]+[A-Z][a-z]+)$/;

function callOf(url: string): string {
  const { pathname, searchParams } = new URL(url);
  const path = pathname
    .split('/')
    .filter((part) => !/^v\d+\.\d+$/.test(part))
    .map((part) => (pathWord.test(part) ? part : '{id}'))
    .join('/');
  const kept = keptParameters.flatMap((name) => (searchParams.has(name) ? [`${name}=${searchParams.get(name)}`] : []));
  return kept.length === 0 ? path : `${path}?${kept.join('&')}`;
}

function bodyOf(text: string): unknown {
  if (text === '') return null;
  const value = parseJson(text);
  return value === undefined ? '<no JSON>' : formOf('', value);
}

function formOf(name: string, value: unknown): unknown {
  if (typeof value === 'string') return textForm(name, value);
  if (typeof value === 'number') return numberFields.has(name) ? value : '<number>';
  if (Array.isArray(value)) return value.slice(0, itemsMax).map((item: unknown) => formOf(name, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [/\d{5}/.test(key) ? '{id}' : key, formOf(key, part)]),
  );
}

function textForm(name: string, text: string): string {
  if (wordFields.has(name)) {
    const words = text.split(' ');
    if (words.every((part) => part.length <= longWord && word.test(part))) return text;
  }
  if (/^https?:\/\//.test(text)) return '<url>';
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return '<time>';
  return /^\d+$/.test(text) ? '<digits>' : '<text>';
}
