import { useQuery } from '@tanstack/react-query'
import type { MailDomain } from '#features/newsletters/contract'
import { mailDomainQuery } from '#features/newsletters/queries'
import { useText } from '#i18n/i18n'
import { CheckCircleIcon, InfoIcon, WarningIcon } from '#ui/controls/buttons/icons'

/** Whether mail servers can see that the site may send for its domain. */
export function MailDomainPanel() {
  const t = useText()
  const { data } = useQuery(mailDomainQuery())
  if (!data?.domain) return null
  return (
    <section className="admin-panel letter-domain" aria-labelledby="letter-domain">
      <h2 id="letter-domain">{t('letters.domain', { domain: data.domain })}</h2>
      <p className="kit-note">{t('letters.domainText')}</p>
      <dl>
        <Told name="SPF" told={data.spf} />
        <Told name="DMARC" told={data.dmarc} />
      </dl>
    </section>
  )
}

function Told({ name, told: { ok, record, advice } }: { name: string; told: MailDomain['spf'] }) {
  const t = useText()
  const Icon = ok === null ? InfoIcon : ok ? CheckCircleIcon : WarningIcon
  return (
    <div data-ok={ok ?? undefined}>
      <dt>
        <Icon />
        {name}
        <span className="kit-hidden">
          : {t(ok === null ? 'letters.domainUnknown' : ok ? 'letters.domainOk' : 'letters.domainBad')}
        </span>
      </dt>
      <dd>
        {advice}
        {record !== null && <code>{record}</code>}
      </dd>
    </div>
  )
}
