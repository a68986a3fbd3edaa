import { useLocation } from 'react-router'
import { useText } from '#i18n/i18n'
import { isLanguage, languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import { useLanguageChoice } from './use-language-choice'

/** A form, so that the server can change the language where scripts cannot. */
export function LanguageSelector() {
  const t = useText()
  const { pathname } = useLocation()
  const [language, setLanguage] = useLanguageChoice()
  return (
    <form className="language-form" method="get" action={pathname}>
      <label htmlFor="language">{t('footer.language')}</label>
      <select
        id="language"
        name="lang"
        value={language}
        onChange={({ target }) => isLanguage(target.value) && setLanguage(target.value)}
      >
        {languages.map((code) => (
          <option key={code} value={code} lang={code}>
            {locales[code]}
          </option>
        ))}
      </select>
      <button className="button without-scripts">{t('language.apply')}</button>
    </form>
  )
}
