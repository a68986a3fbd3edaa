import { lazy, type Ref } from 'react'
import { AlsoEdited } from '#admin/also-edited'
import { settingsPages } from '#admin/settings/settings-page'
import { checkJson } from '#editing/json-text'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { adminPaths } from '#i18n/addresses/admin-paths'
import type { EditedPage, PageName } from '#features/pages/contract'
import { PageEditor } from '#features/pages/editor/page-editor'
import { PageSeo } from '#features/pages/editor/page-seo'
import { type PageValues, textsIn, toLoaded } from '#features/pages/editor/page-values'
import { useLastValid } from '#features/pages/editor/use-last-valid'
import { pageKindOf } from '#features/pages/page-fields'
import type { MayLeave } from '#records/editor/editor-dialog'
import { type FieldLocation, focusField, useRequestedField } from '#records/editor/fields/field-location'
import { useFieldLabel } from '#records/editor/fields/kind-text'
import type { KeptText } from '#records/editor/saving/unsaved-text'
import { LifeDialog, useEditorView } from '#records/screen/life-dialog'
import type { Living } from '#records/screen/life/record-life'
import { readPath } from '#records/editor/values/paths'
import { useTranslationMarks } from '#records/screen/list/use-translation-marks'
import { useNewestRecord } from '#records/screen/use-newest-record'
import { usePageEditor } from './use-page-editor'

const RecordHistory = lazy(async () => ({
  default: (await import('#records/screen/history/record-history')).RecordHistory,
}))

type ContentDialogProps = {
  stored: EditedPage
  resume?: KeptText
  unsavedKey: string
  /** The field that is asked for, by its path. */
  field?: string
  onSaved: () => void
  onClose: () => void
  leaving: Ref<MayLeave>
}

/** Edits the content of one page, as its fields, its JSON text, and the SEO fields in it. */
export function ContentDialog({ field, leaving, ...opened }: ContentDialogProps) {
  const { onSaved, onClose } = opened
  const { page } = opened.stored
  const t = useText()
  const name = t(`page.${page}`)
  const kind = pageKindOf(page)
  const labelOf = useFieldLabel(kind)
  const view = useEditorView()
  const { shown, languages, lead } = view.shownLanguages

  const showJson = () => view.setTab('editor')
  const { form, save, stored, take, newest: newestPage } = usePageEditor({ ...opened, showJson })
  const { text } = form.values
  const { value } = checkJson(text)
  const content = useLastValid(value)

  const newest = useNewestRecord({ failed: t('page.updateFailed'), newest: newestPage, form })
  const isStored = stored.version > 0 || stored.draft !== null
  const marks = useTranslationMarks({ kind, id: isStored ? page : undefined, newest })
  const goOnWith = (now: EditedPage) => {
    const next = toLoaded(now)
    take(now)
    form.rebase(next, next.values)
    onSaved()
  }
  const goTo = (place: FieldLocation) => {
    view.setTab(/(^|\.)metadata\./.test(place.path) ? 'seo' : 'editor')
    if (shown !== 'both') lead(readPath(place.path).language)
    focusField(place)
  }
  useRequestedField(field, goTo)
  const editor = { page, text, content, languages, onChange: (next: string) => form.change({ text: next }) }
  return (
    <LifeDialog<PageValues, EditedPage>
      {...{ kind, view, form, newest, labelOf, onClose, leaving }}
      title={t('page.editTitle', { page: name })}
      record={lifeOf(stored)}
      titleOf={() => name}
      save={save}
      onTaken={goOnWith}
      editorLabel={t('page.contentTab')}
      editor={
        <PageEditor
          {...editor}
          stored={form.base.values.text}
          marks={marks}
          notes={{ pageHeading: <AlsoInSettings page={page} /> }}
        />
      }
      seo={<PageSeo {...editor} isValid={value !== undefined} />}
      renderHistory={(restoring) => <RecordHistory kind={kind} id={page} valuesOf={textsIn} {...restoring} />}
      preview={{ values: { content: text }, labelOf, onPlace: goTo }}
    />
  )
}

/** The headings of some pages are edited in the settings too. */
function AlsoInSettings({ page }: { page: PageName }) {
  const t = useText()
  if (page !== 'blog' && page !== 'projects') return null
  return (
    <AlsoEdited
      href={`${href(adminPaths.settings)}?page=${page}`}
      place={`${t('adminNav.settings')}: ${t(settingsPages[page].tab)}`}
    />
  )
}

/** A page is live once it is stored; before, there is at most a draft of it. */
const lifeOf = ({ page, version, updatedAt, draft }: EditedPage): Living => ({
  id: page,
  status: version > 0 ? 'published' : 'draft',
  updatedAt: updatedAt ?? draft?.savedAt ?? new Date().toISOString(),
  publishedAt: null,
  draft: version > 0 ? draft : null,
})
