import { useRef } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { Popup } from '../../../ui/controls/popup.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { SwitchPanel } from './switch-panel.tsx';

/** The address in another project that shows the present section. */
export type WhereIn = (projectId: number) => string;

/** The name of the project. It opens a list of other projects. */
export function ProjectSwitcher({
  project,
  whereIn,
}: {
  project: { readonly id: number; readonly name: string };
  whereIn: WhereIn;
}) {
  const t = useT();
  const root = useRef<HTMLSpanElement>(null);
  return (
    <span className="project-switch" ref={root}>
      <Popup
        kind="dialog"
        align="left"
        label={project.name}
        panelLabel={t('projects.switch.title')}
        className="project-switch-button"
        button={
          <>
            <span className="ellipsis" title={project.name}>
              {project.name}
            </span>
            <Icon name="down" size={14} />
          </>
        }
      >
        {({ close }) => (
          <SwitchPanel
            currentId={project.id}
            whereIn={whereIn}
            onDone={() => {
              root.current?.querySelector('button')?.focus();
              close();
            }}
          />
        )}
      </Popup>
    </span>
  );
}
