import { useState } from 'react';
import type { ProcessView } from '@prdm/contract/processes/review';
import { names } from '../../../lib/format.ts';
import { useT } from '../../../lib/i18n.ts';
import { Box } from '../../../ui/box.tsx';

export type ReturnPlace = ProcessView['can']['returns'][number];

/** Name and people of a stage, for the texts of a return. A transferred place counts for its new reviewer only. */
export function returnName(
  { stages }: Pick<ProcessView, 'stages'>,
  position: number,
): { stage: string; people: string } {
  const found = stages.find((stage) => stage.position === position);
  const seats = found?.seats.filter(({ status }) => status !== 'transferred') ?? [];
  return { stage: found?.name ?? '', people: names(seats.map(({ user }) => user)) };
}

/** Chooses the stage that gets the work back. The nearest one is preselected. */
export function ReturnChoice(props: {
  process: ProcessView;
  places: readonly ReturnPlace[];
  onChoose: (place: ReturnPlace) => void;
  onClose: () => void;
}) {
  const t = useT();
  const [chosen, setChosen] = useState(0);
  const send = () => {
    const place = props.places[chosen];
    props.onClose();
    if (place) props.onChoose(place);
  };
  return (
    <Box
      title={t('processes.decide.toOtherTitle')}
      onClose={props.onClose}
      actions={
        <>
          <button type="button" className="button" onClick={props.onClose}>
            {t('common.cancel')}
          </button>
          <button type="button" className="button button-primary" onClick={send}>
            {t('processes.decide.return')}
          </button>
        </>
      }
    >
      <fieldset className="return-places">
        <legend className="visually-hidden">{t('processes.decide.toOtherTitle')}</legend>
        {props.places.map(({ position }, index) => {
          const { stage, people } = returnName(props.process, position ?? 0);
          return (
            <label key={position} className="return-place">
              <input type="radio" name="return-place" checked={index === chosen} onChange={() => setChosen(index)} />
              <span>
                {stage} <span className="stage-fact">{people}</span>
              </span>
            </label>
          );
        })}
      </fieldset>
      <p className="stage-fact">{t('processes.decide.toOtherHint')}</p>
    </Box>
  );
}
