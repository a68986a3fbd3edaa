import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWithSession } from '#auth/sign-in-dialog'
import { Alert } from '#base/controls/alert'
import { Button } from '#base/controls/button'
import { EmptyState } from '#base/controls/empty-state'
import { TabbedPanels } from '#base/controls/tabbed-panels'
import { failureText } from '#records/editor/failure'
import { rescueFocus } from '#base/editing/focus'
import type { UnsavedText } from '#records/editor/unsaved-text'
import { UnsavedTexts } from '#records/editor/unsaved-texts'
import { ListSkeleton } from '#base/editing/list-skeleton'
import { useIntentKey } from '#base/http/use-intent-key'
import { send } from '#base/http/client'
import { useText } from '#base/i18n/i18n'
import { useToast } from '#base/ui/toast'
import { type PageContent, type PageName, pageNames } from '#features/pages/contract'
import { pageQuery, pagesQuery } from '#features/pages/queries'
import { Screen } from '#base/controls/screen'
import { ContentDialog } from './content-dialog'
import { ContentList } from './content-list'

/** The pages that can be made from sample content. */
const initialPages = ['home', 'about', 'contact', 'legal'] as const
type InitialPage = (typeof initialPages)[number]

/** The stored page contents, and the dialog in which one is edited. */
export function ContentScreen() {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const { data: pages, error, isFetching, refetch } = useQuery(pagesQuery())
  const [open, setOpen] = useState<{ stored: PageContent; resume?: UnsavedText }>()
  const [opening, setOpening] = useState<PageName>()
  const create = useCreatePage()

  useEffect(() => {
    if (error) console.error('Failed to fetch page contents', error)
  }, [error])

  const edit = async (page: PageName, resume?: UnsavedText) => {
    setOpening(page)
    try {
      const stored = await client.fetchQuery({ ...pageQuery(page), staleTime: 0 })
      if (stored) setOpen({ stored, resume })
    } catch (cause) {
      toast({ variant: 'destructive', title: t('editing.error'), description: failureText(cause, t('editing.loadFailed'), t) })
    }
    setOpening(undefined)
  }
  const resume = (key: string, unsaved: UnsavedText) => {
    const page = pageNames.find((name) => key === unsavedKeyOf(name))
    if (page) void edit(page, unsaved)
  }

  const missing = initialPages.filter((name) => pages && !pages.some(({ page }) => page === name))
  const refresh = <Button isPending={isFetching} onPress={() => { void refetch() }}>{t('page.refresh')}</Button>
  return (
    <Screen title={t('adminNav.pages')} intro={t('page.intro')} actions={refresh}>
      {!open && <UnsavedTexts kind="page" onResume={resume} />}
      <TabbedPanels
        label={t('adminNav.pages')}
        tabs={[{
          id: 'static',
          label: t('page.staticPages'),
          content: (
            <div className="edit-fields">
              {error && <Alert variant="danger" action={<Button onPress={() => { void refetch() }}>{t('editing.retry')}</Button>}>{t('page.loadFailed')}</Alert>}
              {!pages && !error && <ListSkeleton label={t('editing.loading')} />}
              {pages?.length === 0 && <EmptyState title={t('page.none')} text={t('page.noneText')} />}
              {pages && pages.length > 0 && <ContentList pages={pages} opening={opening} onEdit={(page) => { void edit(page) }} />}
              {missing.length > 0 && <CreatePages missing={missing} creating={create.isPending ? create.variables : undefined} onCreate={create.mutate} />}
            </div>
          ),
        }]}
      />
      {open && (
        <ContentDialog
          key={open.stored.page}
          {...open}
          unsavedKey={unsavedKeyOf(open.stored.page)}
          onSaved={() => { void client.invalidateQueries({ queryKey: pagesQuery().queryKey }) }}
          onClose={() => {
            setOpen(undefined)
            rescueFocus()
          }}
        />
      )}
    </Screen>
  )
}

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
          <Button key={page} isPending={creating === page} isDisabled={creating !== undefined && creating !== page} onPress={() => onCreate(page)}>
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
  const client = useQueryClient()
  const withSession = useWithSession()
  const { keyFor } = useIntentKey()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (page: InitialPage) => {
      const { samplePages } = await import('#features/pages/sample-pages')
      const body = { page, content: JSON.stringify(samplePages[page], null, 2) }
      return withSession(() => send<PageContent>('POST', '/api/page-contents', { body, idempotencyKey: keyFor(body) }))
    },
    onSuccess: (_, page) => toast({ title: t('page.created'), description: t('page.createdText', { page: t(`page.${page}`) }) }),
    onError: (error) => toast({ variant: 'destructive', title: t('page.updateFailed'), description: failureText(error, t('page.updateFailed'), t) }),
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: pagesQuery().queryKey })
      // The button is gone with what it offered.
      rescueFocus()
    },
  })
}
