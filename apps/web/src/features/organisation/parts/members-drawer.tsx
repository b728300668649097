import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useT } from '../../../lib/i18n.ts';
import { FailedState, EmptyState, SkeletonLines } from '../../../ui/feedback/states.tsx';
import { Icon } from '../../../ui/look/icon.tsx';
import { PersonLine } from '../../../ui/people/people-picker.tsx';
import { RecordDrawer } from '../../../ui/records/record-drawer.tsx';
import { personPath } from '../addresses.ts';
import { StaffPicker } from './staff-picker.tsx';
import './members-drawer.css';

export interface Member {
  readonly id: number;
  readonly name: string;
  readonly thumb: string;
  readonly hint?: string;
}

/** The people of a position or a group at the right of the list, with a field that adds people. */
export function MembersDrawer(props: {
  id: number;
  name: string;
  /** Undefined while loading. */
  people: readonly Member[] | undefined;
  error: Error | null;
  onRetry: () => void;
  hint?: string;
  onAdd: (ids: readonly number[]) => Promise<unknown>;
  /** Without it, people cannot be removed here. */
  onRemove?: (person: Member) => void;
  /** Content above the people, such as the departments of a group. */
  above?: ReactNode;
  onClose: () => void;
}) {
  const t = useT();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isBusy, setBusy] = useState(false);
  const { people, error } = props;
  const add = async () => {
    setBusy(true);
    try {
      await props.onAdd(chosen);
      setChosen([]);
    } catch {
      return; // the toast of the call shows the refusal
    } finally {
      setBusy(false);
    }
  };
  const label = t('entities.members.of', { name: props.name });
  return (
    <RecordDrawer
      id={props.id}
      label={label}
      title={<span className="ellipsis">{props.name === '' ? '' : label}</span>}
      onClose={props.onClose}
    >
      <div className="members-add">
        <StaffPicker
          multiple
          aria-label={t('entities.members.add')}
          placeholder={t('entities.members.add')}
          exclude={people?.map(({ id }) => id)}
          value={chosen}
          onChange={setChosen}
        />
        <button
          type="button"
          className="button button-primary"
          disabled={chosen.length === 0 || isBusy}
          onClick={() => void add()}
        >
          {t('entities.members.addVerb')}
        </button>
        {props.hint !== undefined && <p className="field-hint">{props.hint}</p>}
      </div>
      {props.above}
      {people === undefined && error === null && <SkeletonLines lines={6} />}
      {people === undefined && error !== null && <FailedState error={error} onRetry={props.onRetry} />}
      {people?.length === 0 && (
        <EmptyState title={t('entities.members.none')} text={t('entities.members.noneText')} icon="users" />
      )}
      <ul className="members">
        {people?.map((person) => (
          <li key={person.id}>
            <Link to={personPath(person.id)}>
              <PersonLine person={person} />
            </Link>
            {props.onRemove && (
              <button
                type="button"
                className="icon-button"
                aria-label={t('entities.members.remove', { name: person.name })}
                title={t('entities.members.remove', { name: person.name })}
                onClick={() => props.onRemove?.(person)}
              >
                <Icon name="close" />
              </button>
            )}
          </li>
        ))}
      </ul>
    </RecordDrawer>
  );
}
