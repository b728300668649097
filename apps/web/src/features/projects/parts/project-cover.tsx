import { useState } from 'react';
import './project-cover.css';

/** The cover of a project beside its name, which says the same. A missing picture leaves no gap. */
export function ProjectCover({ thumb, width = 48 }: { thumb: string; width?: number }) {
  const [lost, setLost] = useState('');
  if (thumb === '' || thumb === lost) return null;
  const height = Math.round((width * 9) / 16);
  return (
    <img className="project-cover" src={thumb} alt="" width={width} height={height} onError={() => setLost(thumb)} />
  );
}
