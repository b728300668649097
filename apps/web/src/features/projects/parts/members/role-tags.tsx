import { standardName } from '../../../../lib/i18n.ts';
import { ToneChip } from '../../../../ui/feedback/status-chip.tsx';
import { MANAGER_ROLE } from '../../projects.logic.ts';

export interface TaggedRole {
  readonly id: number;
  readonly key: string | null;
  readonly name: string;
  readonly profession_name?: string;
}

/** Roles as chips. A role for a single discipline shows its name. */
export function RoleTags({ roles }: { roles: readonly TaggedRole[] }) {
  return (
    <span className="role-tags">
      {roles.map((role) => {
        const text = [standardName('roles', role.name), standardName('profession', role.profession_name ?? '')]
          .filter(Boolean)
          .join(' · ');
        return (
          <ToneChip key={text} tone={role.key === MANAGER_ROLE ? 'blue' : 'neutral'}>
            {text}
          </ToneChip>
        );
      })}
    </span>
  );
}
