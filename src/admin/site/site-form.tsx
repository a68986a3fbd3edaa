import { useAtom, useAtomValue } from 'jotai'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { siteAtom } from '#contract/site'
import { LeaveGuard } from '#editing/leave-guard'
import { shortcut, useSaveShortcut } from '#editing/save-shortcut'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { type Language, languages } from '#i18n/language'
import { languageAtom } from '#i18n/language-atom'
import { locales } from '#i18n/locales'
import type { MessageId } from '#i18n/messages'
import { ConflictView } from '#records/editor/merge/conflict-view'
import { joinSentences } from '#records/editor/merge/merged-words'
import { plainFailure } from '#records/editor/saving/failure'
import { type Loaded, type RecordForm, useRecordForm } from '#records/editor/saving/use-record-form'
import type { Values } from '#records/editor/values/values'
import { Button } from '#ui/controls/buttons/button'
import { Alert } from '#ui/controls/states/alert'
import { TabbedPanels } from '#ui/controls/tabbed-panels'
import { useToast } from '#ui/toasts/toast'
import { AnnouncementFields } from './announcement-fields'
import { FooterFields } from './footer-fields'
import { IdentityFields } from './identity-fields'
import { NavigationFields } from './navigation-fields'
import { SitePreview } from './site-preview'
import { wholeSite } from './site-values'
import { useSiteSaving } from './use-site-saving'

const parts = ['identity', 'navigation', 'footer', 'announcement'] as const
type Part = (typeof parts)[number]

const partOf = (field: string): Part => {
  const [name = ''] = field.split('.')
  if (name === 'navigation' || name === 'announcement') return name
  return ['footer', 'copyright', 'social'].includes(name) ? 'footer' : 'identity'
}

const contents: Record<Part, (props: { form: RecordForm<Values> }) => React.ReactNode> = {
  identity: IdentityFields,
  navigation: NavigationFields,
  footer: FooterFields,
  announcement: AnnouncementFields,
}

/** One form in several tabs, with the page beside it as it would be. What is not saved is kept on this device. */
export function SiteForm({ loaded }: { loaded: Loaded<Values> }) {
  const t = useText()
  const toast = useToast()
  const language = useAtomValue(languageAtom)
  const [site, setSite] = useAtom(siteAtom)
  const asked = new URLSearchParams(useLocation().search).get('part')
  const [part, setPart] = useState<Part>(() => parts.find((one) => one === asked) ?? 'identity')
  const [shown, setShown] = useState<Language>(language)
  const [failure, setFailure] = useState<string>()
  const labelOf = useSiteLabel()
  const form = useRecordForm<Values>({
    unsavedKey: 'site',
    loaded,
    titleOf: () => t('adminNav.appearance'),
    takesUp: true,
  })
  const saving = useSiteSaving({
    form,
    onSaved: ({ name }, merged) => {
      setFailure(undefined)
      setSite({ ...site, name })
      toast({ title: t('site.saved'), description: joinSentences(t('site.savedText'), merged) })
    },
    onFailed: (error, faults) => {
      const [first] = Object.keys(faults)
      if (first !== undefined) setPart(partOf(first))
      setFailure(first === undefined ? plainFailure(error, t('site.failed'), t) : undefined)
      toast({ variant: 'destructive', title: t('site.failed'), description: first && faults[first] })
    },
  })
  const save = () => {
    if (!saving.isPending && !form.theirs && form.isDirty) void saving.save()
  }
  useSaveShortcut({ onSave: save })

  if (form.theirs) return <ConflictView form={form} saving={saving} theirs={form.theirs} labelOf={labelOf} />
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <div className="site-edit">
      <form className="site-form" noValidate onSubmit={submit} aria-label={t('adminNav.appearance')}>
        {form.takenUp && form.isDirty && (
          <Alert
            variant="info"
            action={<Button onPress={() => form.change(form.base.values)}>{t('settings.discard')}</Button>}
          >
            {t('settings.resumed', { date: dateTime(form.takenUp.keptAt, language) })}
          </Alert>
        )}
        <TabbedPanels
          label={t('site.parts')}
          selected={part}
          onSelect={setPart}
          keepMounted
          tabs={parts.map((id) => {
            const Fields = contents[id]
            return { id, label: t(`site.part.${id}`), content: <Fields form={form} /> }
          })}
        />
        {failure !== undefined && (
          <Alert variant="danger" title={t('site.failed')}>
            {failure}
          </Alert>
        )}
        <Foot form={form} isPending={saving.isPending} />
      </form>
      <SitePreview
        values={wholeSite(form.values)}
        language={shown}
        onLanguage={(chosen) => setShown(languages.find((one) => one === chosen) ?? shown)}
      />
      <LeaveGuard isActive={form.isDirty} isKept={form.keptAt !== undefined} />
    </div>
  )
}

function useSiteLabel(): (field: string) => string {
  const t = useText()
  return (field) => {
    const [name = '', ...rest] = field.split('.')
    const label = t(`site.${name === 'announcement' ? `announcement.${rest[0]}` : name}` as MessageId)
    const language = languages.find((one) => rest.includes(one))
    return language ? `${label} (${locales[language]})` : label
  }
}

function Foot({ form, isPending }: { form: Pick<RecordForm<Values>, 'isDirty' | 'keptAt'>; isPending: boolean }) {
  const t = useText()
  return (
    <div className="settings-foot">
      <Button type="submit" variant="primary" isPending={isPending} aria-keyshortcuts="Control+S Meta+S">
        {t(isPending ? 'settings.saving' : 'site.save')}
        <kbd className="edit-shortcut" aria-hidden="true">
          {shortcut('S')}
        </kbd>
      </Button>
      <output className="kit-note">
        {form.isDirty ? t(form.keptAt === undefined ? 'editing.unsaved' : 'editing.kept') : ''}
      </output>
    </div>
  )
}
