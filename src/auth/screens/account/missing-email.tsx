import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '#auth/queries'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { Alert } from '#ui/controls/states/states'
import { LinkButton } from '#ui/controls/buttons/button'
import { useText } from '#i18n/i18n'
import { mailQuery } from '#client/mail-query'

/** Warns that a forgotten password cannot be reset without an e-mail address; `isElsewhere` links to the account. */
export function MissingEmail({ isElsewhere = false }: { isElsewhere?: boolean }) {
  const t = useText()
  const { data: account } = useQuery(accountQuery())
  const { data: mail } = useQuery(mailQuery())
  if (account?.email !== null || !mail) return null
  return (
    <Alert
      variant="info"
      title={t('account.noEmail')}
      action={isElsewhere ? <LinkButton href={adminPaths.account}>{t('account.addEmail')}</LinkButton> : undefined}
    >
      {t(mail.configured ? 'account.noEmailText' : 'account.noEmailNorMail')}
    </Alert>
  )
}
