import { Form } from 'antd';
import { useState } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/look/icon.tsx';
import type { AttachmentCalls, Attached } from '../attachments.queries.ts';
import { HandInViews } from '../views/hand-in-views.tsx';
import { ViewPicker } from '../views/view-picker.tsx';
import type { ListedView } from '../views/view-tile.tsx';
import { HandInFiles } from './hand-in-files.tsx';

/** The form fields of a submission: files of the record, uploads, files and viewpoints of the project. */
export function HandIn({ calls, record }: { calls: AttachmentCalls; record: Attached }) {
  const t = useT();
  const form = Form.useFormInstance();
  const [chosen, setChosen] = useState<readonly ListedView[]>([]);
  const [isPicking, setPicking] = useState(false);
  return (
    <>
      <HandInFiles
        calls={calls}
        record={record}
        more={
          <button type="button" className="link-button" onClick={() => setPicking(true)}>
            <Icon name="model" size={14} /> {t('attachments.views.pick')}
          </button>
        }
      />
      <HandInViews projectId={record.project_id} chosen={chosen} onChange={setChosen} />
      {isPicking && (
        <ViewPicker
          projectId={record.project_id}
          chosen={chosen}
          onPick={(views) => {
            setChosen(views);
            form.setFields([{ name: 'viewpoint_ids', value: views.map(({ id }) => id), errors: [], touched: true }]);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </>
  );
}
