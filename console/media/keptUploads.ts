import { uploadSessionOf } from '../../domain/uploadSession';
import { ownPlace } from '../session/session';

/** An upload that this tab has begun: it goes on after a reload, and is offered again. */
export interface KeptUpload {
  sessionId: string;
  /** True: a form has taken the upload, which is then not offered again. */
  isTaken: boolean;
}

/** A file that was chosen in this page. */
export interface LocalFile {
  name: string;
  type: string;
  /** Within this page. */
  url: string;
}

const files = new Map<string, LocalFile>();

/** The place of this person's uploads in this organization. The API finds an upload only in its own organization. */
export function uploadsPlace(): string {
  return ownPlace('uploads-begun');
}

/** The uploads that were begun, by the fingerprint of their file. */
export function keptUploads(place = uploadsPlace()): Readonly<Record<string, KeptUpload>> {
  return JSON.parse(sessionStorage.getItem(place) ?? '{}');
}

/** For an upload that is now asked for. @returns a function that keeps it for the same person and organization, later too */
export function keepUpload(fingerprint: string): (upload: KeptUpload) => void {
  const place = uploadsPlace();
  return (upload) => keep({ ...keptUploads(place), [fingerprint]: upload }, place);
}

/** Forgets an upload of this person in this organization. The uploads of other people stay. */
export function forgetUpload(sessionId: string): void {
  keep(Object.fromEntries(Object.entries(keptUploads()).filter(([, kept]) => kept.sessionId !== sessionId)));
}

/** Notes that a form has taken the upload. */
export function takeUpload(sessionId: string): void {
  noteTaken(sessionId, true);
}

/** Offers an upload again that a form had taken: a form that takes another file has not thrown this file away. */
export function offerUpload(mediaUrl: string): void {
  noteTaken(uploadSessionOf(mediaUrl), false);
}

function noteTaken(sessionId: string | null, isTaken: boolean): void {
  const entries = Object.entries(keptUploads()).map(([fingerprint, kept]) => [
    fingerprint,
    kept.sessionId === sessionId ? { ...kept, isTaken } : kept,
  ]);
  keep(Object.fromEntries(entries));
}

/** The same file, chosen again. */
export function fingerprintOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

/** The file behind an address of uploaded media, until the page is loaded again. */
export function localFile(mediaUrl: string): LocalFile | undefined {
  return files.get(mediaUrl);
}

export function noteFile(mediaUrl: string, file: File, type: string): void {
  if (files.has(mediaUrl)) return;
  files.set(mediaUrl, { name: file.name, type, url: URL.createObjectURL(file) });
}

function keep(uploads: Record<string, KeptUpload>, place = uploadsPlace()): void {
  sessionStorage.setItem(place, JSON.stringify(uploads));
}
