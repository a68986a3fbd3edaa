import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { atom, useAtom } from 'jotai'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { Alert } from '#ui/controls/states/alert'
import { Button } from '#ui/controls/buttons/button'
import { DesktopIcon, type IconComponent, PhoneIcon, TabletIcon } from '#ui/controls/buttons/icons'
import { useMedia } from '#ui/controls/use-media'
import { Spinner } from '#ui/controls/states/spinner'
import { Segments } from '#editing/segments'
import { useSettled } from '#editing/use-settled'
import { send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { type Language, languages } from '#i18n/language'
import { CopyPreviewLink, type Previewed } from './copy-preview-link'
import { plainFailure } from '#records/editor/saving/failure'
import type { FieldLocation } from '#records/editor/fields/field-location'
import { PreviewFrame, type Screen } from './preview-frame'
import { ShownLanguages } from '#records/editor/languages/shown-languages'

type PreviewProps = {
  previewed: Previewed
  /** What is shown, as it would be saved now. */
  values: unknown
  language: Language
  onLanguage: (language: Language) => void
  /** What of it is brought into sight, as a selector. */
  sight?: string
  /** It stands beside the fields: a narrower screen is easier to read there. */
  isBeside?: boolean
  /** Where fields are marked in it: their names, and what is done when the text or picture of one is chosen. */
  places?: { labelOf: (path: string) => string; onPlace: (place: FieldLocation) => void }
}

const settleAfter = 300
const screens: [Screen, IconComponent][] = [
  ['phone', PhoneIcon],
  ['tablet', TabletIcon],
  ['desktop', DesktopIcon],
]
/** What was chosen is the same for all that is previewed, until the admin is left. */
const screenAtom = atom<Screen>()
const onPhones = '(max-width: 639px)'

/** The page as visitors will see it; a click on a text or picture of it leads to its field. */
export function Preview(props: PreviewProps) {
  const { sight, places, isBeside } = props
  const t = useText()
  const [chosen, setScreen] = useAtom(screenAtom)
  const isNarrow = useMedia(onPhones)
  const screen = chosen ?? (isNarrow ? 'phone' : isBeside ? 'tablet' : 'desktop')
  const { data, error, isFetching, refetch } = useDrawn(props)
  return (
    <div className="edit-preview">
      <PreviewBar {...props} screen={screen} onScreen={setScreen} />
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
        <PreviewFrame
          html={data?.html}
          screen={screen}
          title={t('editing.preview.frame')}
          isBusy={isFetching}
          sight={sight}
          describe={(path) => t('editing.preview.leadsTo', { field: places?.labelOf(path) ?? path })}
          onPlace={(place) => places?.onPlace(place)}
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

/** The page as the server renders it from what is typed, once that has settled. */
function useDrawn({ previewed, values, language }: PreviewProps) {
  const t = useText()
  const withSession = useWithSession()
  const settled = useSettled(values, settleAfter)
  return useQuery({
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
}

type PreviewBarProps = PreviewProps & { screen: Screen; onScreen: (screen: Screen) => void }

/** Chooses the width and the language of what is shown. */
function PreviewBar({ previewed, values, language, onLanguage, places, screen, onScreen }: PreviewBarProps) {
  const t = useText()
  return (
    <div className="edit-preview-bar">
      <Segments
        label={t('editing.preview.width')}
        selected={screen}
        onSelect={onScreen}
        options={screens.map(([id, Icon]) => ({
          id,
          label: (
            <>
              <Icon />
              <span>{t(`editing.preview.${id}`)}</span>
            </>
          ),
        }))}
      />
      <ShownLanguages
        shown={language}
        choices={languages}
        onChoose={(choice) => {
          if (choice !== 'both') onLanguage(choice)
        }}
      />
      {places && (
        <>
          <p className="edit-note">{t('editing.preview.hint')}</p>
          <CopyPreviewLink previewed={previewed} values={values} language={language} />
        </>
      )}
    </div>
  )
}
