import { useState } from 'react';
import './avatar.css';

const TONES = ['blue', 'green', 'purple', 'teal', 'orange', 'amber', 'red', 'neutral'] as const;

const CJK = /\p{Script=Han}/u;

/** Longer than this is no personal name but a title (系统管理员), of which the beginning says more than the end. */
const LONGEST_NAME = 4;
/** Smaller circles have room for one letter that can be read. */
const ROOM_FOR_TWO = 32;
const SMALLEST_LETTER = 12;

/**
 * The last one or two characters of a Chinese name, the first letters of one word or two of another one. What stands in brackets
 * is no part of the name.
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

/** The same person has the same colour everywhere. */
export const toneOf = (id: number): (typeof TONES)[number] =>
  TONES[((id * 2_654_435_761) >>> 8) % TONES.length] ?? 'neutral';

const fontOf = (size: number): number =>
  Math.max(SMALLEST_LETTER, Math.floor(size * (size < ROOM_FOR_TWO ? 0.5 : 0.3)));

/** A person's picture or initials. The name stands beside it or, where it does not, in `title`. */
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
        // A picture that is gone leaves the person as he or she was without one.
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

/** Several people, the first few drawn and the rest counted; `named`: one alone has the name beside the picture. */
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
