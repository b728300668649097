import { CopyButton } from '../../../../ui/controls/copy-button.tsx';
import { Icon } from '../../../../ui/look/icon.tsx';
import { NO_VALUE } from '../../models.logic.ts';
import type { ShownGroup } from '../../models.properties.ts';

export function PropertyGroup({ title, tag, properties }: ShownGroup) {
  return (
    <details className="model-group" open>
      <summary>
        <Icon name="down" size={12} />
        {title}
        {tag !== null && <span className="model-group-tag">{tag}</span>}
      </summary>
      <dl>
        {properties.map(({ raw, name, value }) => (
          <div key={raw} className="model-property">
            <dt title={raw}>{name}</dt>
            <dd>
              <span title={value}>{value}</span>
              {value !== NO_VALUE && <CopyButton name={name} value={value} />}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
