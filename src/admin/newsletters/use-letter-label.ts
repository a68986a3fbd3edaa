import { useText } from '#i18n/i18n'
import { defaultLanguage, languages } from '#i18n/language'
import { useLanguageNames } from '#i18n/use-language-names'

/** What each part of a letter is called where two versions of it are compared. */
export function useLetterLabel(): (field: string) => string {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return (field) => {
    const [name, language] = field.split('.')
    const isSubject = name === 'subject'
    if (!isSubject && name !== 'introduction') return t(name === 'post' ? 'letters.post' : 'letters.audience')
    const spoken = languages.find((one) => one === language) ?? defaultLanguage
    return `${t(isSubject ? 'letters.subject' : 'letters.introduction')} (${nameOf(spoken)})`
  }
}
