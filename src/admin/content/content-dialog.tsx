import { useQueryClient } from '@tanstack/react-query'
import { lazy, type Ref, createElement, useCallback, useState, useRef } from 'react'
import { AddressViews, addressesAt } from '#features/visits/screens/record-views'
import { ApiError, send } from '#client/api-error'
import { checkJson, readAt } from '#editing/json-text'
import { usePublishing } from '#editing/picture-library'
import { editedPageContentQuery } from '#features/page-contents/editor/editor-queries'
import {
  mergePageContents,
  type PageContentValues,
  textsIn,
  toLoaded,
  emptyPage,
} from '#features/page-contents/editor/page-values'
import { href } from '#i18n/addresses/href'
import { useText } from '#i18n/i18n'
import { issueText } from '#i18n/issue-text'
import { sitePaths } from '#i18n/addresses/paths'
import { type EditedPageContent, pageContentInput, type PageContent } from '#features/page-contents/contract'
import { PageContentEditor, PageJson } from '#features/page-contents/editor/page-editor'
import { PageSeo, useLastValid } from '#features/page-contents/editor/page-seo'
import { fieldsOf, pageContentKindOf } from '#features/page-contents/page-fields'
import { type EditorTab, LifeDialog, useEditorView } from '#records/screen/life-dialog'
import type { MayLeave } from '#records/editor/editor-dialog'
import { type FieldLocation, focusField, useRequestedField } from '#records/editor/fields/field-location'
import { useFieldLabel } from '#records/editor/fields/kind-text'
import { joinSentences } from '#records/editor/merge/merged-words'
import type { Versions } from '#records/editor/merge/merging'
import type { Way, Versions as StoredVersions } from '#records/editor/saving/editor-state'
import { failureText } from '#records/editor/saving/failure'
import type { RestorableText } from '#records/editor/saving/unsaved-text'
import type { Living } from '#records/screen/life/record-life'
import { readPath } from '#records/editor/values/values'
import { useLifeEditor, useDraftToast } from '#records/screen/life/use-record-editor'
import { useTranslationMarks } from '#records/screen/life/use-translation-marks'
import { useNewestRecord, versionsTag } from '#records/screen/life/write-record'
import { ViewPage } from '#records/screen/life/save-words'
import { useToast } from '#ui/toasts/toast'

const RecordHistory = lazy(async () => ({
  default: (await import('#records/screen/history/record-history')).RecordHistory,
}))

type ContentDialogProps = {
  stored: EditedPageContent
  resume?: RestorableText
  unsavedKey: string
  /** The path of the field to focus. */
  field?: string
  onSaved: () => void
  onClose: () => void
  leaving: Ref<MayLeave>
}

/** Edits the content of one page: in a form, as its JSON text, and the SEO fields in it. */
export function ContentDialog({ field, leaving, ...opened }: ContentDialogProps) {
  const { onSaved, onClose } = opened
  const { page } = opened.stored
  const t = useText()
  const name = t(`page.${page}`)
  const kind = pageContentKindOf(page)
  const labelOf = useFieldLabel(kind)
  const view = useEditorView()
  const { shown, languages, showTemporarily } = view.shownLanguages

  const tabOf = (path: string): EditorTab => {
    const [first = ''] = readPath(path).name.split('.')
    if (first === 'metadata') return 'seo'
    return Object.hasOwn(fieldsOf(page), first) ? 'editor' : 'source'
  }
  const goTo = (place: FieldLocation) => {
    view.setTab(tabOf(place.path))
    if (shown !== 'both') showTemporarily(readPath(place.path).language)
    focusField(place)
  }
  const showJson = () => view.setTab('source')
  const editing = usePageEditor({ ...opened, showJson, onFault: (path) => goTo({ path }) })
  const { form, save, stored, take, errors, newest: newestPage } = editing
  const { text } = form.values
  const { value } = checkJson(text)
  const content = useLastValid(value)

  const newest = useNewestRecord({ failed: t('page.updateFailed'), newest: newestPage, form })
  const isStored = stored.version > 0 || stored.draft !== null
  const marks = useTranslationMarks({ kind, id: isStored ? page : undefined, newest })
  const continueWith = (now: EditedPageContent) => {
    const next = toLoaded(now)
    take(now)
    form.rebase(next, next.values)
    onSaved()
  }
  useRequestedField(field, goTo)
  const onChange = (next: string) => form.change({ text: next })
  const editor = { page, text, content, languages, errors, onChange }
  return (
    <LifeDialog<PageContentValues, EditedPageContent>
      {...{ kind, view, form, newest, labelOf, onClose, leaving }}
      title={t('page.editTitle', { page: name })}
      storedTitle={name}
      record={lifeOf(stored)}
      titleOf={() => name}
      save={save}
      onTaken={continueWith}
      editorLabel={t('resource.editorTab')}
      editor={<PageContentEditor {...editor} stored={form.base.values.text} marks={marks} />}
      source={{ label: t('page.contentTab'), content: <PageJson text={text} onChange={onChange} /> }}
      details={stored.version > 0 && <AddressViews addresses={addressesAt(sitePaths[page])} />}
      seo={<PageSeo {...editor} isValid={value !== undefined} />}
      renderHistory={(restoring) => <RecordHistory kind={kind} id={page} valuesOf={textsIn} {...restoring} />}
      preview={{ values: { content: text }, labelOf, onPlace: goTo }}
    />
  )
}

/** A stored page is public; before that there is at most a draft. */
const lifeOf = ({ page, version, updatedAt, draft }: EditedPageContent): Living => ({
  id: page,
  status: version > 0 ? 'published' : 'draft',
  updatedAt: updatedAt ?? draft?.savedAt ?? new Date().toISOString(),
  publishedAt: null,
  draft: version > 0 ? draft : null,
})

type PageEditing = {
  stored: EditedPageContent
  resume?: RestorableText
  unsavedKey: string
  /** Shows the JSON text, which has an error to fix first. */
  showJson: () => void
  /** Shows the field at a path, which has an error. */
  onFault: (path: string) => void
  onSaved: () => void
  onClose: () => void
}

/** Edits a page: validates and saves it, on request or automatically, and reports the result. */
function usePageEditor({ stored: opened, resume, unsavedKey, showJson, onFault, onSaved, onClose }: PageEditing) {
  const { page } = opened
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const publishing = usePublishing()
  const showDraftToast = useDraftToast()
  const name = t(`page.${page}`)
  const fail = (description: string) => toast({ variant: 'destructive', title: t('page.updateFailed'), description })

  const { write, remove, stored, take, newest } = useWritePageContent(opened)
  const [loaded] = useState(() => toLoaded(opened))

  const faults = usePageFaults(onFault)
  const form = useLifeEditor<PageContentValues, EditedPageContent>({
    kind: pageContentKindOf(page),
    idOf: () => page,
    unsavedKey,
    loaded,
    resume,
    titleOf: () => name,
    merge: useCallback((versions: Versions<PageContentValues>) => mergePageContents(page, versions), [page]),
    write,
    take,
    load: () => client.fetchQuery({ ...editedPageContentQuery(page), staleTime: 0 }),
    toLoaded,
    autosave: {
      // Invalid content is not sent to the server and stays on this device.
      isReady: ({ text }) => pageContentInput.safeParse({ page, content: text }).success,
      onKept: onSaved,
      onDiscarded: onSaved,
      remove,
    },
    onSaved: (_, answer, way, merged) => {
      onSaved()
      if (way === 'publish') {
        toast({
          title: t('page.saved'),
          description: joinSentences(t('page.savedText', { page: name }), merged),
          action: createElement(ViewPage, { href: href(sitePaths[page]) }),
        })
        onClose()
      } else showDraftToast(name, answer.version > 0, merged)
    },
    onFailed: (error) => {
      if (error instanceof ApiError) faults.mark(form.newest().values.text, error.issues)
      fail(failureText(error, t('page.updateFailed'), t))
    },
    onLeft: (autosaved) => {
      if (autosaved === 'kept') showDraftToast(name, newest().version > 0)
    },
  })

  const save = (way: Way) => {
    const { text } = form.values
    const issue = pageContentInput.safeParse({ page, content: text }).error?.issues[0]
    if (!checkJson(text).value) {
      showJson()
      toast({ variant: 'destructive', title: t('page.invalidJson'), description: t('page.invalidJsonText') })
    } else if (issue) {
      const message = issueText(t, issue.message)
      faults.mark(text, [{ path: issue.path.join('.'), message }])
      fail(message)
    } else if (way === 'publish')
      publishing(checkJson(text).value, () => {
        void form.save(form.values, way)
      })
    else void form.save(form.values, way)
  }

  return { form, save, stored, take, newest, errors: faults.errorsOf(form.values.text) }
}

type Fault = { path: string; message: string; value: unknown }

/** Errors of single values of the page; each is shown until its value changes. */
function usePageFaults(onFault: (path: string) => void) {
  const [faults, setFaults] = useState<Fault[]>([])
  const valueAt = (text: string, path: string) =>
    JSON.stringify(readAt(checkJson(text).value, path.split('.').map(keyOf)))
  return {
    /** The paths begin with `content.`, as in the body of a request. */
    mark: (text: string, issues: readonly { path: string; message: string }[]) => {
      const marked = issues
        .filter(({ path }) => path.startsWith('content.'))
        .map(({ path, message }) => ({ path: path.slice('content.'.length), message }))
        .map((fault) => ({ ...fault, value: valueAt(text, fault.path) }))
      setFaults(marked)
      if (marked[0]) onFault(marked[0].path)
    },
    errorsOf: (text: string): Record<string, string> =>
      Object.fromEntries(
        faults.filter(({ path, value }) => valueAt(text, path) === value).map(({ path, message }) => [path, message]),
      ),
  }
}

/** The index of a row, or the name of a value. */
const keyOf = (part: string) => (/^\d+$/.test(part) ? Number(part) : part)

/** Writes one page. `stored` is the page as last stored; `take` accepts a version stored by other means. */
function useWritePageContent(opened: EditedPageContent) {
  const [stored, setStored] = useState(opened)
  const last = useRef(opened)
  const { page } = opened
  const write = useCallback(
    ({ text }: PageContentValues, on: StoredVersions, idempotencyKey: string, way: Way): Promise<EditedPageContent> => {
      const nothing = on.version === 0 && (on.draft ?? 0) === 0
      const options = { version: nothing ? undefined : versionsTag(on), idempotencyKey }
      return way !== 'publish'
        ? send<EditedPageContent>(
            'PUT',
            `/api/page-contents/${page}/draft${way === 'autosave' ? '?autosave=true' : ''}`,
            {
              ...options,
              body: { content: text },
            },
          )
        : send<PageContent>('POST', '/api/page-contents', { ...options, body: { page, content: text } }).then(
            // Publishing deletes the draft.
            (answer) => ({ ...emptyPage(page), ...answer }),
          )
    },
    [page],
  )
  const remove = useCallback(
    (on: StoredVersions) => send('DELETE', `/api/page-contents/${page}/draft`, { version: versionsTag(on) }),
    [page],
  )
  const take = useCallback((next: EditedPageContent) => {
    last.current = next
    setStored(next)
  }, [])
  return { write, remove, stored, take, newest: () => last.current }
}
