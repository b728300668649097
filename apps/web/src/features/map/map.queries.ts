import { useEffect, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { mapSetting, type MapSetting } from '@prdm/contract/map/map';
import type { Datum } from '@prdm/contract/map/places';
import { call } from '../../lib/api/call.ts';
import { gridProvider } from './providers/grid.ts';
import type { MapProvider } from './providers/provider.ts';

export type LoadedMap =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly provider: MapProvider; readonly setting: MapSetting }
  /** The service did not load. The grid takes its place. */
  | { readonly state: 'failed'; readonly provider: MapProvider; readonly setting: MapSetting };

/** Each dialog asks for the setting: its ticket lives for an hour. */
const useMapSetting = () =>
  useQuery({
    queryKey: ['map', 'setting'],
    queryFn: ({ signal }) => call(mapSetting, {}, { signal, silent: true }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** The code of a service loads with it. */
async function providerOf({ amap, tiles }: MapSetting): Promise<MapProvider> {
  if (amap !== null) return (await import('./providers/amap.ts')).amapProvider(amap);
  if (tiles !== null) return (await import('./providers/tiles.ts')).tilesProvider(tiles);
  throw new Error('no map service is configured');
}

const NO_SETTING: MapSetting = {
  provider: 'none',
  centre: { lng: 120.1551, lat: 30.2741, datum: 'gcj02' },
  zoom: 18,
  amap: null,
  tiles: null,
};

/** The configured map service. `datum` is that of the grid, which has none of its own. */
export function useMap(datum: Datum): LoadedMap {
  const { data, error } = useMapSetting();
  const grid = useMemo(() => gridProvider(datum), [datum]);
  const [known, setKnown] = useState<{ of: MapSetting; provider: MapProvider | null } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    if (data === undefined || data.provider === 'none') return undefined;
    providerOf(data).then(
      (provider) => isCurrent && setKnown({ of: data, provider }),
      () => isCurrent && setKnown({ of: data, provider: null }),
    );
    return () => {
      isCurrent = false;
    };
  }, [data]);
  if (error !== null) return { state: 'failed', provider: grid, setting: NO_SETTING };
  if (data === undefined) return { state: 'loading' };
  if (data.provider === 'none') return { state: 'ready', provider: grid, setting: data };
  if (known === null || known.of !== data) return { state: 'loading' };
  if (known.provider === null) return { state: 'failed', provider: grid, setting: data };
  return { state: 'ready', provider: known.provider, setting: data };
}
