import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Button as AriaButton } from 'react-aria-components'
import { useLocation, useNavigate } from 'react-router'
import { logout, userAtom, useForgetUser } from '#auth/sessions/session'
import { useLeave } from '#editing/leave-guard'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { Button, IconButton } from '#ui/controls/buttons/button'
import { ChevronUpIcon, LogoutIcon } from '#ui/controls/buttons/icons'
import { PopoverButton } from '#ui/controls/buttons/popover'
import { Link } from '#ui/link'
import { useToast } from '#ui/toasts/toast'
import { accountEntry } from './entries'
import { languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import { useLanguage } from '#i18n/use-language'

type PersonProps = {
  isRail: boolean
  /** Called when a link is followed or the user logs out. */
  onLeave?: () => void
}

/** The signed-in person with their menu, and *Logout*; visible at any window height. */
export function Person({ isRail, onLeave }: PersonProps) {
  const t = useText()
  const user = useAtomValue(userAtom)
  const { isPending, logOut } = useLogout(onLeave)
  const name = user?.username || t('adminNav.admin')
  return (
    <div className="admin-person">
      <PopoverButton
        label={t('adminNav.accountMenu')}
        button={
          <AriaButton className="admin-user">
            <span className="admin-user-mark" aria-hidden="true">
              {name.slice(0, 1).toUpperCase()}
            </span>
            <span className="admin-user-name">
              <span>{t('adminNav.loggedInAs')}</span> <strong>{name}</strong>
            </span>
            <ChevronUpIcon />
          </AriaButton>
        }
      >
        {(close) => (
          <AccountMenu
            onLeave={() => {
              close()
              onLeave?.()
            }}
          />
        )}
      </PopoverButton>
      {isRail ? (
        <IconButton
          label={t('adminNav.logout')}
          tipPlacement="right"
          icon={<LogoutIcon />}
          onPress={logOut}
          isPending={isPending}
        />
      ) : (
        <Button variant="quiet" onPress={logOut} isPending={isPending}>
          {t('adminNav.logout')}
        </Button>
      )}
    </div>
  )
}

function AccountMenu({ onLeave }: { onLeave: () => void }) {
  const t = useText()
  const { pathname } = useLocation()
  const { path, label, Icon } = accountEntry
  return (
    <div className="admin-account">
      <Link
        className="admin-entry"
        href={href(path)}
        aria-current={`${pathname}/`.startsWith(path) ? 'page' : undefined}
        onClick={onLeave}
      >
        <Icon />
        <span>{t(label)}</span>
      </Link>
      <LanguageSwitch />
    </div>
  )
}

/** Asks before unsaved changes are lost. */
export function useLogout(onLeave?: () => void) {
  const t = useText()
  const toast = useToast()
  const forgetUser = useForgetUser()
  const navigate = useNavigate()
  const leave = useLeave()
  const leaving = useMutation({
    mutationFn: () => logout(),
    onSuccess: () => {
      navigate(href(adminPaths.login))
      forgetUser()
      toast({ title: t('logout.successTitle'), description: t('logout.successText') })
    },
    onError: () =>
      toast({ variant: 'destructive', title: t('logout.failedTitle'), description: t('logout.failedText') }),
  })
  const logOut = () =>
    leave(() => {
      onLeave?.()
      leaving.mutate()
    })
  return { isPending: leaving.isPending, logOut }
}

export function LanguageSwitch() {
  const t = useText()
  const [language, setLanguage] = useLanguage()
  return (
    <fieldset className="admin-language">
      <legend className="kit-hidden">{t('language.label')}</legend>
      {languages.map((one) => (
        <button key={one} type="button" lang={one} aria-pressed={one === language} onClick={() => setLanguage(one)}>
          {locales[one]}
        </button>
      ))}
    </fieldset>
  )
}
