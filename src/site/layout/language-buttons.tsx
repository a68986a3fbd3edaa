import { useText } from '#i18n/i18n'
import { languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import { useLanguageChoice } from './use-language-choice'

/** The other languages, a button each; a form, so that the server can change the language where scripts cannot. */
export function LanguageButtons() {
  const t = useText()
  const [language, setLanguage] = useLanguageChoice()
  return (
    <form className="language-buttons" method="get" aria-label={t('language.label')}>
      {languages
        .filter((code) => code !== language)
        .map((code, index) => (
          // Keyed by position, so that the pressed button keeps the focus while its language changes.
          <button
            key={index}
            className="button"
            name="lang"
            value={code}
            lang={code}
            aria-label={`${code.toUpperCase()}: ${locales[code]}`}
            onClick={(event) => {
              event.preventDefault()
              setLanguage(code)
            }}
          >
            {code.toUpperCase()}
          </button>
        ))}
    </form>
  )
}
