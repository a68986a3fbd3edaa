import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useWithSession } from '#auth/sign-in-dialog'
import { Alert } from '#base/controls/alert'
import { EditorDialog } from '#records/editor/editor-dialog'
import { failureText, answerWithin, patience } from '#records/editor/failure'
import { checkJson, readAt, writeAt } from '#base/editing/json-text'
import type { UnsavedText } from '#records/editor/unsaved-text'
import { EditedLanguage } from '#records/editor/edited-language'
import { type SeoField, SeoFields, seoFields } from '#records/editor/seo-fields'
import { type Place, showPlace } from '#records/editor/field-place'
import { Preview } from '#records/editor/preview'
import { countUntranslated } from '#records/editor/untranslated'
import { useRecordForm } from '#records/editor/use-record-form'
import { useSaving } from '#records/editor/use-saving'
import { send } from '#base/http/client'
import { issueText, useText } from '#base/i18n/i18n'
import type { Language } from '#base/i18n/language'
import { useToast } from '#base/ui/toast'
import { href } from '#base/href'
import { adminPaths } from '#base/paths'
import { AlsoEdited } from '#admin/also-edited'
import { settingsPages } from '#admin/settings/settings-page'
import { type PageContent, pageContentInput } from '#features/pages/contract'
import { PageEditor } from '#features/pages/page-editor'
import { comparePages, type PageValues, pathOf } from '#features/pages/page-conflict'
import { pageQuery } from '#features/pages/queries'
import { useLastValid } from '#features/pages/use-last-valid'
import { usePageFieldLabel } from '#features/pages/use-page-field-label'

type ContentDialogProps = {
  stored: PageContent
  resume?: UnsavedText
  unsavedKey: string
  onSaved: () => void
  onClose: () => void
}

/** Edits the content of one page: a form and its JSON text, and the SEO fields in it. */
export function ContentDialog({ stored, resume, unsavedKey, onSaved, onClose }: ContentDialogProps) {
  const { page } = stored
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  const labelOf = usePageFieldLabel(page)
  const [tab, setTab] = useState<'content' | 'seo' | 'preview'>('content')
  const [language, setLanguage] = useState<Language>('en')
  const name = t(`page.${page}`)

  const [loaded] = useState(() => toLoaded(stored))
  const titleOf = useCallback(() => name, [name])
  const form = useRecordForm<PageValues>({ unsavedKey, loaded, titleOf, resume })
  const { text } = form.values
  const { value } = checkJson(text)
  const content = useLastValid(value)
  const setText = (next: string) => form.change({ text: next })

  const fail = (description: string) => toast({ variant: 'destructive', title: t('page.updateFailed'), description })
  const saving = useSaving<PageValues>({
    form,
    write: (values, { version }, idempotencyKey) =>
      withSession(() =>
        answerWithin(
          patience,
          send<PageContent>('POST', '/api/page-contents', {
            body: { page, content: values.text },
            version: version === 0 ? undefined : version,
            idempotencyKey,
          }),
        ),
      ),
    fresh: async () => {
      const now = await client.fetchQuery({ ...pageQuery(page), staleTime: 0 })
      return now && toLoaded(now)
    },
    onSaved: () => {
      onSaved()
      toast({ title: t('page.saved'), description: t('page.savedText', { page: name }) })
      onClose()
    },
    onFailed: (error) => fail(failureText(error, t('page.updateFailed'), t)),
  })

  const save = () => {
    if (!value) {
      setTab('content')
      toast({ variant: 'destructive', title: t('page.invalidJson'), description: t('page.invalidJsonText') })
    } else {
      const issue = pageContentInput.safeParse({ page, content: text }).error?.issues[0]
      if (issue) fail(issueText(t, issue.message))
      else void saving.save()
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
      onSave={save}
      onClose={onClose}
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

const toLoaded = ({ content, version }: PageContent) => ({ values: { text: content }, version })
