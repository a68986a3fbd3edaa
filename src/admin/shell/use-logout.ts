import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useForgetUser } from '#auth/sessions/current-user'
import { logout } from '#auth/sessions/session'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { useToast } from '#ui/toasts/toast'

export function useLogout() {
  const t = useText()
  const toast = useToast()
  const forgetUser = useForgetUser()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => logout(),
    onSuccess: () => {
      navigate(href(adminPaths.login))
      forgetUser()
      toast({ title: t('logout.successTitle'), description: t('logout.successText') })
    },
    onError: () =>
      toast({ variant: 'destructive', title: t('logout.failedTitle'), description: t('logout.failedText') }),
  })
}
