import type { ReactNode } from 'react'
import { useText } from '#i18n/i18n'
import { readPicture, records, text } from '#text/reading'
import { Picture } from '#ui/pictures/picture'
import { SkeletonText } from '#ui/skeleton'
import { ContactForm } from '#features/messages/contact-form'
import { useUrlQuery } from './layout/page-head'
import { StoredPage } from './layout/stored-page'
import type { StoredContent } from './home/stored'
import { PageHeading } from './lists/page-heading'

export const Contact = () => (
  <StoredPage
    page="contact"
    part={ContactTexts}
    failed={<ContactTexts content={{}} />}
    skeleton={
      <>
        <div className="contact-details">
          <SkeletonText className="detail" lines={3} />
          <SkeletonText className="detail" lines={2} />
          <SkeletonText className="detail" lines={2} />
        </div>
        <SkeletonText className="contact-form" lines={9} />
      </>
    }
  />
)

export function ContactTexts({ content }: StoredContent) {
  const t = useText()
  const subject = useUrlQuery().get('subject') ?? ''
  return (
    <>
      <PageHeading
        title={text(content, 'title') ?? t('contact.title')}
        subtitle={text(content, 'subtitle') ?? t('contact.subtitle')}
      />
      <div className="page-body contact">
        <Details content={content} />
        <section className="contact-form" id="message" aria-labelledby="contact-form-title">
          <h2 id="contact-form-title">{text(content, 'formTitle') ?? t('contact.formTitle')}</h2>
          <p>{t('contact.formText')}</p>
          <ContactForm key={subject} subject={subject} />
        </section>
      </div>
    </>
  )
}

function Details({ content }: StoredContent) {
  const t = useText()
  const address = text(content, 'address')
  const email = text(content, 'email')
  const phone = text(content, 'phone')
  const steps = records(content, 'steps').flatMap((step) => text(step, 'text') ?? [])
  const map = readPicture(content, 'mapPicture')
  if (!address && !email && !phone && steps.length === 0 && !map) return null
  return (
    <aside className="contact-details" aria-label={t('contact.details')}>
      {address && (
        <Detail title={t('contact.addressTitle')}>
          <p className="lines">{address}</p>
        </Detail>
      )}
      {email && (
        <Detail title={t('contact.emailTitle')}>
          <a href={`mailto:${email}`}>{email}</a>
        </Detail>
      )}
      {phone && (
        <Detail title={t('contact.phoneTitle')}>
          <a href={`tel:${dialled(phone)}`}>{phone}</a>
        </Detail>
      )}
      {steps.length > 0 && (
        <div className="detail">
          <h2>{t('contact.next')}</h2>
          <ol className="contact-steps">
            {steps.map((step, index) => (
              <li key={index}>{step}</li>
            ))}
          </ol>
        </div>
      )}
      {map && (
        <div className="contact-map">
          <Picture {...map} sizes="(min-width: 60rem) 36vw, 94vw" />
        </div>
      )}
    </aside>
  )
}

function Detail({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="detail">
      <h2>{title}</h2>
      <address>{children}</address>
    </div>
  )
}

/** `+34 963 000 142` → `+34963000142`. A zero in brackets is not dialled after a country code: `+44 (0)20` → `+4420`. */
function dialled(phone: string): string {
  return phone.replace(/(\+.*)\(0\)/, '$1').replace(/[^\d+*#]/g, '')
}
