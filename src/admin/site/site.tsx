import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { UserRegion } from '#auth/sessions/user-region'
import { siteQuery } from '#features/settings/queries'
import { useText } from '#i18n/i18n'
import { Screen } from '#ui/controls/screen'
import { loadFailed, Alert, TableSkeleton } from '#ui/controls/states/states'
import { fetchPictures, allSiteValues, changedSite, loadedSite, urlsIn, useSiteValue } from './site-values'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { Form } from '#auth/forms/form'
import { send } from '#client/api-error'
import { LeaveGuard } from '#editing/leave-guard'
import { useSaveShortcut } from '#editing/save-shortcut'
import type { SiteAnswer } from '#features/settings/site/contract'
import { type Language, languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { locales } from '#i18n/locales'
import type { MessageId } from '#i18n/messages'
import { ConflictView } from '#records/editor/merge/conflict-view'
import { focusField, useRequestedField, FieldAnchor } from '#records/editor/fields/field-location'
import type { Loaded } from '#records/editor/saving/editor-state'
import { type Editor, textField } from '#records/editor/saving/use-editor'
import { useSavedForm, SaveFoot, RestoredNotice } from '#records/editor/saved-form'
import type { Values } from '#records/editor/values/values'
import { TabbedPanels } from '#ui/controls/tabbed-panels'
import { Preview } from '#records/editor/preview/preview'
import { Button } from '#ui/controls/buttons/button'
import { EyeIcon } from '#ui/controls/buttons/icons'
import { useMedia } from '#ui/controls/use-media'
import { DateTimeField } from '#ui/controls/fields/date-time-field'
import { FooterFields, NavigationFields, FieldTexts } from './navigation-fields'
import { IdentityFields, LookFields } from './appearance-fields'
import { SiteHistory, useUndoSite } from './site-history'
import { isUnsaved, SiteTexts, type TypedTexts } from './texts'
import { AddressField } from './address-field'

const formParts = ['identity', 'look', 'navigation', 'footer', 'announcement'] as const
const parts = [...formParts, 'texts', 'history'] as const
type FormPart = (typeof formParts)[number]
type Part = (typeof parts)[number]

const partOf = (field: string): FormPart => {
  const [name = ''] = field.split('.')
  if (name === 'home') return 'navigation'
  if (name === 'look' || name === 'navigation' || name === 'announcement') return name
  return ['footer', 'copyright', 'social', 'hidden'].includes(name) ? 'footer' : 'identity'
}

const isOfForm = (part: Part): part is FormPart => formParts.some((one) => one === part)

const contents: Record<FormPart, (props: { form: Editor<Values> }) => React.ReactNode> = {
  identity: IdentityFields,
  look: LookFields,
  navigation: NavigationFields,
  footer: FooterFields,
  announcement: AnnouncementFields,
}

/** One form in several tabs, with a live preview. Unsaved values are stored on this device. */
function SiteForm({ loaded }: { loaded: Loaded<Values> }) {
  const t = useText()
  const language = usePageLanguage()
  const query = new URLSearchParams(useLocation().search)
  const [asked, field] = [query.get('part'), query.get('field') ?? undefined]
  useRequestedField(field, focusField)
  const [part, setPart] = useState<Part>(() => parts.find((one) => one === asked) ?? partOf(field ?? ''))
  const [shown, setShown] = useState<Language>(language)
  const [typedTexts, setTypedTexts] = useState<TypedTexts>({})
  const goTo = (path: string) => {
    setPart(partOf(path))
    focusField({ path })
  }
  const labelOf = useSiteLabel()
  const show = useSiteValue()
  const { form, failure, save } = useSiteEditor(loaded, goTo)
  useSaveShortcut({
    onSave: () => {
      if (part === 'texts') document.activeElement?.closest<HTMLFormElement>('.site-text-form')?.requestSubmit()
      else save()
    },
  })

  if (form.theirs) return <ConflictView form={form} theirs={form.theirs} labelOf={labelOf} show={show} />
  return (
    <div className={part === 'history' ? undefined : 'site-edit'}>
      <section className={part === 'history' ? undefined : 'site-form'} aria-label={t('adminNav.appearance')}>
        <RestoredNotice form={form} />
        <Parts
          form={form}
          part={part}
          onPart={setPart}
          onSave={save}
          texts={
            <SiteTexts
              typed={typedTexts}
              onTyped={setTypedTexts}
              onField={goTo}
              asked={asked === 'texts' ? field : undefined}
            />
          }
          history={part === 'history' && <SiteHistory form={form} labelOf={labelOf} />}
        />
        {failure !== undefined && (
          <Alert variant="danger" title={t('site.failed')}>
            {failure}
          </Alert>
        )}
        {isOfForm(part) && <SaveFoot form={form} label={t('site.save')} className="settings-foot" onSave={save} />}
      </section>
      {part !== 'history' && (
        <SitePreview
          values={allSiteValues(form.values)}
          language={shown}
          isAtEnd={part === 'footer'}
          onLanguage={(chosen) => setShown(languages.find((one) => one === chosen) ?? shown)}
        />
      )}
      <LeaveGuard
        isActive={form.isDirty || isUnsaved(typedTexts)}
        isKept={form.keptAt !== undefined && !isUnsaved(typedTexts)}
      />
    </div>
  )
}

type PartsProps = {
  form: Editor<Values>
  part: Part
  onPart: (part: Part) => void
  onSave: () => void
  texts: React.ReactNode
  history: React.ReactNode
}

/** The parts of the form, and the texts, which are saved separately. All stay mounted while another is shown. */
function Parts({ form, part, onPart, onSave, texts, history }: PartsProps) {
  const t = useText()
  const tabs = formParts.map((id) => {
    const Fields = contents[id]
    const content = (
      <Form onSubmit={onSave} aria-label={t(`site.part.${id}`)}>
        <Fields form={form} />
      </Form>
    )
    return { id: id as Part, label: t(`site.part.${id}`), content }
  })
  return (
    <TabbedPanels
      label={t('site.parts')}
      selected={part}
      onSelect={onPart}
      keepMounted
      tabs={[
        ...tabs,
        { id: 'texts', label: t('site.part.texts'), content: texts },
        { id: 'history', label: t('site.part.history'), content: history },
      ]}
    />
  )
}

function useSiteLabel(): (field: string) => string {
  const t = useText()
  return (field) => {
    const [name = '', ...rest] = field.split('.')
    const label = t(`site.${name === 'announcement' || name === 'look' ? `${name}.${rest[0]}` : name}` as MessageId)
    const language = languages.find((one) => rest.includes(one))
    return language ? `${label} (${locales[language]})` : label
  }
}

/** Edits the site's values. Only changed values are saved; concurrent changes by others are merged. */
function useSiteEditor(loaded: Loaded<Values>, goTo: (field: string) => void) {
  const t = useText()
  const client = useQueryClient()
  const saved = useSavedForm<Values, SiteAnswer>({
    unsavedKey: 'site',
    loaded,
    titleOf: () => t('adminNav.appearance'),
    write: (values, { version }, idempotencyKey) => {
      const body = changedSite(form.newest().base.values, values)
      return send<SiteAnswer>('PUT', '/api/site', { body, version, idempotencyKey })
    },
    fresh: async () => {
      const site = await client.fetchQuery({ ...siteQuery(), staleTime: 0 })
      return loadedSite(site, await fetchPictures(client, site))
    },
    toLoaded: (site): Loaded<Values> => loadedSite(site, urlsIn(form.newest().values)),
    texts: { saved: t('site.saved'), savedText: () => t('site.savedText'), failed: t('site.failed') },
    prepare: ({ isDirty, values }) => (isDirty ? values : undefined),
    actionOf: (answer) => undoButton(answer),
    onStored: (answer) => {
      client.setQueryData(siteQuery().queryKey, answer)
      void client.invalidateQueries({ queryKey: ['/api/site/brand'] })
      void client.invalidateQueries({ queryKey: ['/api', 'site'] })
    },
    onFailed: ([first]) => {
      if (first !== undefined) goTo(first)
    },
  })
  const { form } = saved
  const undoButton = useUndoSite(form)
  return saved
}

type SitePreviewProps = {
  values: unknown
  language: Language
  onLanguage: (language: Language) => void
  /** Whether the edited part is at the end of the page. */
  isAtEnd: boolean
}

/** The home page with the edited values: beside the form if there is room, otherwise on demand. */
function SitePreview({ values, language, onLanguage, isAtEnd }: SitePreviewProps) {
  const t = useText()
  const hasRoom = useMedia('(min-width: 80rem)')
  const [isPreviewOpen, setIsPreviewOpen] = useState(false)
  return (
    <section className="site-preview" aria-label={t('site.preview')}>
      {!hasRoom && (
        <Button aria-expanded={isPreviewOpen} onPress={() => setIsPreviewOpen(!isPreviewOpen)}>
          <EyeIcon />
          {t(isPreviewOpen ? 'site.previewHide' : 'site.preview')}
        </Button>
      )}
      {(hasRoom || isPreviewOpen) && (
        <Preview
          previewed={{ kind: 'site-settings' }}
          values={values}
          language={language}
          onLanguage={onLanguage}
          scrollTarget={isAtEnd ? '.site-footer' : 'body'}
        />
      )}
    </section>
  )
}

/** The fields of the announcement bar. */
function AnnouncementFields({ form }: { form: Editor<Values> }) {
  const t = useText()
  return (
    <div className="site-fields">
      <FieldTexts
        form={form}
        name="announcement.text"
        label={t('site.announcement.text')}
        description={t('site.announcementHint')}
        maxLength={200}
        rows={2}
      />
      <AddressField
        label={t('site.announcement.href')}
        description={t('site.announcementHrefHint')}
        path="announcement.href"
        {...textField(form, 'announcement.href')}
      />
      <Moment form={form} name="from" />
      <Moment form={form} name="until" />
    </div>
  )
}

function Moment({ form, name }: { form: Editor<Values>; name: 'from' | 'until' }) {
  const t = useText()
  const path = `announcement.${name}`
  return (
    <FieldAnchor path={path}>
      <DateTimeField
        clear={t('editing.clearField', { field: t(`site.announcement.${name}`) })}
        label={t(`site.announcement.${name}`)}
        description={t(`site.announcement.${name}Hint`)}
        {...textField(form, path)}
      />
    </FieldAnchor>
  )
}

/** The site's name, look, menus and texts. */
export function SiteScreen() {
  const t = useText()
  return (
    <Screen title={t('adminNav.appearance')} intro={t('site.intro')} isWide>
      <UserRegion loading={<TableSkeleton label={t('site.loading')} />} failed={loadFailed('site.loadFailed')}>
        <Site />
      </UserRegion>
    </Screen>
  )
}

function Site() {
  const client = useQueryClient()
  const { data: loaded } = useSuspenseQuery(
    queryOptions({
      queryKey: ['site form'],
      queryFn: async () => {
        const site = await client.fetchQuery({ ...siteQuery(), staleTime: 0 })
        return loadedSite(site, await fetchPictures(client, site))
      },
      // Never refetched while editing; conflicts are merged when saving.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    }),
  )
  return <SiteForm loaded={loaded} />
}
