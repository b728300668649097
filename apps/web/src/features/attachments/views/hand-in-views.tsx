import { Form } from 'antd';
import { useT } from '../../../lib/i18n.ts';
import { Field } from '../../../ui/form/record-form.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { ViewTileContent, type ListedView } from './view-tile.tsx';

const NAME = 'viewpoint_ids';

/** A form field with the chosen viewpoints of the project. Nothing is shown while none is chosen. */
export function HandInViews(props: {
  projectId: number;
  chosen: readonly ListedView[];
  onChange: (views: readonly ListedView[]) => void;
}) {
  const t = useT();
  const form = Form.useFormInstance();
  const { chosen, projectId } = props;
  if (chosen.length === 0) return null;
  const remove = (id: number) => {
    const left = chosen.filter((view) => view.id !== id);
    form.setFields([{ name: NAME, value: left.map((view) => view.id), errors: [], touched: true }]);
    props.onChange(left);
  };
  return (
    <Field name={NAME} label={t('attachments.views.label')} extra={t('attachments.views.hint')}>
      <ul className="chosen-views">
        {chosen.map((view) => (
          <li key={view.id} className="view-tile">
            <ViewTileContent view={view} projectId={projectId} />
            <button
              type="button"
              className="icon-button"
              aria-label={`${t('attachments.views.remove')} ${view.name}`}
              title={t('attachments.views.remove')}
              onClick={() => remove(view.id)}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
    </Field>
  );
}
