/** Decides which IP addresses belong to the public internet. Only these addresses may be fetched for a URL of a user. */
import { BlockList, isIP } from 'node:net';

/** IPv4 networks that are not public (https://www.iana.org/assignments/iana-ipv4-special-registry). */
const specialIpv4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/**
 * Special networks inside 2000::/3, which contains all public IPv6 addresses (https://www.iana.org/assignments/iana-ipv6-special-registry).
 */
const specialIpv6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
];

const blocked = new BlockList();
for (const [network, bits] of specialIpv4) blocked.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of specialIpv6) blocked.addSubnet(network, bits, 'ipv6');
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !blocked.check(address, 'ipv4');
  return version === 6 && publicIpv6.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}
