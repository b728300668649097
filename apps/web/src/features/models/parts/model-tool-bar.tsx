import { lengthText } from '@prdm/viewer/units';
import type { Viewer, ViewName } from '@prdm/viewer';
import { useT } from '../../../lib/i18n.ts';
import { MenuItem, Popup } from '../../../ui/controls/popup.tsx';
import { ToolIcon, type ToolIconName } from './tool-icon.tsx';
import { useFollowed } from './use-followed.ts';
import { ACTION_KEYS, type ComponentAction, type ComponentActions } from './tree/use-component-actions.ts';

const VIEWS: readonly ViewName[] = ['iso', 'top', 'bottom', 'front', 'back', 'left', 'right'];
const TOOLS = ['select', 'section', 'measure', 'roam'] as const;
type ToolName = (typeof TOOLS)[number];
const SIGHT = ['hide', 'isolate', 'showAll'] as const;

/** The slim bar over the canvas. The line below it shows the next step of the active tool. Esc disables a tool. */
export function ModelToolBar({ viewer, actions }: { viewer: Viewer; actions: ComponentActions }) {
  const t = useT();
  const tool = useTool(viewer);
  const take = (name: ToolName) => {
    // After a new plane selecting may already be active. When the user chooses it, the handles are hidden.
    if (name !== 'section') viewer.tools.section.showFrames(false);
    viewer.tools[name].enable();
  };
  return (
    <div className="model-bar-wrap">
      <div className="model-bar" role="toolbar" aria-label={t('viewer.tools')}>
        {TOOLS.map((name) => (
          <Tool
            key={name}
            icon={name}
            label={t(`viewer.${name}.title`)}
            pressed={tool === name}
            onClick={() => take(name)}
          />
        ))}
        <span className="model-bar-line" />
        {SIGHT.map((name) => (
          <ActionTool key={name} name={name} action={actions[name]} />
        ))}
        <span className="model-bar-line" />
        <Tool icon="fit" label={t('viewer.fit')} onClick={() => void viewer.fit()} />
        <Popup
          kind="menu"
          align="left"
          label={t('viewer.views.title')}
          className="model-tool"
          button={<ToolIcon name="cube" />}
        >
          {({ close }) =>
            VIEWS.map((name) => (
              <MenuItem
                key={name}
                onSelect={() => {
                  close();
                  void viewer.view(name);
                }}
              >
                {t(`viewer.views.${name}`)}
              </MenuItem>
            ))
          }
        </Popup>
        <Projection viewer={viewer} />
      </div>
      <ToolHelp viewer={viewer} tool={tool} />
    </div>
  );
}

interface ToolProps {
  icon: ToolIconName;
  label: string;
  title?: string;
  pressed?: boolean;
  idle?: boolean;
  onClick: () => void;
}

/**
 * A tool without a possible action keeps its focus and its title with the reason. A disabled button would lose both.
 */
function Tool({ icon, label, title = label, pressed, idle = false, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className="model-tool"
      aria-label={label}
      title={title}
      aria-pressed={pressed}
      aria-disabled={idle}
      onClick={idle ? undefined : onClick}
    >
      <ToolIcon name={icon} />
    </button>
  );
}

/** Actions on the selection, or on hidden components. */
function ActionTool({ name, action }: { name: (typeof SIGHT)[number]; action: ComponentAction | undefined }) {
  const t = useT();
  const label = t(`viewer.hide.${name}`);
  const idle = action?.idle ?? null;
  const title =
    idle === null ? t('viewer.withKey', { label, key: ACTION_KEYS[name] }) : t(`viewer.idle.${idle}`, { label });
  return <Tool icon={name} label={label} title={title} idle={idle !== null} onClick={() => action?.run()} />;
}

function Projection({ viewer }: { viewer: Viewer }) {
  const t = useT();
  // A saved view and roaming also change the projection, and both move the camera.
  const kind = useFollowed(viewer, 'camera', () => viewer.projection());
  const parallel = kind === 'orthographic';
  const turn = () => viewer.projection(parallel ? 'perspective' : 'orthographic');
  return <Tool icon="parallel" label={t('viewer.parallel')} pressed={parallel} onClick={turn} />;
}

/** The tool that receives the clicks. */
function useTool(viewer: Viewer): ToolName {
  const { tools } = viewer;
  const isOn = {
    select: useFollowed(tools.select, 'enabled', () => tools.select.enabled),
    section: useFollowed(tools.section, 'enabled', () => tools.section.enabled),
    measure: useFollowed(tools.measure, 'enabled', () => tools.measure.enabled),
    roam: useFollowed(tools.roam, 'enabled', () => tools.roam.enabled),
  };
  return TOOLS.find((name) => isOn[name]) ?? 'select';
}

function ToolHelp({ viewer, tool }: { viewer: Viewer; tool: ToolName }) {
  const t = useT();
  if (tool === 'section') return <SectionHelp viewer={viewer} />;
  if (tool === 'measure') return <MeasureHelp viewer={viewer} />;
  if (tool === 'roam') return <div className="model-help">{t('viewer.roam.help')}</div>;
  return null;
}

function SectionHelp({ viewer }: { viewer: Viewer }) {
  const t = useT();
  const { section } = viewer.tools;
  const planes = useFollowed(section, 'change', () => section.list());
  return (
    <div className="model-help">
      <span>{t('viewer.section.help')}</span>
      <span className="model-help-group">
        {(['x', 'y', 'z'] as const).map((axis) => (
          <button key={axis} type="button" className="button button-small" onClick={() => section.addAxis(axis)}>
            {t('viewer.section.axis', { axis: axis.toUpperCase() })}
          </button>
        ))}
      </span>
      {/* In a separate row: beside the axes they would move the axes under the pointer. */}
      {planes.length > 0 && (
        <div className="model-help-made">
          {planes.map((plane, index) => (
            <span key={plane.id} className="model-chip">
              {t('viewer.section.plane', { n: index + 1 })}
              <button type="button" className="model-chip-button" onClick={() => section.flip(plane.id)}>
                {t('viewer.section.flip')}
              </button>
              <button type="button" className="model-chip-button" onClick={() => section.remove(plane.id)}>
                {t('viewer.section.remove')}
              </button>
            </span>
          ))}
          {planes.length > 1 && (
            <button type="button" className="model-chip-button" onClick={() => section.removeAll()}>
              {t('viewer.section.removeAll')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function MeasureHelp({ viewer }: { viewer: Viewer }) {
  const t = useT();
  const { measure } = viewer.tools;
  const step = useFollowed(measure, 'step', () => measure.step);
  const dimensions = useFollowed(measure, 'change', () => measure.list());
  const last = dimensions.at(-1);
  return (
    <div className="model-help" data-testid="measure-help">
      <span>{t(`viewer.measure.${step}`)}</span>
      {last && <output className="tabular model-measured">{lengthText(last.mm)}</output>}
      {dimensions.length > 0 && (
        <button type="button" className="model-chip-button" onClick={() => measure.removeAll()}>
          {t('viewer.measure.removeAll', { n: dimensions.length })}
        </button>
      )}
    </div>
  );
}
