import { Input } from 'antd';
import { useT } from '../../../lib/i18n.ts';
import { FigureInput } from '../../../ui/form/figure-input.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { typedLength } from '../../../ui/form/typed-length.ts';
import {
  enterpriseDisable,
  enterpriseLimits,
  useEnterpriseDisable,
  useEnterpriseLimits,
  type EnterpriseRow,
} from './system.queries.ts';

interface DialogProps {
  readonly row: EnterpriseRow;
  readonly onClose: () => void;
}

/** Member and project limit of an enterprise, with the present use beside each. */
export function LimitsDialog({ row, onClose }: DialogProps) {
  const t = useT();
  const { mutateAsync: send } = useEnterpriseLimits();
  const initial = { member_limit: String(row.member_limit), project_limit: String(row.project_limit) };
  return (
    <FormDialog
      title={t('enterprise.system.limitsOf', { name: row.name })}
      schema={enterpriseLimits.input.omit({ id: true, version: true })}
      initial={initial}
      version={row.version}
      onSubmit={(values, version) =>
        send({
          id: row.id,
          version: version ?? row.version,
          member_limit: Number(values['member_limit']),
          project_limit: Number(values['project_limit']),
        })
      }
      onClose={onClose}
    >
      <Field
        name="member_limit"
        label={t('enterprise.system.memberLimit')}
        extra={t('enterprise.system.membersNow', { n: row.members })}
      >
        <FigureInput />
      </Field>
      <Field
        name="project_limit"
        label={t('enterprise.system.projectLimit')}
        extra={t('enterprise.system.projectsNow', { n: row.projects })}
      >
        <FigureInput />
      </Field>
    </FormDialog>
  );
}

/** Disables an enterprise. The button names the consequence. */
export function DisableDialog({ row, onClose }: DialogProps) {
  const t = useT();
  const { mutateAsync: send } = useEnterpriseDisable();
  return (
    <FormDialog
      title={t('enterprise.system.disableNamed', { name: row.name })}
      schema={enterpriseDisable.input.omit({ id: true, version: true })}
      version={row.version}
      submitLabel={t('enterprise.system.disableVerb')}
      danger
      onSubmit={(values, version) =>
        send({ id: row.id, version: version ?? row.version, reason: String(values['reason'] ?? '') })
      }
      onClose={onClose}
    >
      <p className="muted">{t('enterprise.system.disableText')}</p>
      <Field name="reason" label={t('enterprise.system.reason')}>
        <Input.TextArea {...typedLength(200)} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
    </FormDialog>
  );
}
