import { useText } from '#i18n/i18n'
import { languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import { useLanguage } from '#i18n/use-language'

export function LanguageSwitch() {
  const t = useText()
  const [language, setLanguage] = useLanguage()
  return (
    <fieldset className="admin-language">
      <legend className="kit-hidden">{t('language.label')}</legend>
      {languages.map((one) => (
        <button key={one} type="button" lang={one} aria-pressed={one === language} onClick={() => setLanguage(one)}>
          {locales[one]}
        </button>
      ))}
    </fieldset>
  )
}
