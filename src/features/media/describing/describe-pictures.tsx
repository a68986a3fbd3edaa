import { useState } from 'react'
import { Alert } from '#ui/controls/states/alert'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { Switch } from '#ui/controls/fields/switch'
import { TextField } from '#ui/controls/fields/text-field'
import { byLanguage } from '#i18n/by-language'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { defaultLanguage, languages } from '#i18n/language'
import type { MediaItem } from '../contract'
import { Thumbnail } from '../thumbnail'
import { type Description, useDescribePictures } from './use-describe-pictures'

type DescribePicturesProps = {
  pictures: MediaItem[]
  /** Called with whether publishing continues. */
  onSettled: (goesOn: boolean) => void
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
