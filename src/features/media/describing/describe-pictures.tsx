import { useState } from 'react'
import { Alert } from '#ui/controls/states/alert'
import { Button } from '#ui/controls/buttons/button'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { Switch } from '#ui/controls/fields/switch'
import { TextField } from '#ui/controls/fields/text-field'
import { useText } from '#i18n/i18n'
import type { MediaItem } from '../contract'
import { Thumbnail } from '../thumbnail'
import { type Description, useDescribePictures } from './use-describe-pictures'

type DescribePicturesProps = {
  pictures: MediaItem[]
  /** Called with whether publishing continues. */
  onSettled: (goesOn: boolean) => void
}

const none: Description = { en: '', es: '', decorative: false }

/** Asks for missing alternative texts before a record with these pictures is published. */
export function DescribePictures({ pictures, onSettled }: DescribePicturesProps) {
  const t = useText()
  const [typed, setTyped] = useState<Partial<Record<number, Description>>>({})
  const { describe, isPending, failure } = useDescribePictures()
  const of = (id: number) => typed[id] ?? none
  const change = (id: number, patch: Partial<Description>) =>
    setTyped((now) => ({ ...now, [id]: { ...(now[id] ?? none), ...patch } }))
  const described = pictures.filter(({ id }) => of(id).decorative || `${of(id).en}${of(id).es}`.trim() !== '')
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
        const { en, es, decorative } = of(item.id)
        return (
          <fieldset key={item.id} className="media-undescribed" disabled={isPending}>
            <legend className="kit-label">{item.name}</legend>
            <div className="media-undescribed-picture">
              <Thumbnail item={item} />
            </div>
            <div className="edit-fields">
              <TextField
                label={t('media.altEn')}
                description={index === 0 ? t('media.altHint') : undefined}
                value={en}
                onChange={(text) => change(item.id, { en: text })}
                isDisabled={decorative}
                lang="en"
                rows={2}
                maxLength={1000}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field that the dialog is about
                autoFocus={index === 0}
              />
              <TextField
                label={t('media.altEs')}
                value={es}
                onChange={(text) => change(item.id, { es: text })}
                isDisabled={decorative}
                lang="es"
                rows={2}
                maxLength={1000}
              />
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
