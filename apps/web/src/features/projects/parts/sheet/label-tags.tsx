import type { CSSProperties } from 'react';
import type { ProjectInfo } from '@prdm/contract/projects';
import { standardName } from '../../../../lib/i18n.ts';
import './label-tags.css';

/** Project labels, each with its colour as a mark before the name. */
export function LabelTags({ labels }: { labels: ProjectInfo['labels'] }) {
  return (
    <span className="label-tags">
      {labels.map(({ id, name, colour }) => (
        <span key={id} className="label-tag" style={{ '--label': colour ?? undefined } as CSSProperties}>
          {standardName('label', name)}
        </span>
      ))}
    </span>
  );
}
