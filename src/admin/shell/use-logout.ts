import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useForgetUser } from '#auth/current-user'
import { logout } from '#auth/session'
import { href } from '#base/href'
import { useText } from '#base/i18n/i18n'
import { adminPaths } from '#base/admin-paths'
import { useToast } from '#base/ui/toast'

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
