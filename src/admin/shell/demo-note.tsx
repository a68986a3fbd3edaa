import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { clockTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { Alert } from '#ui/controls/states/alert'

const hour = 3_600_000

const nextReset = () => new Date((Math.floor(Date.now() / hour) + 1) * hour).toISOString()

/** What a public try-out is, on every screen. */
export function DemoNote() {
  const t = useText()
  const language = usePageLanguage()
  const { demo } = useAtomValue(siteAtom)
  if (!demo) return null
  const next = nextReset()
  return (
    <aside className="admin-demo">
      <strong>{t('demo.banner', { time: clockTime(next, language) })}</strong> {t('demo.limits')}
    </aside>
  )
}

/** The login of a public try-out, above its form. */
export function DemoLogin() {
  const t = useText()
  const { demo } = useAtomValue(siteAtom)
  if (!demo) return null
  return (
    <Alert variant="info" title={t('demo.login')}>
      <dl className="admin-demo-login">
        <dt>{t('demo.username')}</dt>
        <dd>
          <code>{demo.username}</code>
        </dd>
        <dt>{t('demo.password')}</dt>
        <dd>
          <code>{demo.password}</code>
        </dd>
      </dl>
    </Alert>
  )
}
