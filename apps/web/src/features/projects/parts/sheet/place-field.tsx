import { Form, Input } from 'antd';
import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { DATUMS } from '@prdm/contract/map/places';
import { LIMITS } from '@prdm/contract/limits';
import { useT } from '../../../../lib/i18n.ts';
import { Field } from '../../../../ui/form/record-form.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import { MapDialog, type MapPlace } from '../../../map/index.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The position of the project. The map also gives the datum, and the address when it knows one. */
export function PlaceField() {
  const t = useT();
  return (
    <>
      <Field name="location" label={t('projects.field.location')}>
        <PlaceInput />
      </Field>
      <Field name="datum" hidden>
        <Input type="hidden" />
      </Field>
    </>
  );
}

function PlaceInput({ value = '', onChange }: { value?: string; onChange?: (text?: string) => void }) {
  const t = useT();
  const form = Form.useFormInstance();
  const [open, setOpen] = useState(false);
  const take = ({ location, datum, address }: MapPlace) => {
    // The location comes last, because its change also stores the draft.
    form.setFieldValue('datum', datum);
    if (address !== '') form.setFieldValue('address', address.slice(0, LIMITS.titleMax));
    onChange?.(location);
  };
  const clear = () => {
    form.setFieldValue('datum', undefined);
    onChange?.(undefined);
  };
  const datum = DATUMS.find((known) => known === form.getFieldValue('datum')) ?? '';
  return (
    <div className="sheet-place">
      {value !== '' && <span className="tabular">{value}</span>}
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Icon name="place" />
        {t(value === '' ? 'projects.place.choose' : 'projects.place.change')}
      </button>
      {value !== '' && (
        <button type="button" className="button" onClick={clear}>
          {t('projects.place.remove')}
        </button>
      )}
      {/* Outside the form: the Enter key in the dialog would submit it. */}
      {open &&
        createPortal(
          <Suspense fallback={null}>
            <MapDialog
              place={value === '' ? null : { location: value, datum, address: textOf(form.getFieldValue('address')) }}
              onConfirm={take}
              onClose={() => setOpen(false)}
            />
          </Suspense>,
          document.body,
        )}
    </div>
  );
}
