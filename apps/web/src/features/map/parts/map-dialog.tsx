import { useState } from 'react';
import type { Coordinates, Datum } from '@prdm/contract/map/places';
import type { FoundPlace } from '@prdm/contract/map/map';
import { useT, type TextKey } from '../../../lib/i18n.ts';
import { Box } from '../../../ui/box.tsx';
import { inDatum, positionOf, type StoredPlace } from '../datum.ts';
import { useMap, type LoadedMap } from '../map.queries.ts';
import type { MapProvider } from '../providers/provider.ts';
import {
  addressed,
  confirmed,
  detailed,
  emptySelection,
  selected,
  unaddressed,
  type MapPlace,
  type Selection,
} from '../selection.ts';
import { MapPane } from './map-pane.tsx';
import { MapSearch } from './map-search.tsx';
import { SelectedPlace } from './selected-place.tsx';
import './map.css';

export interface MapDialogProps {
  readonly title?: string;
  /** The stored place, or null. Its address shows until another position is chosen. */
  readonly place: (StoredPlace & { readonly address?: string }) | null;
  /** Only shows the place: no search and no confirmation. */
  readonly readOnly?: boolean;
  readonly onConfirm?: (place: MapPlace) => void;
  readonly onClose: () => void;
}

/** Chooses or shows a position on the configured map. */
export default function MapDialog(props: MapDialogProps) {
  const t = useT();
  const { place, readOnly = false, onClose } = props;
  // The datum of typed coordinates. A map has its own.
  const [typed, setTyped] = useState<Datum>(place?.datum || 'gcj02');
  const map = useMap(typed);
  const provider = map.state === 'loading' ? null : map.provider;
  // Null until the user changes something. The stored place needs the datum of the map first.
  const [changed, setChanged] = useState<Selection | null>(null);
  const [shown, setShown] = useState<Coordinates | null>(null);
  const selection = changed ?? firstSelection(place, provider);
  const change = (by: (before: Selection) => Selection) =>
    setChanged((before) => by(before ?? firstSelection(place, provider)));

  const pick = (position: Coordinates) => {
    change((before) => selected(before, position));
    provider?.addressOf(position).then(
      (address) => change((before) => addressed(before, position, address)),
      () => change((before) => unaddressed(before, position)),
    );
  };
  const choose = ({ name, address, lng, lat }: FoundPlace) => {
    const position = { lng, lat };
    setShown(position);
    // A typed position has no address yet.
    if (address === '') pick(position);
    else change((before) => selected(before, position, address.includes(name) ? address : `${address}${name}`));
  };
  const confirm = () => {
    const result = provider && confirmed(selection, provider.datum);
    if (result === null) change((before) => ({ ...before, problem: 'map.noPosition' }));
    else {
      props.onConfirm?.(result);
      onClose();
    }
  };
  return (
    <Box
      title={props.title ?? t(readOnly ? 'map.viewTitle' : 'map.title')}
      width="1000px"
      fillsPhone
      isWide
      onClose={onClose}
      actions={
        <>
          <button type="button" className="button" onClick={onClose}>
            {t(readOnly ? 'common.close' : 'common.cancel')}
          </button>
          {!readOnly && (
            <button type="button" className="button button-primary" onClick={confirm}>
              {t('map.confirm')}
            </button>
          )}
        </>
      }
    >
      <div className="map-dialog">
        <Notices map={map} problem={selection.problem} />
        {map.state === 'loading' ? (
          <div className="map-pane" role="status">
            {t('map.loading')}
          </div>
        ) : (
          <>
            {!readOnly && <MapSearch provider={map.provider} onChoose={choose} />}
            <MapPane
              provider={map.provider}
              centre={inDatum(map.setting.centre, map.setting.centre.datum, map.provider.datum)}
              zoom={map.setting.zoom}
              position={selection.position}
              shown={shown}
              readOnly={readOnly}
              onPick={pick}
            />
            <SelectedPlace
              selection={selection}
              datum={map.provider.datum}
              onDatum={map.provider.kind === 'none' && !readOnly ? setTyped : null}
              onDetail={readOnly ? null : (detail) => change((before) => detailed(before, detail))}
            />
          </>
        )}
      </div>
    </Box>
  );
}

/** The state of a dialog that was just opened, in the datum of the map. Typed figures stay as they were stored. */
function firstSelection(place: MapDialogProps['place'], provider: MapProvider | null): Selection {
  if (place === null || provider === null) return emptySelection(null);
  const shown = provider.kind === 'none' ? place.datum || 'gcj02' : provider.datum;
  return { ...emptySelection(positionOf(place, shown)), address: place.address ?? '' };
}

function Notices({ map, problem }: { map: LoadedMap; problem: TextKey | null }) {
  const t = useT();
  const isMissing = map.state === 'ready' && map.provider.kind === 'none';
  return (
    <>
      {(isMissing || map.state === 'failed') && (
        <p className="notice-line" data-kind="info" role="status">
          {map.state === 'failed' ? t('map.failed') : `${t('map.none')} · ${t('map.noneText')}`}
        </p>
      )}
      {problem !== null && (
        <p className="notice-line" role="alert">
          {t(problem)}
        </p>
      )}
    </>
  );
}
