import { isIPv6 } from 'node:net';

const PREFIX_GROUPS = 4;
const MAPPED = /^(?:0:){5}ffff:([\da-f]+):([\da-f]+)$/;

/**
 * The network whose attempts are counted together. For IPv6 it is the /64: one client owns all its addresses and could use a new one for
 * each attempt. An IPv4 address is its own network, also when it arrives as IPv6 (::ffff:192.0.2.1).
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1); // a link-local address contains its interface
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const [, high = '', low = ''] = MAPPED.exec(groups.join(':')) ?? [];
  if (high !== '') return [...bytesOf(high), ...bytesOf(low)].join('.');
  return `${groups.slice(0, PREFIX_GROUPS).join(':')}::/64`;
}

/** The eight groups of an address without leading zeros. A trailing IPv4 part becomes two groups. */
function groupsOf(address: string): string[] {
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = short.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail];
}

const bytesOf = (group: string): number[] => {
  const value = Number.parseInt(group, 16);
  return [value >> 8, value & 255];
};
