import { useText } from '#i18n/i18n'
import { defaultLanguage } from '#i18n/language'
import { useLanguageNames } from '#i18n/use-language-names'
import type { PageName } from '#features/pages/contract'
import { pageFields } from '#features/pages/page-fields'
import { settingsHref } from '#features/pages/page-places'
import type { FieldControlProps, FieldControls } from '#records/editor/nested/nested-field'
import { Link } from '#ui/link'
import { HeroPictureField } from './hero-picture-field'
import { IconField } from './icon-field'
import { SectionsField } from './sections-field'

/**
 * The controls of a page's form that are not those of the types of its fields, by the names of the field (`heroPicture`,
 * in the rows of a list `features.icon`).
 */
const special: Partial<Record<PageName, FieldControls>> = {
  home: { heroPicture: HeroPictureField, 'features.icon': IconField, sections: SectionsField },
  blog: inSettings('blog'),
  projects: inSettings('projects'),
}

export const controlsOf = (page: PageName): FieldControls | undefined => special[page]

/** The texts of a page that the site settings edit: the form shows them, and leads there. */
function inSettings(page: PageName): FieldControls {
  const names = pageFields[page].flatMap((group) => (group.isInSettings ? Object.keys(group.fields) : []))
  return Object.fromEntries(
    names.map((name) => [name, (props: FieldControlProps) => <InSettings page={page} name={name} {...props} />]),
  )
}

function InSettings({ page, name, label, languages, valueIn }: FieldControlProps & { page: PageName; name: string }) {
  const t = useText()
  const { nameOf } = useLanguageNames()
  return (
    <div className="content-elsewhere">
      <div className="edit-pair" data-languages={languages.length}>
        {languages.map((language) => (
          <div key={language} className="edit-cell">
            <p className="kit-label">
              {language === defaultLanguage
                ? label
                : t('editing.inLanguage', { field: label, language: nameOf(language) })}
            </p>
            <p className="content-elsewhere-text" lang={language}>
              {typeof valueIn(language) === 'string' && valueIn(language) !== '' ? String(valueIn(language)) : '–'}
            </p>
          </div>
        ))}
      </div>
      <p className="edit-note">
        <Link href={settingsHref(page, name)}>{t('page.editInSettings', { field: label })}</Link>
      </p>
    </div>
  )
}
