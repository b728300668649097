import { useEffect, useState } from 'react';
import type { ComponentRef, Viewer } from '@prdm/viewer';
import { LIMITS } from '@prdm/contract/limits';
import { useT } from '../../../../lib/i18n.ts';
import type { ModelPlace } from '../../../processes/index.ts';
import { useClassName } from '../tree/use-class-name.ts';

/** The place of a new opinion: the selected component, else the present view. */
export function useOpinionPlace(props: {
  viewer: Viewer;
  versionId: number;
  selection: readonly ComponentRef[];
  /** The name of the shown viewpoint, else that of the model. */
  viewName: string;
}): { readonly words: string; readonly take: () => Promise<ModelPlace> } {
  const { viewer, versionId, selection, viewName } = props;
  const t = useT();
  const [only, ...others] = selection;
  const component = only !== undefined && only.guid !== null && others.length === 0 ? only : null;
  const nameOf = useComponentName(viewer);
  const [known, setKnown] = useState<{ guid: string; name: string } | null>(null);
  const guid = component?.guid ?? null;
  useEffect(() => {
    let gone = false;
    if (component === null || guid === null) return;
    void nameOf(component).then((name) => {
      if (!gone) setKnown({ guid, name });
    });
    return () => {
      gone = true;
    };
    // The name follows the component, which its guid identifies.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [viewer, guid]);
  const take = async (): Promise<ModelPlace> => {
    const view = JSON.stringify(viewer.viewpoint.save());
    const seen = { version_id: versionId, view } as const;
    if (component === null || guid === null)
      return { ...seen, place: 'viewpoint', place_name: viewName.slice(0, LIMITS.titleMax) };
    const name = known?.guid === guid ? known.name : await nameOf(component);
    return { ...seen, place: 'component', guid, place_name: name.slice(0, LIMITS.titleMax) };
  };
  const words =
    guid !== null
      ? t('opinion-pages.model.onComponent', { name: known?.guid === guid ? known.name : '' })
      : selection.length > 1
        ? t('opinion-pages.model.onViewMany', { count: selection.length })
        : t('opinion-pages.model.onView');
  return { words, take };
}

/** Name of a component, or its class if it has none. */
function useComponentName(viewer: Viewer): (component: ComponentRef) => Promise<string> {
  const className = useClassName();
  return async (component) => {
    const found = await viewer.components.properties(component);
    if (found === null) return '';
    return found.name === '' ? className(found.ifcClass) : found.name;
  };
}
