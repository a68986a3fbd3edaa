import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { atom, useAtom } from 'jotai'
import { useWithSession } from '#auth/sign-in-dialog'
import { Alert } from '#base/controls/alert'
import { Button } from '#base/controls/button'
import { Spinner } from '#base/controls/spinner'
import { Segments } from '#base/editing/segments'
import { useSettled } from '#base/editing/use-settled'
import { send } from '#base/http/client'
import { useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import { CopyPreviewLink, type Previewed } from './copy-preview-link'
import { languageOptions } from './edited-language'
import { plainFailure } from './failure'
import type { Place } from './field-place'
import { PreviewFrame, type Screen } from './preview-frame'

type PreviewProps = {
  previewed: Previewed
  /** What is shown, as it would be saved now. */
  values: unknown
  language: Language
  onLanguage: (language: Language) => void
  /** The name of a field. */
  labelOf: (path: string) => string
  /** A text or picture was chosen: its field is asked for. */
  onPlace: (place: Place) => void
}

const settleAfter = 300
const screens: Screen[] = ['phone', 'tablet', 'desktop']
/** The same for all that is previewed, until the admin is left. */
const screenAtom = atom<Screen>('desktop')

/** The page as visitors will see it; a click on a text or picture of it leads to its field. */
export function Preview({ previewed, values, language, onLanguage, labelOf, onPlace }: PreviewProps) {
  const t = useText()
  const withSession = useWithSession()
  const [screen, setScreen] = useAtom(screenAtom)
  const settled = useSettled(values, settleAfter)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['preview', previewed, language, settled],
    // Told apart from the site's own queries: a refused preview is no reason to leave the screen.
    queryFn: () =>
      withSession(() =>
        send<{ html: string }>('POST', '/api/preview', { body: { ...previewed, language, draft: settled } }),
      ).catch((cause: unknown) => {
        throw new Error(plainFailure(cause, t('editing.preview.failed'), t), { cause })
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
          options={screens.map((id) => ({ id, label: t(`editing.preview.${id}`) }))}
        />
        <Segments
          label={t('editing.language')}
          selected={language}
          onSelect={onLanguage}
          options={languageOptions(t)}
        />
        <p className="edit-note edit-preview-hint">{t('editing.preview.hint')}</p>
        <CopyPreviewLink previewed={previewed} values={values} language={language} />
      </div>
      {error && !isFetching && (
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
      )}
      {(!error || isFetching) && (
        <PreviewFrame
          html={data?.html}
          screen={screen}
          title={t('editing.preview.frame')}
          isBusy={isFetching}
          describe={(path) => t('editing.preview.leadsTo', { field: labelOf(path) })}
          onPlace={onPlace}
        >
          {!data && (
            <div className="edit-preview-wait">
              <Spinner label={t('editing.preview.loading')} />
            </div>
          )}
        </PreviewFrame>
      )}
    </div>
  )
}
