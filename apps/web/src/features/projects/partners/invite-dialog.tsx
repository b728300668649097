import { Modal } from 'antd';
import { useRef, useState } from 'react';
import { invite } from '@prdm/contract/projects/partners';
import type { InputOf } from '../../../lib/api/call.ts';
import { useT } from '../../../lib/i18n.ts';
import { absoluteUrl, useSiteUrl } from '../../../lib/site-address.ts';
import { toast } from '../../../lib/toasts.ts';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { DayPicker } from '../../../ui/form/day-picker.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { Field } from '../../../ui/form/record-form.tsx';
import { STILL } from '../../../ui/still.ts';
import { ProjectRoleSelect } from '../parts/members/project-role-select.tsx';
import { useInvite } from './partners.queries.ts';
import './partners.css';

/** Invites one person of a partner company. Without a mail server it then shows the link of a new person. */
export function InviteDialog({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const t = useT();
  const send = useInvite();
  const [made, setMade] = useState<{ link: string; email: string } | null>(null);
  const isMade = useRef(false);
  const base = useSiteUrl();
  if (made !== null) return <LinkDialog link={absoluteUrl(base, made.link)} email={made.email} onClose={onClose} />;
  return (
    <FormDialog
      title={t('partners.invite')}
      schema={invite.input}
      submitLabel={t('partners.inviteVerb')}
      // The dialog of the link replaces the form, which closes after its success.
      onClose={() => isMade.current || onClose()}
      onSubmit={async (values) => {
        const given = { ...values, project_id: projectId } as InputOf<typeof invite>;
        const { link, sent } = await send.mutateAsync(given);
        if (link !== null) {
          isMade.current = true;
          setMade({ link, email: given.email ?? '' });
          return;
        }
        toast.success(t(sent ? 'partners.sent' : 'partners.noticed'));
      }}
    >
      <InviteFields />
    </FormDialog>
  );
}

function InviteFields() {
  const t = useT();
  return (
    <>
      <Field name="firm" label={t('partners.firm')} extra={t('partners.firmHint')}>
        <input className="input" autoComplete="organization" />
      </Field>
      <Field name="account" label={t('partners.account')} extra={t('partners.accountHint')}>
        <input className="input" autoComplete="off" />
      </Field>
      <Field name="email" label={t('partners.email')} extra={t('partners.emailHint')}>
        <input className="input" type="email" autoComplete="off" />
      </Field>
      <Field name="role_ids" label={t('partners.roles')} extra={t('partners.rolesHint')}>
        <ProjectRoleSelect multiple />
      </Field>
      <Field name="ends_on" label={t('partners.endsOn')} extra={t('partners.endsOnHint')}>
        <DayPicker from="today" />
      </Field>
    </>
  );
}

/** The link of a new person. The server shows it once. */
function LinkDialog({ link, email, onClose }: { link: string; email: string; onClose: () => void }) {
  const t = useT();
  return (
    <Modal
      open
      {...STILL}
      title={t('partners.link.title')}
      width={520}
      style={{ maxWidth: '96%' }}
      centered
      mask={{ closable: false }}
      closable={{ 'aria-label': t('common.close') }}
      onCancel={onClose}
      footer={
        <button type="button" className="button button-primary" onClick={onClose}>
          {t('partners.link.done')}
        </button>
      }
    >
      <p className="dialog-lead">{t('partners.link.text', { email })}</p>
      <p className="invite-link">
        <input className="input" readOnly aria-label={t('partners.link.label')} value={link} />
        <CopyButton name={t('partners.link.label')} value={link} />
      </p>
    </Modal>
  );
}
