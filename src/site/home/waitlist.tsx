import { useText } from '#i18n/i18n'
import { WaitlistForm } from '#features/waitlist/waitlist-form'

export function Waitlist() {
  const t = useText()
  return (
    <section className="waitlist blueprint" id="waitlist" aria-labelledby="waitlist-title">
      <div className="waitlist-text">
        <h2 id="waitlist-title">{t('waitlist.title')}</h2>
        <p>{t('waitlist.text')}</p>
      </div>
      <WaitlistForm />
    </section>
  )
}
