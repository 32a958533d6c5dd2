type Octets = readonly [number, number, number, number];

const octetsOf = (ip: string): Octets => {
  const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number);
  return [a, b, c, d];
};
const numberOf = ([a, b, c, d]: Octets): number => ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
const hex = (value: number): string => value.toString(16);
const octal = (value: number): string => `0${value.toString(8)}`;
const fullWidth = (text: string): string =>
  text.replace(/[0-9.]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));
const circled = (text: string): string =>
  text.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x2460 + Number(digit) - 1)).replace(/0/g, '⓪');
const percent = (text: string): string => text.replace(/./g, (sign) => `%${hex(sign.charCodeAt(0))}`);

/** Ways to write one IPv4 address as the host of a URL: all that inet_aton and IDNA have ever understood. */
export const spellingsOf = (ip: string): readonly string[] => {
  const octets = octetsOf(ip);
  const [a, b, c, d] = octets;
  const all = numberOf(octets);
  return [
    ip,
    `${ip}.`,
    String(all),
    `0x${hex(all)}`,
    `0X${hex(all).toUpperCase()}`,
    `0x00000000${hex(all)}`,
    octal(all),
    `00000${octal(all)}`,
    `${a}.${all & 0xffffff}`,
    `${a}.${b}.${(c << 8) | d}`,
    octets.map(octal).join('.'),
    octets.map((octet) => `0x${hex(octet)}`).join('.'),
    octets.map((octet) => `0000${octal(octet)}`).join('.'),
    `0x${hex(a)}.${octal(b)}.${c}.0x${hex(d)}`,
    `${octal(a)}.0x${hex(all & 0xffffff)}`,
    fullWidth(ip),
    fullWidth(String(all)),
    circled(ip),
    ip.replaceAll('.', '。'),
    ip.replaceAll('.', '｡'),
    percent(ip),
    `\t${ip}`,
    `${a}.\n${b}.${c}.${d}`,
  ];
};

/** Ways to carry an IPv4 address in an IPv6 address, with the standard that says so. */
export const embeddingsOf = (ip: string): Readonly<Record<string, string>> => {
  const [a, b, c, d] = octetsOf(ip);
  const high = (a << 8) | b;
  const low = (c << 8) | d;
  const tail = `${hex(high)}:${hex(low)}`;
  return {
    'mapped (RFC 4291 §2.5.5.2)': `::ffff:${tail}`,
    'mapped, dotted': `::ffff:${ip}`,
    'mapped, unabridged': `0000:0000:0000:0000:0000:FFFF:${tail}`,
    'compatible (RFC 4291 §2.5.5.1)': `::${tail}`,
    'compatible, dotted': `::${ip}`,
    'SIIT (RFC 2765)': `::ffff:0:${tail}`,
    'NAT64 (RFC 6052)': `64:ff9b::${tail}`,
    'NAT64, dotted': `64:ff9b::${ip}`,
    'local NAT64 /96 (RFC 8215)': `64:ff9b:1::${tail}`,
    'local NAT64 /48 (RFC 8215)': `64:ff9b:1:${hex(high)}:${hex(c)}:${hex(d << 8)}::`,
    '6to4 (RFC 3056)': `2002:${tail}::1`,
    'Teredo server (RFC 4380)': `2001:0:${tail}:0:ffff:f7f7:f7f7`,
    'Teredo client': `2001:0:808:808:0:ffff:${hex(high ^ 0xffff)}:${hex(low ^ 0xffff)}`,
    'ISATAP (RFC 5214)': `2600:1f18:1:2:0:5efe:${tail}`,
    'ISATAP, universal bit': `2600:1f18:1:2:200:5efe:${tail}`,
    'ISATAP, link-local': `fe80::5efe:${tail}`,
    'ISATAP, no prefix': `::5efe:${tail}`,
  };
};
