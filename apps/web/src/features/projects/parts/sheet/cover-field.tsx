import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../../../lib/i18n.ts';
import { Field } from '../../../../ui/form/record-form.tsx';
import { COVER_FRAME, ImageDialog } from '../../../../ui/image/index.ts';
import { Icon } from '../../../../ui/look/icon.tsx';
import { ProjectCover } from '../project-cover.tsx';

/** The cover in the sheet. The picture is stored with the sheet. */
export function CoverField() {
  const t = useT();
  return (
    <Field name="thumb" label={t('projects.field.thumb')}>
      <CoverInput />
    </Field>
  );
}

function CoverInput({ value, onChange }: { value?: string; onChange?: (thumb?: string) => void }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const has = value !== undefined && value !== '';
  return (
    <div className="cover-field">
      {has && <ProjectCover key={value} thumb={value} width={96} />}
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Icon name="filePicture" />
        {t(has ? 'projects.cover.change' : 'projects.cover.choose')}
      </button>
      {has && (
        <button type="button" className="button" onClick={() => onChange?.(undefined)}>
          {t('projects.cover.remove')}
        </button>
      )}
      {/* Outside the form: the Enter key in the dialog would submit it. */}
      {open &&
        createPortal(
          <Suspense fallback={null}>
            <ImageDialog
              title={t('projects.cover.title')}
              frame={COVER_FRAME}
              current={has ? <ProjectCover thumb={value} width={200} /> : undefined}
              onSave={({ thumb_url }) => onChange?.(thumb_url)}
              onClose={() => setOpen(false)}
            />
          </Suspense>,
          document.body,
        )}
    </div>
  );
}
