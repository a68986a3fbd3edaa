import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { UserRegion } from '#auth/sessions/user-region'
import { Button, LinkButton, OpenLink } from '#ui/controls/buttons/button'
import { EmptyState, LoadFailed } from '#ui/controls/states/states'
import { TabbedPanels } from '#ui/controls/tabbed-panels'
import { useFailureToast } from '#records/editor/saving/failure'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import type { RestorableText } from '#records/editor/saving/unsaved-text'
import { UnsavedTexts } from '#records/editor/saving/unsaved-texts'
import { ListSkeleton } from '#editing/lists/list-tools'
import { useIntentKey } from '#client/use-submission'
import { send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { useWatchedQuery } from '#client/use-watched-query'
import { useToast } from '#ui/toasts/toast'
import {
  type EditedPageContent,
  type PageContent,
  type PageName,
  pageNames,
  type EditedPageContentSummary,
} from '#features/page-contents/contract'
import { emptyPage, previewOf } from '#features/page-contents/editor/page-values'
import {
  editedPageContentQuery,
  editedPageContentsQuery,
  pageContentsQuery,
} from '#features/page-contents/editor/editor-queries'
import { Screen } from '#ui/controls/screen'
import { useEditedAddress } from '#records/screen/use-edited-address'
import { addressesAt, useViewsText } from '#features/visits/screens/record-views'
import { besideControls } from '#ui/controls/event-guards'
import { EyeIcon, PencilIcon } from '#ui/controls/buttons/icons'
import { href } from '#i18n/addresses/href'
import { locales } from '#i18n/locales'
import { isRecord } from '#text/parse-json'
import { text } from '#text/reading'
import { dateTime, shortDate } from '#i18n/dates'
import { otherLanguages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { sitePaths } from '#i18n/addresses/paths'
import { metadataIn, readJson } from '#features/page-contents/page-json'
import { pageContentKindOf } from '#features/page-contents/page-fields'
import { seoFields } from '#records/editor/fields/seo-fields'
import { useFieldLabel } from '#records/editor/fields/kind-text'
import { ContentDialog } from './content-dialog'

/** The pages that can be created from sample content. */
const initialPages = ['home', 'about', 'contact', 'legal'] as const
type InitialPage = (typeof initialPages)[number]

/** The stored page contents, and the dialog in which one is edited. */
export function ContentScreen() {
  const t = useText()
  const client = useQueryClient()
  const watched = useWatchedQuery(editedPageContentsQuery())
  /** Counts retries of the list; each mounts it again. */
  const [attempt, setAttempt] = useState(0)
  const refresh = async () => {
    await watched.refetch()
    if (watched.isError) setAttempt(attempt + 1)
  }

  const address = useEditedAddress<PageName, { stored: EditedPageContent; resume?: RestorableText }>({
    askedIn,
    queryOf: (page) => `?edit=${page}`,
    load: async (page, resume) => ({
      stored: (await client.fetchQuery({ ...editedPageContentQuery(page), staleTime: 0 })) ?? emptyPage(page),
      resume,
    }),
  })
  const { open, opening } = address
  const resume = (key: string, unsaved: RestorableText) => {
    const page = pageNames.find((name) => key === unsavedKeyOf(name))
    if (page) address.go(page, unsaved)
  }

  const { all } = useLanguageNames()
  return (
    <Screen
      title={t('adminNav.pages')}
      intro={t('page.intro', { languages: all })}
      actions={
        <Button isPending={watched.isFetching} onPress={() => void refresh()}>
          {t('page.refresh')}
        </Button>
      }
    >
      {!open && <UnsavedTexts kind="page" onResume={resume} />}
      <TabbedPanels
        label={t('adminNav.pages')}
        tabs={[
          {
            id: 'static',
            label: t('page.staticPages'),
            content: (
              <UserRegion key={attempt} loading={<ListSkeleton label={t('editing.loading')} />} failed={pagesFailed}>
                <Pages opening={opening} hrefOf={address.hrefOf} onEdit={(page) => address.go(page)} />
              </UserRegion>
            ),
          },
        ]}
      />
      {open && (
        <ContentDialog
          {...open}
          key={open.key}
          unsavedKey={unsavedKeyOf(open.stored.page)}
          onSaved={() => void client.invalidateQueries({ queryKey: pageContentsQuery().queryKey })}
          onClose={address.close}
          leaving={address.mayLeave}
        />
      )}
    </Screen>
  )
}

/** The page in the URL's query: `edit`, or `page` in older links. */
function askedIn(query: URLSearchParams): PageName | undefined {
  const asked = query.get('edit') ?? query.get('page')
  return pageNames.find((name) => name === asked)
}

type PagesProps = { opening?: PageName; hrefOf: (page: PageName) => string; onEdit: (page: PageName) => void }

/** The existing pages, and buttons to create missing ones. */
function Pages({ opening, hrefOf, onEdit }: PagesProps) {
  const t = useText()
  const create = useCreatePage()
  const { data: pages } = useSuspenseQuery(editedPageContentsQuery())
  const missing = initialPages.filter((name) => !pages.some(({ page }) => page === name))
  return (
    <div className="edit-fields">
      {pages.length === 0 ? (
        <EmptyState title={t('page.none')} text={t('page.noneText')} />
      ) : (
        <ContentList pages={pages} opening={opening} hrefOf={hrefOf} onEdit={onEdit} />
      )}
      {missing.length > 0 && (
        <CreatePages
          missing={missing}
          creating={create.isPending ? create.variables : undefined}
          onCreate={create.mutate}
        />
      )}
    </div>
  )
}

function PagesFailed({ onRetry }: { onRetry: () => void }) {
  const { error } = useWatchedQuery(editedPageContentsQuery())
  useEffect(() => {
    if (error) console.error('Failed to fetch page contents', error)
  }, [error])
  return <LoadFailed text="page.loadFailed" onRetry={onRetry} />
}

const pagesFailed = (retry: () => void) => <PagesFailed onRetry={retry} />

const unsavedKeyOf = (page: PageName) => `page:${page}`

type CreatePagesProps = { missing: InitialPage[]; creating?: InitialPage; onCreate: (page: InitialPage) => void }

function CreatePages({ missing, creating, onCreate }: CreatePagesProps) {
  const t = useText()
  return (
    <section className="content-create" aria-labelledby="content-create">
      <h2 id="content-create">{t('page.createTitle')}</h2>
      <p className="kit-note">{t('page.createText')}</p>
      <div className="edit-row">
        {missing.map((page) => (
          <Button
            key={page}
            isPending={creating === page}
            isDisabled={creating !== undefined && creating !== page}
            onPress={() => onCreate(page)}
          >
            {t(creating === page ? 'page.creating' : 'page.create', { page: t(`page.${page}`) })}
          </Button>
        ))}
      </div>
    </section>
  )
}

function useCreatePage() {
  const t = useText()
  const toast = useToast()
  const showFailure = useFailureToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  const { keyFor } = useIntentKey()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (page: InitialPage) => {
      const { samplePages } = await import('#features/page-contents/editor/sample-pages')
      const body = { page, content: JSON.stringify(samplePages[page], null, 2) }
      return withSession(() => send<PageContent>('POST', '/api/page-contents', { body, idempotencyKey: keyFor(body) }))
    },
    onSuccess: (_, page) =>
      toast({ title: t('page.created'), description: t('page.createdText', { page: t(`page.${page}`) }) }),
    onError: (error) => showFailure(error, t('page.updateFailed'), t('page.updateFailed')),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: pageContentsQuery().queryKey })
      // The button disappears with its notice.
      rescueFocus()
    },
  })
}

type ContentListProps = {
  pages: EditedPageContentSummary[]
  opening?: PageName
  hrefOf: (page: PageName) => string
  onEdit: (page: PageName) => void
}

/** Each page with its name, title, status and a summary of its content. */
function ContentList({ pages, opening, hrefOf, onEdit }: ContentListProps) {
  const ordered = pages.toSorted((one, other) => pageNames.indexOf(one.page) - pageNames.indexOf(other.page))
  return (
    <ul className="content-pages">
      {ordered.map((page) => (
        <ContentEntry
          key={page.page}
          stored={page}
          isOpening={opening === page.page}
          href={hrefOf(page.page)}
          onEdit={() => onEdit(page.page)}
        />
      ))}
    </ul>
  )
}

type ContentEntryProps = { stored: EditedPageContentSummary; isOpening: boolean; href: string; onEdit: () => void }

function ContentEntry({ stored, isOpening, href: address, onEdit }: ContentEntryProps) {
  const t = useText()
  const language = usePageLanguage()
  const { page, content, updatedAt, draft } = stored
  const name = t(`page.${page}`)
  const views = useViewsText()(addressesAt(sitePaths[page]))
  const isLive = stored.version > 0
  const changedAt = updatedAt ?? draft?.savedAt
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- its link and its button do the same
    <li className="content-page" data-opens="" onClick={besideControls(onEdit)}>
      <div className="content-page-head">
        <div className="edit-row">
          <h2>
            <OpenLink href={address} onOpen={onEdit}>
              {name}
            </OpenLink>
          </h2>
          {draft && (
            <span className="edit-badge" data-tone={isLive ? 'newer' : 'draft'}>
              {t(isLive ? 'life.newerDraft' : 'life.draft')}
            </span>
          )}
        </div>
        {changedAt && (
          <p className="edit-note content-page-date" title={dateTime(changedAt, language)}>
            {t('page.updated', { date: shortDate(changedAt, language) })}
          </p>
        )}
        {isLive && views !== '' && <p className="edit-note">{views}</p>}
      </div>
      <ContentPreview page={page} content={content} />
      <div className="edit-actions">
        <LinkButton
          href={href(sitePaths[page])}
          target="_blank"
          variant="quiet"
          aria-label={t('page.viewOf', { page: name })}
        >
          <EyeIcon />
          {t('page.viewPage')}
        </LinkButton>
        <Button isPending={isOpening} onPress={onEdit} aria-label={t('page.editOf', { page: name })}>
          <PencilIcon />
          {t('page.edit')}
        </Button>
      </div>
    </li>
  )
}

/** Without the canonical URL, which every page has by default. */
const countedSeo = seoFields.filter((field) => field !== 'canonical')

function ContentPreview({ page, content }: Pick<EditedPageContentSummary, 'page' | 'content'>) {
  const t = useText()
  const language = usePageLanguage()
  const labelOf = useFieldLabel(pageContentKindOf(page))
  const preview = previewOf(content, language)
  const parsed = readJson(content)
  const inOthers = otherLanguages.filter((one) => isRecord(parsed.translations) && parsed.translations[one])
  const filled = countedSeo.filter((field) => text(metadataIn(parsed, language), field))
  const shared: Partial<Record<string, string>> = {
    metadata:
      filled.length === countedSeo.length
        ? t('page.seoComplete')
        : t('page.seoFilled', { count: filled.length, total: countedSeo.length }),
    translations: inOthers.map((one) => locales[one]).join(', ') || '–',
  }
  const named = (key: string) => (key === 'metadata' || key === 'translations' ? t(`page.field.${key}`) : labelOf(key))
  if ('text' in preview) return <p className="content-preview">{preview.text}</p>
  return (
    <dl className="content-preview">
      {preview.entries.map((entry) => (
        <div key={entry.key} title={entry.key}>
          <dt>
            {named(entry.key) !== entry.key && <span>{named(entry.key)} </span>}
            <code className={named(entry.key) === entry.key ? undefined : 'kit-hidden'}>{entry.key}</code>
          </dt>
          <dd>{'text' in entry ? entry.text : (shared[entry.key] ?? t('page.entries', { count: entry.count }))}</dd>
        </div>
      ))}
    </dl>
  )
}
