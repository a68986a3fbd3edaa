import { lazy, type Ref, useCallback, useState } from 'react'
import { AlsoEdited } from '#admin/also-edited'
import { settingsPages } from '#admin/settings/settings-page'
import { UserRegion } from '#auth/sessions/user-region'
import { Button } from '#ui/controls/buttons/button'
import { loadFailed } from '#ui/controls/states/load-failed'
import { checkJson } from '#editing/json-text'
import { ListSkeleton } from '#editing/list-skeleton'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { adminPaths } from '#i18n/addresses/admin-paths'
import type { EditedPage, PageName } from '#features/pages/contract'
import { mergePages, pathOf } from '#features/pages/page-merging'
import { PageEditor } from '#features/pages/page-editor'
import { PageSeo } from '#features/pages/page-seo'
import { type PageValues, toLoaded } from '#features/pages/page-values'
import { useLastValid } from '#features/pages/use-last-valid'
import { usePageFieldLabel } from '#features/pages/use-page-field-label'
import { EditorDialog, type MayLeave } from '#records/editor/editor-dialog'
import { type Place, showPlace } from '#records/editor/fields/field-place'
import type { Versions } from '#records/editor/merge/merging'
import { Preview } from '#records/editor/preview/preview'
import { ShownLanguages, useShownLanguages } from '#records/editor/languages/shown-languages'
import { SidePanel, SidePanelToggle } from '#records/editor/side-panel'
import type { KeptText } from '#records/editor/saving/unsaved-text'
import { useRecordForm } from '#records/editor/saving/use-record-form'
import { useSidePanel } from '#records/editor/use-side-panel'
import { PresenceLine } from '#records/presence/presence-line'
import { usePresence } from '#records/presence/use-presence'
import { type Living, RecordBadges, RecordLife } from '#records/screen/life/record-life'
import { useSaveWords } from '#records/screen/life/save-words'
import { useDiscardDraft } from '#records/screen/life/use-discard-draft'
import { useNewestRecord } from '#records/screen/use-newest-record'
import { useTranslationMarks } from '#records/screen/list/use-translation-marks'
import { useRestoreVersion } from '#records/screen/history/use-restore-version'
import { useSavePage } from './use-save-page'
import { useWritePage } from './use-write-page'

const PageHistory = lazy(async () => ({ default: (await import('./page-history')).PageHistory }))

type ContentDialogProps = {
  stored: EditedPage
  resume?: KeptText
  unsavedKey: string
  onSaved: () => void
  onClose: () => void
  leaving: Ref<MayLeave>
}

/** Edits the content of one page, as its fields, its JSON text, and the SEO fields in it. */
export function ContentDialog({ stored: opened, resume, unsavedKey, onSaved, onClose, leaving }: ContentDialogProps) {
  const { page } = opened
  const t = useText()
  const name = t(`page.${page}`)
  const labelOf = usePageFieldLabel(page)
  const panel = useSidePanel()
  const { shown, choices, languages, choose, lead } = useShownLanguages()
  const [tab, setTab] = useState<'content' | 'seo' | 'preview'>('content')
  const [previewed, setPreviewed] = useState(languages[0] ?? 'en')
  const [isHistory, setIsHistory] = useState(false)

  const writing = useWritePage(opened)
  const { stored, take } = writing
  const others = usePresence('page', page)
  const [loaded] = useState(() => toLoaded(opened))
  const titleOf = useCallback(() => name, [name])
  const merge = useCallback((versions: Versions<PageValues>) => mergePages(page, versions), [page])
  const form = useRecordForm<PageValues>({ unsavedKey, loaded, titleOf, resume, merge })
  const { text } = form.values
  const { value } = checkJson(text)
  const content = useLastValid(value)
  const setText = (next: string) => form.change({ text: next })

  const { saving, save } = useSavePage({ form, writing, showJson: () => setTab('content'), onSaved, onClose })
  const life = lifeOf(stored)
  const words = useSaveWords(life, '')
  const goOnWith = (now: EditedPage) => {
    const next = toLoaded(now)
    take(now)
    form.rebase(next, next.values)
    onSaved()
  }
  const newest = useNewestRecord({ failed: t('page.updateFailed'), newest: writing.newest, saving })
  const isStored = stored.version > 0 || stored.draft !== null
  const marks = useTranslationMarks({ kind: { api: '/page-contents' }, id: isStored ? page : undefined, newest })
  const apiPath = () => `/api/page-contents/${page}`
  const restoring = useRestoreVersion({
    pathOf: apiPath,
    newest,
    isDirty: form.isDirty,
    onRestored: (now) => {
      goOnWith(now)
      setIsHistory(false)
    },
  })
  const discarding = useDiscardDraft({ pathOf: apiPath, titleOf, newest, onDiscarded: goOnWith })

  const goTo = (place: Place) => {
    const isSpanish = place.path.startsWith('translations.')
    setTab(/(^|\.)metadata\./.test(place.path) ? 'seo' : 'content')
    if (shown !== 'both') lead(isSpanish ? 'es' : 'en')
    showPlace(place)
  }
  const editor = { page, text, content, languages, onChange: setText }
  return (
    <>
      <EditorDialog
        title={t('page.editTitle', { page: name })}
        form={form}
        saving={saving}
        tools={
          <>
            <PresenceLine others={others} />
            {isHistory ? (
              <Button onPress={() => setIsHistory(false)}>{t('history.back')}</Button>
            ) : (
              <>
                <div className="edit-standing">
                  <RecordBadges record={life} />
                </div>
                {tab !== 'preview' && <ShownLanguages shown={shown} choices={choices} onChoose={choose} />}
                {tab === 'content' && <SidePanelToggle panel={panel} />}
              </>
            )}
          </>
        }
        aside={
          tab === 'content' &&
          panel.isOpen && (
            <SidePanel panel={panel}>
              <RecordLife
                kind={{ api: '/page-contents' }}
                record={life}
                isBusy={saving.isPending || restoring.isPending}
                onHistory={() => setIsHistory(true)}
                onDiscardDraft={discarding.ask}
              />
            </SidePanel>
          )
        }
        view={
          isHistory && (
            <UserRegion
              loading={<ListSkeleton label={t('editing.loading')} />}
              failed={loadFailed('editing.loadFailed')}
            >
              <PageHistory page={page} isRestoring={restoring.isPending} onRestore={restoring.restore} />
            </UserRegion>
          )
        }
        onSave={() => save('publish')}
        saveLabel={words.label}
        saveHint={words.hint}
        draft={{
          onSave: () => save('draft'),
          label: t('life.saveDraft'),
          hint: words.draftHint,
          isPending: saving.pendingWay === 'draft',
        }}
        onClose={onClose}
        leaving={leaving}
        labelOf={(field) => (field === 'text' ? t('page.json') : labelOf(pathOf(field)))}
        tab={tab}
        onTab={setTab}
        tabs={[
          {
            id: 'content',
            label: t('page.contentTab'),
            content: (
              <PageEditor
                {...editor}
                stored={form.base.values.text}
                marks={marks}
                notes={{ pageHeading: <AlsoInSettings page={page} /> }}
              />
            ),
          },
          {
            id: 'seo',
            label: t('editing.seoTab'),
            content: <PageSeo {...editor} isValid={value !== undefined} />,
          },
          {
            id: 'preview',
            label: t('resource.previewTab'),
            content: (
              <Preview
                previewed={{ kind: 'page', id: page }}
                values={{ content: text }}
                language={previewed}
                onLanguage={setPreviewed}
                labelOf={(path) => labelOf(path.split('.'))}
                onPlace={goTo}
              />
            ),
          },
        ]}
      />
      {restoring.question}
      {discarding.question}
    </>
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
