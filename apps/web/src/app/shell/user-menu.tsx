import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PortraitDialog } from '../../features/identity/index.ts';
import { IDENTITIES, switchIdentity, useAppState, type Identity } from '../../lib/app-state.ts';
import { useMay } from '../../lib/session/access.ts';
import { HTML_LANG, LANGS, setLanguage, useLang, useT } from '../../lib/i18n.ts';
import { redirectValue } from '../../lib/session/redirect.ts';
import { useSession } from '../../lib/session/session.ts';
import { signOut } from '../../lib/session/sign-out.ts';
import { DENSITIES, setDensity, setTheme, THEMES, useLook, type Density, type Theme } from '../../lib/theme.ts';
import { Avatar } from '../../ui/people/avatar.tsx';
import { Icon, type IconName } from '../../ui/look/icon.tsx';
import { MenuChoice, MenuItem, Popup } from '../../ui/controls/popup.tsx';
import { openOverlay } from '../keys/overlay.ts';
import { EnterpriseLinkItems } from './enterprise/enterprise-links.tsx';
import { configurationTarget } from './menu-model.ts';

const MANUAL = '/help';
const PROFILE = '/profile';
const INVITED = '/invited';
const COMPUTER = '/computer';
const HOME = '/home';
/** The first page of the enterprise: all projects of the view range. */
const PROJECTS = '/project/index';

/**
 * Menu of the user: portrait, profile, password, manual, language, theme, density, sign-out. Administrators also see
 * system configuration.
 */
export function UserMenu({ onChangePassword }: { onChangePassword: () => void }) {
  const t = useT();
  const me = useSession((state) => state.me);
  const label = me === null ? t('shell.user.signIn') : t('shell.user.menu', { name: me.username });
  const [changingAvatar, setChangingAvatar] = useState(false);
  return (
    <>
      <Popup
        kind="menu"
        label={label}
        className="bar-user"
        button={
          <>
            <Avatar id={me?.id ?? 0} name={me?.username ?? '?'} thumb={me?.thumb} size={32} />
            <Icon name="down" size={12} />
          </>
        }
      >
        {({ close }) => (
          <>
            {me === null ? (
              <MenuItem icon={<Icon name="key" />} onSelect={() => location.assign('/login')}>
                {t('shell.user.signIn')}
              </MenuItem>
            ) : (
              <Account
                close={close}
                onChangeAvatar={() => setChangingAvatar(true)}
                onChangePassword={onChangePassword}
                name={me.username}
                account={me.account}
              />
            )}
            {me !== null && !me.is_system && <IdentityChoice close={close} />}
            <Looks />
            {me !== null && (
              <div className="menu-group">
                <MenuItem icon={<Icon name="signOut" />} onSelect={() => void signOut()}>
                  {t('shell.user.signOut')}
                </MenuItem>
              </div>
            )}
          </>
        )}
      </Popup>
      {changingAvatar && (
        <Suspense fallback={null}>
          <PortraitDialog onClose={() => setChangingAvatar(false)} />
        </Suspense>
      )}
    </>
  );
}

function Account(props: {
  close: () => void;
  onChangeAvatar: () => void;
  onChangePassword: () => void;
  name: string;
  account: string;
}) {
  const t = useT();
  const may = useMay();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isPhone = useAppState(({ device }) => device === 'mobile');
  const isSystem = useSession((state) => state.me?.is_system === true);
  const isPartner = useSession((state) => state.me?.type === 'partner');
  const help = useSession((state) => state.me?.enterprise.help_url) || MANUAL;
  const target = configurationTarget(may);
  return (
    <>
      <p className="user-head">
        <strong className="ellipsis">{props.name}</strong>
        <span className="ellipsis">{props.account}</span>
      </p>
      <div className="menu-group">
        <MenuItem
          icon={<Icon name="edit" />}
          onSelect={() => {
            props.close();
            props.onChangeAvatar();
          }}
        >
          {t('shell.user.changeAvatar')}
        </MenuItem>
        <MenuItem
          icon={<Icon name="user" />}
          onSelect={() => {
            props.close();
            // A new tab keeps the current work as it is (specification section 2).
            window.open(PROFILE, '_blank', 'noopener');
          }}
        >
          {t('shell.user.profile')}
        </MenuItem>
        {isPartner && (
          <MenuItem
            icon={<Icon name="project" />}
            onSelect={() => {
              props.close();
              void navigate(INVITED);
            }}
          >
            {t('partners.titles.invited')}
          </MenuItem>
        )}
        <MenuItem
          icon={<Icon name="key" />}
          onSelect={() => {
            props.close();
            props.onChangePassword();
          }}
        >
          {t('shell.user.changePassword')}
        </MenuItem>
        {!isSystem && (
          <>
            <MenuItem
              icon={<Icon name="info" />}
              onSelect={() => {
                props.close();
                // The manual opens beside the work that the user needs help with.
                window.open(help, '_blank', 'noopener');
              }}
            >
              {t('shell.user.help')}
            </MenuItem>
            <MenuItem
              icon={<Icon name="density" />}
              onSelect={() => {
                props.close();
                openOverlay('sheet');
              }}
            >
              {t('palette.actions.sheet')}
            </MenuItem>
          </>
        )}
        {isPhone && <EnterpriseLinkItems close={props.close} />}
        {isPhone && !isSystem && pathname !== COMPUTER && (
          <MenuItem
            icon={<Icon name="screen" />}
            onSelect={() => {
              props.close();
              void navigate(`${COMPUTER}?to=${redirectValue(pathname + search)}`);
            }}
          >
            {t('shell.user.computer')}
          </MenuItem>
        )}
        {target !== null && (
          <MenuItem
            icon={<Icon name="settings" />}
            onSelect={() => {
              props.close();
              void navigate(target);
            }}
          >
            {t('shell.user.configuration')}
          </MenuItem>
        )}
      </div>
    </>
  );
}

const IDENTITY_ICONS: Record<Identity, IconName> = { person: 'user', enterprise: 'department' };

/** Switches between the own work and the whole enterprise. The choice filters what shows and grants nothing. */
function IdentityChoice({ close }: { close: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const identity = useAppState((state) => state.identity);
  const choose = (value: Identity) => {
    close();
    switchIdentity(value);
    void navigate(value === 'enterprise' ? PROJECTS : HOME);
  };
  return (
    <div className="menu-group">
      <MenuChoice
        label={t('shell.identity.label')}
        value={identity}
        onChoose={choose}
        options={IDENTITIES.map((value) => ({
          value,
          label: t(`shell.identity.${value}`),
          icon: <Icon name={IDENTITY_ICONS[value]} />,
        }))}
      />
    </div>
  );
}

const THEME_ICONS: Record<Theme, IconName> = { system: 'screen', light: 'sun', dark: 'theme' };
const DENSITY_ICONS: Record<Density, IconName> = { compact: 'density', normal: 'menu', comfortable: 'rows' };
function Looks() {
  const t = useT();
  const lang = useLang();
  const { theme, density } = useLook();
  return (
    <div className="menu-group">
      <MenuChoice
        label={t('shell.user.language')}
        value={lang}
        onChoose={(value) => void setLanguage(value)}
        options={LANGS.map((value) => ({
          value,
          label: t(`shell.languages.${value}`),
          lang: HTML_LANG[value],
          icon: <span>{t(`shell.languages.short.${value}`)}</span>,
        }))}
      />
      <MenuChoice
        label={t('shell.user.theme')}
        value={theme}
        onChoose={setTheme}
        options={THEMES.map((value) => ({
          value,
          label: t(`shell.themes.${value}`),
          icon: <Icon name={THEME_ICONS[value]} />,
        }))}
      />
      <MenuChoice
        label={t('shell.user.density')}
        value={density}
        onChoose={setDensity}
        options={DENSITIES.map((value) => ({
          value,
          label: t(`shell.densities.${value}`),
          icon: <Icon name={DENSITY_ICONS[value]} />,
        }))}
      />
    </div>
  );
}
