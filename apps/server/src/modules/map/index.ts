import { MAP_ZOOM, type MapSetting } from '@prdm/contract/map/map';
import type { Clock } from '../../platform/clock.ts';
import { fail } from '../../platform/errors.ts';
import type { Identity } from '../identity/index.ts';
import { Allowance } from './allowance.ts';
import { amapAddress } from './amap/paths.ts';
import { readTicket, TICKET_SECONDS, writeTicket } from './amap/ticket.ts';
import { fetchOutside, type OutsideAnswer } from './outside.ts';
import { findPlaces } from './search.ts';
import type { MapSettings } from './settings.ts';

/**
 * The map service of the installation. It owns no table. Invariants: the security code of AMap reaches no browser; the
 * server fetches no address of a user.
 */
export { mapOf, mapSources, type MapSettings } from './settings.ts';
export type Maps = ReturnType<typeof createMap>;

/** Prefix of the proxy's addresses. AMap's script requires this name. */
export const AMAP_PREFIX = '/_AMapService';

interface Session {
  readonly enterpriseId: number;
  readonly userId: number;
  readonly id: number;
}

export function createMap(parts: { settings: MapSettings; clock: Clock; identity: Pick<Identity, 'isSessionAlive'> }) {
  const { settings, clock, identity } = parts;
  const { amap, tiles, centre } = settings;
  const allowance = new Allowance(clock);
  /** Throws 1007 when the person has asked the service too often. */
  const count = ({ enterpriseId, userId }: Pick<Session, 'enterpriseId' | 'userId'>): void => {
    const seconds = allowance.take(`${enterpriseId}:${userId}`);
    if (seconds > 0) throw fail.tooManyTries(seconds);
  };
  return {
    hasProxy: amap !== null,

    setting(session: Session): MapSetting {
      const until = Math.floor(clock.now().getTime() / 1000) + TICKET_SECONDS;
      const { enterpriseId, userId, id: sessionId } = session;
      const ticket = { enterpriseId, userId, sessionId, until };
      return {
        provider: amap === null ? (tiles === null ? 'none' : 'tiles') : 'amap',
        centre: { ...centre, datum: 'gcj02' },
        zoom: MAP_ZOOM,
        amap: amap && {
          key: amap.key,
          city: amap.city,
          service_path: `${AMAP_PREFIX}/${writeTicket(amap.securityCode, ticket)}`,
          expires_in: TICKET_SECONDS,
        },
        tiles: tiles && { url: tiles.url, datum: tiles.datum, searches: tiles.search !== null },
      };
    },

    search(session: Session, word: string) {
      if (tiles !== null) count(session);
      return findPlaces(tiles, word);
    },
    searchDatum: tiles?.datum ?? 'wgs84',

    /** An answer of AMap for the holder of a ticket. Throws 410, 5, 404, 1007, and 1008 when AMap does not answer. */
    async forward(written: string, path: string, query: string): Promise<OutsideAnswer> {
      if (amap === null) throw fail.notFound(true);
      const ticket = readTicket(amap.securityCode, written, clock.now().getTime() / 1000);
      if (ticket === null) throw fail.linkExpired();
      if (!(await identity.isSessionAlive(ticket.enterpriseId, ticket.sessionId))) throw fail.sessionEnded();
      const address = amapAddress(path, query, amap);
      if (address === null) throw fail.notFound(true);
      count(ticket);
      const answer = await fetchOutside(address);
      if (answer === null) throw fail.wrongState('map.noAnswer');
      return answer;
    },
  };
}
