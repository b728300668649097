import { useState } from 'react';
import './avatar.css';

const TONES = ['blue', 'green', 'purple', 'teal', 'orange', 'amber', 'red', 'neutral'] as const;

const CJK = /\p{Script=Han}/u;

/** A longer text is a title (系统管理员), not a personal name. Its beginning says more than its end. */
const LONGEST_NAME = 4;
/** Smaller circles, in px, have space for only one readable letter. */
const ROOM_FOR_TWO = 32;
const SMALLEST_LETTER = 12;

/**
 * Letters of an avatar. A Chinese name gives its last one or two characters.
 * Any other name gives the first letters of its first and last word, or of its only word.
 * A suffix in brackets is not part of the name. An empty name gives an empty text.
 */
export function initialsOf(name: string, most: 1 | 2 = 2): string {
  const letters = [...name.replace(/(?<=.)[（(].*$/u, '')].filter((letter) => CJK.test(letter));
  if (letters.length > LONGEST_NAME) return letters.slice(0, most).join('');
  if (letters.length > 0) return letters.slice(-most).join('');
  const words = name.trim().split(/[\s._-]+/);
  const both = words.length > 1 ? [words[0], words.at(-1)] : [...(words[0] ?? '')].slice(0, 2);
  return both
    .map((part) => [...(part ?? '')][0] ?? '')
    .slice(0, most)
    .join('')
    .toUpperCase();
}

/** The tone of a person. It depends only on the id, so it is the same everywhere. */
export const toneOf = (id: number): (typeof TONES)[number] =>
  TONES[((id * 2_654_435_761) >>> 8) % TONES.length] ?? 'neutral';

const fontOf = (size: number): number =>
  Math.max(SMALLEST_LETTER, Math.floor(size * (size < ROOM_FOR_TWO ? 0.5 : 0.3)));

/** A person's picture or initials. The name stands beside the avatar. Where it does not, `titled` shows it on hover. */
export function Avatar(props: { id: number; name: string; thumb?: string | null; size?: number; titled?: boolean }) {
  const { size = 24 } = props;
  const style = { width: size, height: size, fontSize: fontOf(size) };
  const title = props.titled === true ? props.name : undefined;
  const [lost, setLost] = useState<string | null>(null);
  if (props.thumb && props.thumb !== lost) {
    const { thumb } = props;
    return (
      <img
        className="avatar"
        src={thumb}
        alt={title ?? ''}
        title={title}
        style={style}
        width={size}
        height={size}
        // A missing picture falls back to the initials.
        onError={() => setLost(thumb)}
      />
    );
  }
  return (
    <span
      className="avatar"
      data-tone={toneOf(props.id)}
      style={style}
      title={title}
      {...(title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title })}
    >
      {initialsOf(props.name, size < ROOM_FOR_TWO ? 1 : 2)}
    </span>
  );
}

export interface AvatarPerson {
  readonly id: number;
  readonly name: string;
  readonly thumb?: string | null;
}

/**
 * Avatars of several people: the first few, then a count of the rest.
 * With `named`, a single person has the name beside the picture.
 */
export function AvatarGroup({
  people,
  most = 3,
  size = 24,
  named = false,
}: {
  people: readonly AvatarPerson[];
  most?: number;
  size?: number;
  named?: boolean;
}) {
  const [first] = people;
  if (named && first !== undefined && people.length === 1) {
    return (
      <span className="avatar-group" title={first.name}>
        <Avatar {...first} size={size} />
        <span className="avatar-name ellipsis">{first.name}</span>
      </span>
    );
  }
  const shown = people.length > most + 1 ? people.slice(0, most) : people;
  const rest = people.slice(shown.length);
  return (
    <span className="avatar-group">
      {shown.map((person) => (
        <Avatar key={person.id} {...person} size={size} titled />
      ))}
      {rest.length > 0 && (
        <span
          className="avatar avatar-rest tabular"
          style={{ minWidth: size, height: size }}
          title={rest.map(({ name }) => name).join(' ')}
        >
          +{rest.length}
        </span>
      )}
    </span>
  );
}
