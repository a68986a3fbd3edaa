import { useQueryClient } from '@tanstack/react-query'
import { type Ref, useCallback, useState } from 'react'
import { Alert } from '#base/controls/alert'
import { EditorDialog, type MayLeave } from '#records/editor/editor-dialog'
import { failureText } from '#records/editor/failure'
import { checkJson, readAt, writeAt } from '#base/editing/json-text'
import type { UnsavedText } from '#records/editor/unsaved-text'
import { EditedLanguage } from '#records/editor/edited-language'
import { type SeoField, SeoFields, seoFields } from '#records/editor/seo-fields'
import { type Place, showPlace } from '#records/editor/field-place'
import { Preview } from '#records/editor/preview'
import { countUntranslated } from '#records/editor/untranslated'
import { useRecordForm } from '#records/editor/use-record-form'
import { useSaving } from '#records/editor/use-saving'
import { issueText, useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import { useToast } from '#base/ui/toast'
import { href } from '#base/href'
import { adminPaths } from '#base/paths'
import { AlsoEdited } from '#admin/also-edited'
import { settingsPages } from '#admin/settings/settings-page'
import { type EditedPage, pageContentInput } from '#features/pages/contract'
import { PageEditor } from '#features/pages/page-editor'
import { comparePages, pathOf } from '#features/pages/page-conflict'
import { type PageValues, toLoaded } from '#features/pages/page-values'
import { useSaveWords } from '#records/screen/save-words'
import { type PageWay, useWritePage } from './use-write-page'
import { editedPageQuery } from '#features/pages/queries'
import { useLastValid } from '#features/pages/use-last-valid'
import { usePageFieldLabel } from '#features/pages/use-page-field-label'

type ContentDialogProps = {
  stored: EditedPage
  resume?: UnsavedText
  unsavedKey: string
  onSaved: () => void
  onClose: () => void
  leaving: Ref<MayLeave>
}

/** Edits the content of one page: a form and its JSON text, and the SEO fields in it. */
export function ContentDialog({ stored: opened, resume, unsavedKey, onSaved, onClose, leaving }: ContentDialogProps) {
  const { page } = opened
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const { write, stored, take } = useWritePage(opened)
  const labelOf = usePageFieldLabel(page)
  const [tab, setTab] = useState<'content' | 'seo' | 'preview'>('content')
  const [language, setLanguage] = useState<Language>('en')
  const name = t(`page.${page}`)

  const [loaded] = useState(() => toLoaded(opened))
  const titleOf = useCallback(() => name, [name])
  const form = useRecordForm<PageValues>({ unsavedKey, loaded, titleOf, resume })
  const { text } = form.values
  const { value } = checkJson(text)
  const content = useLastValid(value)
  const setText = (next: string) => form.change({ text: next })

  const fail = (description: string) => toast({ variant: 'destructive', title: t('page.updateFailed'), description })
  const saving = useSaving<PageValues, EditedPage, PageWay>({
    form,
    write,
    fresh: async () => {
      const now = await client.fetchQuery({ ...editedPageQuery(page), staleTime: 0 })
      if (now) take(now)
      return now && toLoaded(now)
    },
    staysOpen: (way) => way === 'draft',
    toLoaded,
    onSaved: (_, answer, way) => {
      take(answer)
      onSaved()
      if (way === 'draft') {
        const told = answer.version > 0 ? 'life.draftSavedBeside' : 'life.draftSavedText'
        toast({ title: t('life.draftSaved'), description: t(told, { title: name }) })
      } else {
        toast({ title: t('page.saved'), description: t('page.savedText', { page: name }) })
        onClose()
      }
    },
    onFailed: (error) => fail(failureText(error, t('page.updateFailed'), t)),
  })
  const words = useSaveWords({ status: stored.version > 0 ? 'published' : 'draft' }, '')

  const save = (way: PageWay) => {
    if (!value) {
      setTab('content')
      toast({ variant: 'destructive', title: t('page.invalidJson'), description: t('page.invalidJsonText') })
    } else {
      const issue = pageContentInput.safeParse({ page, content: text }).error?.issues[0]
      if (issue) fail(issueText(t, issue.message))
      else void saving.save(form.values, way)
    }
  }

  const goTo = (place: Place) => {
    setTab('content')
    setLanguage(place.path.startsWith('translations.') ? 'es' : 'en')
    showPlace(place)
  }

  const settings = page === 'blog' || page === 'projects' ? settingsPages[page] : undefined
  const notes = settings && {
    pageHeading: (
      <AlsoEdited
        href={`${href(adminPaths.settings)}?page=${page}`}
        place={`${t('adminNav.settings')}: ${t(settings.tab)}`}
      />
    ),
  }

  return (
    <EditorDialog
      title={t('page.editTitle', { page: name })}
      form={form}
      saving={saving}
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
      compare={comparePages}
      tab={tab}
      onTab={setTab}
      tabs={[
        {
          id: 'content',
          label: t('page.contentTab'),
          content: (
            <PageEditor
              page={page}
              text={text}
              content={content}
              onChange={setText}
              language={language}
              onLanguage={setLanguage}
              notes={notes}
            />
          ),
        },
        {
          id: 'seo',
          label: t('editing.seoTab'),
          content: (
            <PageSeo
              text={text}
              content={content}
              isValid={value !== undefined}
              onChange={setText}
              language={language}
              onLanguage={setLanguage}
            />
          ),
        },
        {
          id: 'preview',
          label: t('resource.previewTab'),
          content: (
            <Preview
              previewed={{ kind: 'page', id: page }}
              values={{ content: text }}
              language={language}
              onLanguage={setLanguage}
              labelOf={(path) => labelOf(path.split('.'))}
              onPlace={goTo}
            />
          ),
        },
      ]}
    />
  )
}

type PageSeoProps = {
  text: string
  content: Record<string, unknown>
  isValid: boolean
  onChange: (text: string) => void
  language: Language
  onLanguage: (language: Language) => void
}

/** The SEO fields inside a page's JSON. They wait while it is invalid. */
function PageSeo({ text, content, isValid, onChange, language, onLanguage }: PageSeoProps) {
  const t = useText()
  const pathTo = (field: SeoField, of = language) => [...(of === 'en' ? [] : ['translations', of]), 'metadata', field]
  const read = (field: SeoField, of = language) => {
    const value = readAt(content, pathTo(field, of))
    return typeof value === 'string' ? value : ''
  }
  const missing = countUntranslated(seoFields, (field, written) => read(field, written) !== '')
  return (
    <div className="edit-fields">
      {!isValid && (
        <Alert variant="warning" title={t('page.formWaits')}>
          {t('page.formWaitsText')}
        </Alert>
      )}
      <EditedLanguage selected={language} onSelect={onLanguage} missing={missing} />
      <SeoFields
        isDisabled={!isValid}
        read={(field) => ({ value: read(field) })}
        onChange={(field, value) => {
          if (isValid) onChange(writeAt(text, pathTo(field), value))
        }}
      />
    </div>
  )
}
