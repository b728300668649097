import { LIMITS } from '@prdm/contract/limits';
import type { EnterpriseSettings } from '@prdm/contract/organisation/settings';
import { useT } from '../../../../lib/i18n.ts';
import { FigureInput } from '../../../../ui/form/figure-input.tsx';
import { SettingBlock, SettingRow } from '../../../../ui/settings/setting-block.tsx';
import { useBlock } from '../../../../ui/settings/use-block.ts';
import { useEditBase } from '../../settings.queries.ts';

const [MIN, MAX] = [LIMITS.passwordMin, LIMITS.passwordPolicyMax];

const isLength = (text: string): boolean => /^\d{1,3}$/.test(text) && Number(text) >= MIN && Number(text) <= MAX;

/** The lengths that a password may have. */
export function PasswordBlock({ settings }: { settings: EnterpriseSettings }) {
  const t = useT();
  const send = useEditBase();
  const stored = { min: String(settings.password_length_min), max: String(settings.password_length_max) };
  const edit = useBlock(stored, ({ min, max }) =>
    send({
      password_length_min: Number(min),
      password_length_max: Number(max),
      accept_default_key: settings.accept_default_key,
      version: settings.version,
    }),
  );
  const { min, max } = edit.values;
  const bounds = { min: MIN, max: MAX };
  const problem =
    !isLength(min) || !isLength(max)
      ? t('settings.password.range', bounds)
      : Number(max) < Number(min)
        ? t('settings.password.order')
        : null;
  const figure = (name: 'min' | 'max') => (
    <span className="setting-figure">
      <FigureInput
        id={`password-${name}`}
        inputMode="numeric"
        value={edit.values[name]}
        status={edit.isDirty && problem !== null && !isLength(edit.values[name]) ? 'error' : undefined}
        aria-describedby={`password-${name}-text`}
        onChange={(text) => edit.set(name, text)}
      />
      {t('settings.password.characters')}
    </span>
  );
  return (
    <SettingBlock title={t('settings.password.title')} text={t('settings.password.text')} edit={edit} problem={problem}>
      <SettingRow
        control="password-min"
        label={t('settings.password.min')}
        text={t('settings.password.minText', bounds)}
      >
        {figure('min')}
      </SettingRow>
      <SettingRow control="password-max" label={t('settings.password.max')} text={t('settings.password.maxText')}>
        {figure('max')}
      </SettingRow>
    </SettingBlock>
  );
}

/** Whether the server accepts secrets under the built-in key. */
export function KeyBlock({ settings }: { settings: EnterpriseSettings }) {
  const t = useT();
  const send = useEditBase();
  const { password_length_min, password_length_max, accept_default_key, version } = settings;
  const edit = useBlock({ accept: accept_default_key }, ({ accept }) =>
    send({ password_length_min, password_length_max, accept_default_key: accept, version }),
  );
  return (
    <SettingBlock title={t('settings.key.title')} text={t('settings.key.text')} edit={edit}>
      <SettingRow control="default-key" label={t('settings.key.accept')} text={t('settings.key.acceptText')}>
        <span className="check setting-checks">
          <input
            id="default-key"
            type="checkbox"
            checked={edit.values.accept}
            aria-describedby="default-key-text"
            onChange={(event) => edit.set('accept', event.target.checked)}
          />
        </span>
      </SettingRow>
    </SettingBlock>
  );
}
