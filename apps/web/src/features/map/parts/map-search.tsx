import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { FoundPlace } from '@prdm/contract/map/map';
import { useT } from '../../../lib/i18n.ts';
import { CallError } from '../../../lib/api/call-error.ts';
import { typedPlace, type MapProvider } from '../providers/provider.ts';

const TYPING_PAUSE_MS = 300;

/** The search box with its results. The arrow keys move through them, Enter chooses. */
export function MapSearch({ provider, onChoose }: { provider: MapProvider; onChoose: (place: FoundPlace) => void }) {
  const t = useT();
  const [word, setWord] = useState('');
  const { places, failure, forget } = useFound(provider, word);
  const [active, setActive] = useState(0);
  const listId = useId();
  const isOpen = places !== null;
  const choose = (place: FoundPlace | undefined) => {
    if (place === undefined) return;
    forget();
    setActive(0);
    onChoose(place);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || places === null) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && places.length > 0) setActive((active + step + places.length) % places.length);
    else if (event.key === 'Enter') choose(places[active]);
    // Escape closes the list first and the dialog with the next press.
    else if (event.key === 'Escape') forget();
    else return;
    event.preventDefault();
  };
  const hint = t(provider.searches ? 'map.search' : 'map.searchTyped');
  return (
    <div className="map-search">
      <input
        className="map-search-field"
        type="search"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && places.length > 0 ? `${listId}-${active}` : undefined}
        aria-label={hint}
        placeholder={hint}
        maxLength={100}
        value={word}
        onChange={({ target }) => setWord(target.value)}
        onKeyDown={onKey}
      />
      {isOpen && (
        <ul id={listId} className="map-results" role="listbox" aria-label={t('map.results')}>
          {places.map((place, index) => (
            <li
              key={`${place.name} ${place.lng} ${place.lat}`}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(place)}
            >
              <strong>{place.name}</strong>
              {place.address !== '' && <span>{place.address}</span>}
            </li>
          ))}
        </ul>
      )}
      {failure !== null && (
        <p className="map-no-results" role="alert">
          {failure === '' ? t('map.noAnswer') : failure}
        </p>
      )}
      {isOpen && places.length === 0 && (
        <p className="map-no-results" role="status">
          {t('map.noResults')}
        </p>
      )}
    </div>
  );
}

/**
 * The places of a word, null while there is nothing to show. `failure`: the message of a failed search, '' when the service
 * gave none. A pause in typing starts the search.
 */
function useFound(provider: MapProvider, word: string) {
  const [found, setFound] = useState<{
    word: string;
    places: readonly FoundPlace[] | null;
    failure: string | null;
  } | null>(null);
  const turn = useRef(0);
  useEffect(() => {
    turn.current += 1;
    const mine = turn.current;
    const wanted = word.trim();
    const typed = typedPlace(wanted);
    if (wanted === '' || (typed === null && !provider.searches)) return undefined;
    const timer = setTimeout(
      () => {
        const asked = typed === null ? provider.search(wanted) : Promise.resolve([typed]);
        asked.then(
          (places) => {
            if (turn.current === mine) setFound({ word, places, failure: null });
          },
          (error: unknown) => {
            const failure = error instanceof CallError ? error.msg : '';
            if (turn.current === mine) setFound({ word, places: null, failure });
          },
        );
      },
      typed === null ? TYPING_PAUSE_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [provider, word]);
  const current = found?.word === word ? found : null;
  return { places: current?.places ?? null, failure: current?.failure ?? null, forget: () => setFound(null) };
}
