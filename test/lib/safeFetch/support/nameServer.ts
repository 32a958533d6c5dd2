import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

/** Addresses of a name, in the order asked for; `silent` never answers; a name that is not there does not exist. */
export type Zone = Readonly<Record<string, readonly string[] | 'silent'>>;

export interface NameServer {
  readonly server: string;
  readonly queries: readonly string[];
  readonly close: () => void;
}

const recordTypes: Readonly<Record<number, string>> = { 1: 'ipv4', 28: 'ipv6' };

const nameIn = (query: Buffer): { name: string; end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 5 };
};

const recordFor = (address: string, type: number): Buffer => {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray());
  const head = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 1, 0, bytes.length]);
  return Buffer.concat([head, bytes]);
};

const answerTo = (query: Buffer, addresses: readonly string[] | undefined, end: number): Buffer => {
  const type = query.readUInt16BE(end - 4);
  const fitting = (addresses ?? []).filter((address) => ipaddr.parse(address).kind() === recordTypes[type]);
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(addresses ? 0x8180 : 0x8183, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(fitting.length, 6);
  return Buffer.concat([head, query.subarray(12, end), ...fitting.map((address) => recordFor(address, type))]);
};

/** A real name server for A and AAAA questions on loopback (RFC 1035 §4). */
export const startNameServer = async (zone: Zone): Promise<NameServer> => {
  const queries: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const { name, end } = nameIn(query);
    queries.push(name);
    const addresses = zone[name];
    if (addresses !== 'silent') socket.send(answerTo(query, addresses, end), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { server: `127.0.0.1:${socket.address().port}`, queries, close: () => socket.close() };
};
