import { useEffect, useState } from 'react';
import type { ComponentProperties, ComponentRef, Property, PropertySet, Viewer } from '@prdm/viewer';
import { useT } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { valueText } from '../models.logic.ts';
import { useClassName } from './use-class-name.ts';

type Units = Readonly<Record<string, string>>;

/** Everything the model says of the component in hand: attributes, property sets, quantities, type, materials. */
export function PropertiesPanel(props: { viewer: Viewer; selection: readonly ComponentRef[]; units: Units }) {
  const { viewer, selection, units } = props;
  const t = useT();
  const className = useClassName();
  const properties = useProperties(viewer, selection.length === 1 ? (selection[0] ?? null) : null);
  if (selection.length === 0) return <p className="model-note">{t('viewer.properties.none')}</p>;
  if (selection.length > 1) return <p className="model-note">{t('viewer.properties.many', { n: selection.length })}</p>;
  if (!properties) return <p className="model-note">{t('common.loading')}</p>;
  return (
    <div className="model-properties" data-testid="properties">
      <h2 className="model-properties-name">
        {properties.name === '' ? className(properties.ifcClass) : properties.name}
      </h2>
      <p className="model-properties-class">
        <span title={properties.ifcClass}>{className(properties.ifcClass)}</span>
        {properties.guid !== null && <Guid guid={properties.guid} />}
      </p>
      <Group title={t('viewer.properties.attributes')} properties={properties.attributes} units={units} />
      {properties.sets.map((set) => (
        <Group
          key={`${set.kind} ${set.name}`}
          title={set.name}
          properties={set.properties}
          units={units}
          tag={set.kind === 'quantities' ? t('viewer.properties.quantities') : undefined}
        />
      ))}
      {properties.type && (
        <>
          <Group
            title={t('viewer.properties.type', { name: properties.type.name })}
            properties={properties.type.attributes}
            units={units}
          />
          {properties.type.sets.map((set: PropertySet) => (
            <Group key={`type ${set.name}`} title={set.name} properties={set.properties} units={units} />
          ))}
        </>
      )}
      {properties.materials.length > 0 && (
        <Group
          title={t('viewer.properties.materials')}
          units={units}
          properties={properties.materials.map((name, index) => ({ name: String(index + 1), value: name, type: null }))}
        />
      )}
    </div>
  );
}

interface GroupProps {
  title: string;
  properties: readonly Property[];
  tag?: string;
  units: Units;
}

function useProperties(viewer: Viewer, component: ComponentRef | null): ComponentProperties | null {
  const [found, setFound] = useState<ComponentProperties | null>(null);
  const [modelId, localId] = [component?.modelId, component?.localId];
  useEffect(() => {
    let gone = false;
    if (modelId === undefined || localId === undefined) return;
    void viewer.components.properties({ modelId, localId }).then((properties) => {
      if (!gone) setFound(properties);
    });
    return () => {
      gone = true;
      setFound(null);
    };
  }, [viewer, modelId, localId]);
  return found;
}

function Guid({ guid }: { guid: string }) {
  const t = useT();
  return (
    <span className="model-guid tabular" title={t('viewer.properties.guid')}>
      {guid}
    </span>
  );
}

function Group({ title, properties, tag, units }: GroupProps) {
  const t = useT();
  if (properties.length === 0) return null;
  const words = { yes: t('common.yes'), no: t('common.no') };
  return (
    <details className="model-group" open>
      <summary>
        <Icon name="down" size={12} />
        {title}
        {tag !== undefined && <span className="model-group-tag">{tag}</span>}
      </summary>
      <dl>
        {properties.map((property) => (
          <div key={property.name} className="model-property">
            <dt title={property.name}>{property.name}</dt>
            <dd title={valueText(property, words, units)}>{valueText(property, words, units)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
