import { ImageField } from '#editing/image-field'
import { useText } from '#i18n/i18n'
import { defaultLanguage } from '#i18n/language'
import { useLanguageNames } from '#i18n/use-language-names'
import type { FieldControlProps } from '#records/editor/nested/nested-field'
import { FieldPair } from '#records/editor/fields/field-location'
import { isRecord } from '#text/parse-json'
import { Choice, Switch } from '#ui/controls/fields/choice'
import { TextField } from '#ui/controls/fields/text-field'
import { drawnIndustries, heroPictureShows, type HeroPictureShow } from '#features/page-contents/contract'

type HeroPicture = { show?: unknown; industries?: unknown; src?: unknown; alt?: unknown }

const asPicture = (value: unknown): HeroPicture => (isRecord(value) ? value : {})
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** What the hero shows beside its texts: the drawing with the chosen industries, an own picture, or nothing. */
export function HeroPictureField({ label, value, valueIn, languages, error, onChange }: FieldControlProps) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  const picture = asPicture(value)
  const src = textOf(picture.src)
  const show = heroPictureShows.find((one) => one === picture.show) ?? (src === '' ? 'drawing' : 'picture')
  const change = (patch: HeroPicture) => onChange(stored({ ...picture, show, ...patch }))
  // The library has a text for each of its pictures.
  const hasOwnAlt = src !== '' && !src.startsWith('/media/')
  return (
    <div className="kit-form">
      <Choice<HeroPictureShow>
        label={label}
        value={show}
        onChange={(chosen) => change({ show: chosen })}
        options={heroPictureShows.map((one) => ({
          value: one,
          label: t(`page.heroPicture.${one}`),
          note: t(`page.heroPicture.${one}Note`),
        }))}
      />
      {show === 'drawing' && (
        <fieldset className="hero-picture-industries">
          <legend className="kit-label">{t('page.heroPicture.industries')}</legend>
          <div className="edit-row">
            {drawnIndustries.map((industry) => {
              const chosen = Array.isArray(picture.industries) ? picture.industries : drawnIndustries
              return (
                <Switch
                  key={industry}
                  isSelected={chosen.includes(industry)}
                  onChange={(isDrawn) =>
                    change({
                      industries: drawnIndustries.filter((one) => (one === industry ? isDrawn : chosen.includes(one))),
                    })
                  }
                >
                  {t(`page.industry.${industry}`)}
                </Switch>
              )
            })}
          </div>
        </fieldset>
      )}
      {show === 'picture' && (
        <>
          <ImageField
            label={t('page.entry.src')}
            value={src}
            error={error}
            isRequired
            onChange={(url) => change({ src: url })}
          />
          {hasOwnAlt ? (
            <FieldPair
              languages={languages}
              pathOf={(language) =>
                language === defaultLanguage ? 'heroPicture.alt' : `translations.${language}.heroPicture.alt`
              }
              render={(language) => {
                const text = asPicture(valueIn(language))
                const name = t('page.entry.alt')
                return (
                  <TextField
                    label={
                      language === defaultLanguage
                        ? name
                        : t('editing.inLanguage', { field: name, language: nameOf(language) })
                    }
                    value={textOf(text.alt)}
                    onChange={(alt) => onChange({ ...(language === defaultLanguage ? picture : text), alt }, language)}
                  />
                )
              }}
            />
          ) : (
            <p className="kit-note">{t('blocks.altOfLibrary')}</p>
          )}
        </>
      )}
    </div>
  )
}

/** Without what is the default; undefined for the whole drawing. */
function stored({ industries, ...picture }: HeroPicture): HeroPicture | undefined {
  const isWhole = !Array.isArray(industries) || industries.length === drawnIndustries.length
  const isDefault = picture.show === 'drawing' && isWhole && textOf(picture.src) === ''
  return isDefault ? undefined : { ...picture, ...(isWhole ? {} : { industries }) }
}
