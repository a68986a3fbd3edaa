import { useContext, useId } from 'react'
import { PictureLibraryContext } from '#editing/picture-library'
import { useText } from '#i18n/i18n'
import { Button } from '#ui/controls/buttons/button'

type PictureFieldProps = {
  label: string
  description: string
  /** The address of a picture of the library, empty for none. */
  value: string
  error?: string
  onChange: (url: string) => void
}

/** One picture of the library, or the built-in one. A file can be brought where the library is opened. */
export function PictureField({ label, description, value, error, onChange }: PictureFieldProps) {
  const t = useText()
  const library = useContext(PictureLibraryContext)
  const [labelId, hintId] = [useId(), useId()]
  const choose = async () => {
    const picture = await library?.pick()
    if (picture?.isPicture) onChange(picture.url)
  }
  return (
    <fieldset className="site-picture" aria-labelledby={labelId} aria-describedby={hintId}>
      <div className="site-picture-sample">
        {value === '' ? (
          <span className="edit-note">{t('site.builtInPicture')}</span>
        ) : (
          <img src={value} alt={t('editing.image.sample')} />
        )}
      </div>
      <div>
        <span className="kit-label" id={labelId}>
          {label}
        </span>
        <p className="kit-description" id={hintId}>
          {description}
        </p>
        <div className="edit-row">
          <Button
            aria-describedby={labelId}
            onPress={() => {
              void choose()
            }}
          >
            {t('site.choosePicture')}
          </Button>
          {value !== '' && (
            <Button variant="quiet" aria-describedby={labelId} onPress={() => onChange('')}>
              {t('site.removePicture')}
            </Button>
          )}
        </div>
        {error !== undefined && (
          <p className="kit-error" role="alert">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}
