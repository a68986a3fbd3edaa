import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Segments } from '#editing/segments'
import { newsletterPage, newsletterPreviewQuery } from '#features/newsletters/queries'
import { languages } from '#i18n/language'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { languageAtom } from '#i18n/language-atom'
import { sentenceOf } from '#auth/sessions/session'
import { Alert } from '#ui/controls/states/alert'
import { Skeleton } from '#ui/controls/states/skeleton'

/** A newsletter's HTML and plain-text parts in each language. */
export function LetterPreview({ id }: { id: number }) {
  const t = useText()
  const { labelOf } = useLanguageNames()
  const [language, setLanguage] = useState(useAtomValue(languageAtom))
  const [part, setPart] = useState<'html' | 'text'>('html')
  const { data: preview, error } = useQuery({ ...newsletterPreviewQuery(id), retry: false })
  return (
    <section className="admin-panel letter-preview" aria-labelledby="letter-preview">
      <header>
        <h2 id="letter-preview">{t('letters.preview')}</h2>
        <Segments
          label={t('letters.previewLanguage')}
          options={languages.map((one) => ({ id: one, label: labelOf(one) }))}
          selected={language}
          onSelect={setLanguage}
        />
        <Segments
          label={t('letters.previewPart')}
          options={[
            { id: 'html', label: t('letters.html') },
            { id: 'text', label: t('letters.plain') },
          ]}
          selected={part}
          onSelect={setPart}
        />
      </header>
      {error ? (
        <Alert variant="warning">{sentenceOf(error, t('errors.network'))}</Alert>
      ) : !preview ? (
        <Skeleton shape="block" />
      ) : (
        <>
          <p>
            <strong>{preview[language].subject}</strong>
            {preview[language].language !== language && <span className="kit-note"> {t('letters.notTranslated')}</span>}
          </p>
          {part === 'html' ? (
            <iframe
              className="letter-frame"
              title={t('letters.preview')}
              src={newsletterPage(id, language)}
              sandbox=""
            />
          ) : (
            <pre className="letter-text">{preview[language].text}</pre>
          )}
        </>
      )}
    </section>
  )
}
