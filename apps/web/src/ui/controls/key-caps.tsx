import { Fragment } from 'react';
import { keyCaps } from '../../lib/keys/key-text.ts';
import './key-caps.css';

/** The caps of a key or a sequence. Alternatives are separated by a slash. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className="key-caps">
      {keyCaps(keys).map((caps, at) => (
        <Fragment key={caps.join(' ')}>
          {at > 0 && <span className="key-or">/</span>}
          {caps.map((cap) => (
            <kbd key={cap} className="key-cap">
              {cap}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
