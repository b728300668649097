import { DATUMS, locationOf, type Datum } from '@prdm/contract/map/places';
import { useT } from '../../../lib/i18n.ts';
import type { Selection } from '../selection.ts';

/** The selected position: coordinates, address, and the detail that the user adds. */
export function SelectedPlace(props: {
  selection: Selection;
  datum: Datum;
  /** Null when the map decides the datum. */
  onDatum: ((datum: Datum) => void) | null;
  /** Null in a dialog that only shows. */
  onDetail: ((detail: string) => void) | null;
}) {
  const t = useT();
  const { datum, onDatum, onDetail } = props;
  const { position, address, detail } = props.selection;
  return (
    <section className="map-selected" aria-label={t('map.selected')}>
      <dl>
        <div>
          <dt>{t('map.coordinates')}</dt>
          <dd className="tabular">{position === null ? t('map.nothing') : locationOf(position)}</dd>
        </div>
        <div>
          <dt>{t('map.datum')}</dt>
          <dd>{onDatum === null ? t(`map.datums.${datum}`) : <DatumChoice datum={datum} onChange={onDatum} />}</dd>
        </div>
        <div data-wide>
          <dt>{t('map.address')}</dt>
          <dd>{address || '–'}</dd>
        </div>
      </dl>
      {onDetail !== null && (
        <label className="map-detail">
          {t('map.detail')}
          <input
            className="map-search-field"
            maxLength={100}
            placeholder={t('map.detailHint')}
            value={detail}
            onChange={({ target }) => onDetail(target.value)}
          />
        </label>
      )}
    </section>
  );
}

function DatumChoice({ datum, onChange }: { datum: Datum; onChange: (datum: Datum) => void }) {
  const t = useT();
  return (
    <select
      aria-label={t('map.datum')}
      value={datum}
      onChange={({ target }) => onChange(DATUMS.find((known) => known === target.value) ?? 'gcj02')}
    >
      {DATUMS.map((known) => (
        <option key={known} value={known}>
          {t(`map.datums.${known}`)}
        </option>
      ))}
    </select>
  );
}
