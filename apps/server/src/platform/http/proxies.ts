import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** The number of proxies in front of the program, or their address ranges. false means none: the header is ignored. */
export type TrustedProxies = false | number | readonly string[];

const HOPS_MAX = 10;
const SAYS =
  'must be false, the number of proxies in front (1 to 10), or their addresses as a list such as 10.0.0.5,10.1.0.0/16';

const entriesOf = (value: string): string[] => value.split(',').map((entry) => entry.trim());
const isHops = (value: string): boolean => /^\d+$/.test(value);

/** The error in a value of TRUST_PROXY as a text for the operator. null when it is valid. */
export function proxyProblem(value: string): string | null {
  if (value === 'false') return null;
  if (value === 'true') return `true would believe addresses that callers write themselves: ${SAYS}`;
  if (isHops(value)) return Number(value) <= HOPS_MAX ? null : SAYS;
  const wrong = entriesOf(value).find((entry) => !isRange(entry));
  return wrong === undefined ? null : `${SAYS}; "${wrong}" is no address and no range`;
}

/** Parses a value of TRUST_PROXY that proxyProblem accepts. */
export function trustedProxies(value: string): TrustedProxies {
  if (value === 'false') return false;
  if (isHops(value)) return Number(value) === 0 ? false : Number(value);
  return entriesOf(value);
}

/**
 * The same in the form of the framework. The framework does not count hops itself, because a caller that bypasses the proxy can write the
 * whole header. The runbook requires that only the proxy reaches the program (HOST=127.0.0.1), or ranges.
 */
export const trustOf = (trusted: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted === false ? false : [...trusted];

/** An address or a CIDR range. A range of all addresses would trust every caller. */
function isRange(entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/**
 * Removes invalid entries from X-Forwarded-For, and all entries to their left. Each proxy appends on the right, so those came through a hop
 * without an address. The framework then counts hops or ranges from the right.
 */
export function keepAddresses(headers: IncomingHttpHeaders): void {
  const given = headers['x-forwarded-for'];
  if (given === undefined) return;
  const entries = entriesOf([given].flat().join(','));
  const last = entries.findLastIndex((entry) => isIP(entry) === 0);
  const kept = entries.slice(last + 1);
  if (kept.length > 0) headers['x-forwarded-for'] = kept.join(', ');
  else delete headers['x-forwarded-for'];
}
