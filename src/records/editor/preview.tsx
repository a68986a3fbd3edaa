import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#base/controls/alert'
import { Button } from '#base/controls/button'
import { Spinner } from '#base/controls/spinner'
import { useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import { CopyPreviewLink, type Previewed } from './copy-preview-link'
import { failureText } from './failure'
import { languageOptions } from './edited-language'
import { Segments } from '#base/editing/segments'
import { useSettled } from '#base/editing/use-settled'
import { PreviewFrame, type Screen } from './preview-frame'

type PreviewProps = {
  /** What is shown, as it would be saved now. */
  draft: unknown
  language: Language
  onLanguage: (language: Language) => void
  /** Resolves to the whole document of the public page. */
  render: (draft: unknown, language: Language) => Promise<string>
  /** What a link for a colleague shows; without it there is none to copy. */
  previewed?: Previewed
}

const settleAfter = 400

/** The page as visitors will see it. */
export function Preview({ draft, language, onLanguage, render, previewed }: PreviewProps) {
  const t = useText()
  const [screen, setScreen] = useState<Screen>('desktop')
  const settled = useSettled(draft, settleAfter)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['preview', language, settled],
    // Told apart from the site's own queries: a refused preview is no reason to leave the screen.
    queryFn: () =>
      render(settled, language).catch((cause: unknown) => {
        throw new Error(failureText(cause, t('editing.preview.failed'), t), { cause })
      }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

  return (
    <div className="edit-preview">
      <div className="edit-row">
        <Segments
          label={t('editing.preview.width')}
          selected={screen}
          onSelect={setScreen}
          options={[
            { id: 'desktop', label: t('editing.preview.desktop') },
            { id: 'phone', label: t('editing.preview.phone') },
          ]}
        />
        <Segments
          label={t('editing.language')}
          selected={language}
          onSelect={onLanguage}
          options={languageOptions(t)}
        />
        {previewed && <CopyPreviewLink previewed={previewed} values={draft} language={language} />}
      </div>
      {error && !isFetching ? (
        <Alert
          variant="danger"
          title={t('editing.preview.failed')}
          action={
            <Button
              onPress={() => {
                void refetch()
              }}
            >
              {t('editing.retry')}
            </Button>
          }
        >
          {error.message}
        </Alert>
      ) : (
        <PreviewFrame html={data} screen={screen} title={t('editing.preview.frame')} isBusy={isFetching}>
          {isFetching && (
            <div className="edit-preview-wait">
              <Spinner label={t('editing.preview.loading')} />
            </div>
          )}
        </PreviewFrame>
      )}
    </div>
  )
}
