import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { ComponentProperties, ComponentRef, Viewer } from '@prdm/viewer';
import { useT, keyInData } from '../../../../lib/i18n.ts';
import { groupsOf, matching, type PropertyWords } from '../../models.properties.ts';
import { CopyButton } from '../../../../ui/controls/copy-button.tsx';
import { PropertyGroup } from './property-group.tsx';
import { useClassName } from './use-class-name.ts';

interface PanelProps {
  viewer: Viewer;
  selection: readonly ComponentRef[];
  units: Readonly<Record<string, string>>;
}

/** All properties of the selected component: attributes, property sets, quantities, type, materials. */
export function PropertiesPanel({ viewer, selection, units }: PanelProps) {
  const t = useT();
  const className = useClassName();
  const words = useWords();
  // Kept between components, because users compare one property on several.
  const [word, setWord] = useState('');
  const wanted = useDeferredValue(word);
  const properties = useProperties(viewer, selection.length === 1 ? (selection[0] ?? null) : null);
  const groups = useMemo(
    () => (properties === null ? [] : groupsOf(properties, words, units)),
    [properties, words, units],
  );
  if (selection.length === 0) return <p className="model-note">{t('viewer.properties.none')}</p>;
  if (selection.length > 1)
    return <p className="model-note">{t('viewer.properties.many', { count: selection.length })}</p>;
  if (!properties) return <p className="model-note">{t('common.loading')}</p>;
  const shown = matching(groups, wanted);
  return (
    <div className="model-properties" data-testid="properties">
      <h2 className="model-properties-name">
        {properties.name === '' ? className(properties.ifcClass) : properties.name}
      </h2>
      <p className="model-properties-class">
        <span title={properties.ifcClass}>{className(properties.ifcClass)}</span>
        {properties.guid !== null && <Guid guid={properties.guid} />}
      </p>
      <input
        className="model-search model-property-search"
        type="search"
        value={word}
        placeholder={t('viewer.properties.search')}
        aria-label={t('viewer.properties.search')}
        onChange={(event) => setWord(event.target.value)}
      />
      {shown.map((group) => (
        <PropertyGroup {...group} key={group.key} />
      ))}
      {shown.length === 0 && <p className="model-note">{t('viewer.properties.noMatch')}</p>}
    </div>
  );
}

function useWords(): PropertyWords {
  const t = useT();
  return useMemo(
    () => ({
      yes: t('common.yes'),
      no: t('common.no'),
      attributes: t('viewer.properties.attributes'),
      quantities: t('viewer.properties.quantities'),
      materials: t('viewer.properties.materials'),
      type: (name) => t('viewer.properties.type', { name }),
      attribute: (name) => t(keyInData(`viewer.attribute.${name}`), { defaultValue: '' }) || null,
      setOf: (kind, classKey) => {
        const word = t(keyInData(`ifc.${classKey}`), { defaultValue: '' });
        return word === '' ? null : t(`viewer.set.${kind}`, { word });
      },
    }),
    [t],
  );
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
  const name = t('viewer.properties.guid');
  return (
    <span className="model-guid-line">
      <span className="model-guid tabular" title={name}>
        {guid}
      </span>
      <CopyButton name={name} value={guid} />
    </span>
  );
}
