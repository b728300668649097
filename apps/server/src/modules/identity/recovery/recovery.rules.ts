import { networkOf } from '../../../platform/http/network.ts';
import { LOGIN_LIMITS, type TryLimit } from '../identity.rules.ts';
import type { TrySubjects } from '../throttle.ts';
import type { CodeOf } from './codes.repo.ts';

const HOUR = { windowSeconds: 3600, blockSeconds: 3600 } as const;
/** Limits of sent codes (safety.md S30 and A12). */
const OF_ADDRESS: TryLimit = { scope: 'code_address', limit: 5, ...HOUR };
const OF_USER: TryLimit = { scope: 'code_user', limit: 10, ...HOUR };
const OF_NETWORK: TryLimit = { scope: 'code_network', limit: 100, ...HOUR };

/** The counters of one sent code: the address, the user if any, and the network address of the caller. */
export const sendSubjects = ({ type, address, userId }: CodeOf, ip: string): TrySubjects => [
  { limit: OF_ADDRESS, subject: `${type} ${address}` },
  ...(userId === 0 ? [] : [{ limit: OF_USER, subject: String(userId) }]),
  { limit: OF_NETWORK, subject: networkOf(ip) },
];

/** The counter of one tried code. Wrong codes and wrong passwords of one network address share a budget. */
export const checkSubjects = (ip: string): TrySubjects =>
  LOGIN_LIMITS.filter(({ scope }) => scope === 'login_address').map((limit) => ({ limit, subject: networkOf(ip) }));
