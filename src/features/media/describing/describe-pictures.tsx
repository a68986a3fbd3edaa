import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { send } from '#client/api-error'
import type { LanguageTexts } from '#contract/site'
import { useMediaCache } from '../library/media-cache'
import { withTimeout, responseTimeout, plainFailure } from '#records/editor/saving/failure'
import { Alert } from '#ui/controls/states/states'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/dialogs'
import { Switch } from '#ui/controls/fields/choice'
import { TextField } from '#ui/controls/fields/text-field'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, languages } from '#i18n/language'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import type { MediaItem } from '../contract'
import { mediaItemQuery } from '../queries'
import { Thumbnail } from '../thumbnail'

type DescribePicturesProps = {
  pictures: MediaItem[]
  /** Called with whether publishing continues. */
  onSettled: (isConfirmed: boolean) => void
}

const none: Description = { alt: byLanguage(() => ''), decorative: false }

/** Asks for missing alternative texts before a record with these pictures is published. */
export function DescribePictures({ pictures, onSettled }: DescribePicturesProps) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  const [typed, setTyped] = useState<Partial<Record<number, Description>>>({})
  const { describe, isPending, failure } = useDescribePictures()
  const of = (id: number) => typed[id] ?? none
  const change = (id: number, patch: Partial<Description>) =>
    setTyped((now) => ({ ...now, [id]: { ...(now[id] ?? none), ...patch } }))
  const described = pictures.filter(({ id }) => isDescribed(of(id)))
  const save = async () => {
    if (await describe(described.map(({ id }) => ({ id, ...of(id) })))) onSettled(true)
  }
  return (
    <ModalDialog
      title={t('media.undescribed', { count: pictures.length })}
      isOpen
      onClose={() => onSettled(false)}
      closeLabel={t('media.describeLater')}
      footer={
        <>
          <Button onPress={() => onSettled(true)} isDisabled={isPending}>
            {t('media.publishAnyway')}
          </Button>
          <Button
            variant="primary"
            isPending={isPending}
            isDisabled={described.length === 0}
            onPress={() => {
              void save()
            }}
          >
            {t('media.describeAndGoOn')}
          </Button>
        </>
      }
    >
      <p className="media-undescribed-text">{t('media.undescribedText', { count: pictures.length })}</p>
      {pictures.map((item, index) => {
        const { alt, decorative } = of(item.id)
        return (
          <fieldset key={item.id} className="media-undescribed" disabled={isPending}>
            <legend className="kit-label">{item.name}</legend>
            <div className="media-undescribed-picture">
              <Thumbnail item={item} />
            </div>
            <div className="edit-fields">
              {languages.map((language) => (
                <TextField
                  key={language}
                  label={t('media.altIn', { language: nameOf(language) })}
                  description={index === 0 && language === defaultLanguage ? t('media.altHint') : undefined}
                  value={alt[language]}
                  onChange={(text) => change(item.id, { alt: { ...alt, [language]: text } })}
                  isDisabled={decorative}
                  lang={language}
                  rows={2}
                  maxLength={1000}
                  // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field that the dialog is about
                  autoFocus={index === 0 && language === defaultLanguage}
                />
              ))}
              <div>
                <Switch isSelected={decorative} onChange={(on) => change(item.id, { decorative: on })}>
                  {t('media.decorative')}
                </Switch>
                <p className="kit-description">{t('media.decorativeHint')}</p>
              </div>
            </div>
          </fieldset>
        )
      })}
      {failure !== undefined && (
        <Alert variant="danger" title={t('media.saveFailed')}>
          {failure}
        </Alert>
      )}
    </ModalDialog>
  )
}

const isDescribed = ({ alt, decorative }: Description) =>
  decorative || Object.values(alt).some((text) => text.trim() !== '')

/** The alternative text of a picture in each language, or that it is decorative. */
type Description = { alt: LanguageTexts; decorative: boolean }

/** Stores missing alternative texts. A text that another person has added meanwhile is kept. */
function useDescribePictures() {
  const t = useText()
  const client = useQueryClient()
  const cache = useMediaCache()
  const withSession = useWithSession()
  const describeOne = async ({ id, alt: typed, decorative }: Description & { id: number }) => {
    const { version, alt, decorative: adorns } = await client.fetchQuery({ ...mediaItemQuery(id), staleTime: 0 })
    const body = {
      alt: byLanguage((language) => alt[language] || typed[language].trim()),
      decorative: adorns || decorative,
    }
    cache.put(await send<MediaItem>('PUT', `/api/media/${id}`, { body, version }))
  }
  const { mutateAsync, isPending, error } = useMutation({
    networkMode: 'always',
    retry: false,
    mutationFn: (pictures: (Description & { id: number })[]) =>
      withSession(() => withTimeout(responseTimeout, Promise.all(pictures.map(describeOne)))),
  })
  return {
    isPending,
    failure: error ? plainFailure(error, t('media.saveFailed'), t) : undefined,
    /** Resolves to whether all were stored. */
    describe: (pictures: (Description & { id: number })[]) =>
      mutateAsync(pictures).then(
        () => true,
        () => false,
      ),
  }
}
