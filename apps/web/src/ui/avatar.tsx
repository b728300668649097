import { useState } from 'react';
import './avatar.css';

const TONES = ['blue', 'green', 'purple', 'teal', 'orange', 'amber', 'red', 'neutral'] as const;

const CJK = /\p{Script=Han}/u;

/** The last two characters of a Chinese name, the first letters of two words of another one. */
export function initialsOf(name: string): string {
  const letters = [...name.trim()];
  if (letters.some((letter) => CJK.test(letter)))
    return letters
      .filter((letter) => CJK.test(letter))
      .slice(-2)
      .join('');
  const words = name.trim().split(/[\s._-]+/);
  const both = words.length > 1 ? [words[0], words.at(-1)] : [...(words[0] ?? '')].slice(0, 2);
  return both
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

/** The same person has the same colour everywhere. */
export const toneOf = (id: number): (typeof TONES)[number] =>
  TONES[((id * 2_654_435_761) >>> 8) % TONES.length] ?? 'neutral';

const fontOf = (size: number): number => {
  if (size >= 40) return Math.floor(size * 0.3);
  return size >= 28 ? 12 : Math.max(9, Math.floor(size * 0.42));
};

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
      {initialsOf(props.name)}
    </span>
  );
}

export interface AvatarPerson {
  readonly id: number;
  readonly name: string;
  readonly thumb?: string | null;
}

/** Several people, the first few drawn and the rest counted. */
export function AvatarGroup({
  people,
  most = 3,
  size = 24,
}: {
  people: readonly AvatarPerson[];
  most?: number;
  size?: number;
}) {
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
