import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { usePageContent } from '#features/page-contents/use-page-content'
import { sitePaths } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'
import { useText } from '#i18n/i18n'
import { languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import { text } from '#text/reading'
import { Link } from '#ui/link'
import { Region } from '#ui/region'
import { hasWaitlist } from '#site/home/stored'
import { useLanguageChoice } from './use-language-choice'

type FollowProps = { onFollow: () => void }

/** The foot of the menu of narrow screens: the sign-up, the languages, and how to reach the company. */
export function MenuFoot({ onFollow }: FollowProps) {
  return (
    <div className="menu-foot">
      <Region loading={null} failed={null}>
        <SignUp onFollow={onFollow} />
      </Region>
      <Languages />
      <Region loading={null} failed={null}>
        <Contacts />
      </Region>
    </div>
  )
}

/** A link to the sign-up form of the home page, if it has one. */
function SignUp({ onFollow }: FollowProps) {
  const t = useText()
  const href = useHref()
  const site = useAtomValue(siteAtom)
  const content = usePageContent('home')
  if (site.home || !hasWaitlist(site, content)) return null
  return (
    <Link className="button button-signal" href={`${href(sitePaths.home)}#waitlist`} onClick={onFollow}>
      {t('waitlist.submit')}
    </Link>
  )
}

function Languages() {
  const t = useText()
  const [language, setLanguage] = useLanguageChoice()
  return (
    <fieldset className="menu-languages" aria-label={t('language.label')}>
      {languages.map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-current={code === language || undefined}
          onClick={() => setLanguage(code)}
        >
          {locales[code]}
        </button>
      ))}
    </fieldset>
  )
}

function Contacts() {
  const content = usePageContent('contact')
  const email = text(content, 'email')
  const phone = text(content, 'phone')
  if (!email && !phone) return null
  return (
    <address className="menu-contact">
      {email && <a href={`mailto:${email}`}>{email}</a>}
      {phone && <a href={`tel:${phone.replace(/[^\d+*#]/g, '')}`}>{phone}</a>}
    </address>
  )
}
