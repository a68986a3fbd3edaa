import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { Form } from '#auth/forms/form'
import { useWrite } from '#auth/forms/use-write'
import { UserRegion } from '#auth/sessions/user-region'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { textIn } from '#contract/site'
import type { SiteText } from '#features/settings/texts/contract'
import { siteTextsQuery } from '#features/settings/queries'
import { type Translate, useText } from '#i18n/i18n'
import { type Language, languages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { locales } from '#i18n/locales'
import { folded } from '#text/fold'
import { UnsavedMark } from '#records/editor/saved-form'
import { Button, LinkButton } from '#ui/controls/buttons/button'
import { SearchBox } from '#ui/controls/fields/text-field'
import { Switch } from '#ui/controls/fields/choice'
import { rescueFocus } from '#ui/controls/dialogs/rescue-focus'
import { loadFailed, NothingFound, TableSkeleton } from '#ui/controls/states/states'
import { Link } from '#ui/link'
import { fieldOfText } from '#features/page-contents/default-texts'
import { pageContentKindOf } from '#features/page-contents/page-fields'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import type { MessageId } from '#i18n/messages'
import { fieldLabel } from '#records/editor/fields/kind-text'
import { sitePaths, searchPath } from '#i18n/addresses/paths'
import { MessageField, startingText, MessageWords, spoken } from '#admin/site/message-field'

/** The page of each text, by the first part of its key; others are on every page, or on several. */
const pages: Partial<Record<string, string>> = {
  hero: sitePaths.home,
  features: sitePaths.home,
  waitlist: sitePaths.home,
  projects: sitePaths.projects,
  blog: sitePaths.blog,
  reading: sitePaths.blog,
  about: sitePaths.about,
  contact: sitePaths.contact,
  legal: sitePaths.legal,
  search: searchPath,
}

const pageOf = (group: string): string => pages[group] ?? sitePaths.home

/** Small groups, which are shown together. */
const small = [
  'announcement',
  'date',
  'errors',
  'features',
  'fields',
  'language',
  'languageOffer',
  'list',
  'preview',
  'validation',
  'common',
]
const mailed = ['confirmation', 'unsubscribe', 'mailedPage']
const heading = (group: string) => (small.includes(group) ? 'other' : mailed.includes(group) ? 'mail' : group)

/** In the order of the groups; the small ones together at the end. */
export function groupsOf(texts: readonly SiteText[]): { group: string; texts: SiteText[] }[] {
  const groups = Map.groupBy(texts, ({ group }) => heading(group))
  return [...groups]
    .map(([group, some]) => ({ group, texts: some }))
    .toSorted((one, other) => Number(one.group === 'other') - Number(other.group === 'other'))
}

/** Texts that other parts of this screen replace, by the field there. */
const inAppearance: Partial<Record<string, { field: string; label: MessageId }>> = {
  'footer.tagline': { field: 'footer.en', label: 'site.footer' },
  'nav.projects': { field: 'navigation', label: 'site.navigation' },
  'nav.blog': { field: 'navigation', label: 'site.navigation' },
  'nav.about': { field: 'navigation', label: 'site.navigation' },
  'nav.contact': { field: 'navigation', label: 'site.navigation' },
}

/** `field`: the field of this screen. */
type TextPlace = { label: string; href: string; field?: string }

/** Where a text of the site is edited, if not among the texts. */
export function placeOf(t: Translate, key: string): TextPlace | undefined {
  const here = inAppearance[key]
  if (here) return { label: t(here.label), field: here.field, href: `${href(adminPaths.site)}?field=${here.field}` }
  const there = fieldOfText(key)
  if (!there) return undefined
  const { page, field } = there
  return { label: `${t(`page.${page}`)}: ${fieldLabel(t, pageContentKindOf(page), field)}`, href: there.href }
}

/** What is typed for each text and not saved, by its key. */
export type TypedTexts = Record<string, Partial<Record<Language, string>>>
type Typed = TypedTexts[string]

type TextsProps = {
  typed: TypedTexts
  onTyped: (typed: TypedTexts) => void
  /** Shows a field of another part of the screen. */
  onField: (field: string) => void
  /** The key of the text that the URL names. */
  asked?: string
}

export const isUnsaved = (typed: TypedTexts): boolean =>
  Object.values(typed).some((words) => Object.keys(words).length > 0)

/** The interface texts of the public site: search, edit and reset. */
export function SiteTexts(props: TextsProps) {
  const t = useText()
  return (
    <UserRegion loading={<TableSkeleton label={t('site.texts.loading')} />} failed={loadFailed('site.texts.failed')}>
      <Texts {...props} />
    </UserRegion>
  )
}

function Texts({ typed, asked = '', ...on }: TextsProps) {
  const t = useText()
  const { data: texts } = useSuspenseQuery(siteTextsQuery())
  const [q, setQ] = useState(asked)
  const [isOwnOnly, setIsOwnOnly] = useState(false)
  const own = texts.filter(isOwn)
  const found = (isOwnOnly ? own : texts).filter((text) => holds(t, text, q))
  return (
    <div className="site-fields">
      <p className="kit-note">{t('site.texts.intro')}</p>
      <div className="site-texts-tools">
        <SearchBox label={t('site.texts.search')} value={q} onChange={setQ} />
        <Switch isSelected={isOwnOnly} onChange={setIsOwnOnly}>
          {t('site.texts.ownOnly', { count: own.length })}
        </Switch>
      </div>
      <output className="kit-hidden">{t('site.texts.found', { count: found.length })}</output>
      <NothingFound words={found.length === 0 && q !== '' ? q : undefined} onClear={() => setQ('')} />
      {groupsOf(found).map(({ group, texts: some }) => (
        <Group key={group} group={group} texts={some} typed={typed} {...on} />
      ))}
    </div>
  )
}

type GroupProps = TextsProps & { group: string; texts: readonly SiteText[] }

function Group({ group, texts, typed, onTyped, onField }: GroupProps) {
  const t = useText()
  const id = useId()
  return (
    <section className="site-text-group" aria-labelledby={id}>
      <h2 id={id}>{t(`site.texts.group.${group}` as 'site.texts.group.other')}</h2>
      <ul>
        {texts.map((text) => {
          const place = placeOf(t, text.key)
          const together = place ? texts.filter(({ key }) => placeOf(t, key)?.href === place.href) : []
          // Several texts that have one field are one row.
          if (place && together[0] !== text) return null
          return place ? (
            <TextElsewhere key={text.key} texts={together} place={place} onField={onField} />
          ) : (
            <OneText
              key={text.key}
              text={text}
              typed={typed[text.key] ?? {}}
              onTyped={(words) => onTyped({ ...typed, [text.key]: words })}
            />
          )
        })}
      </ul>
    </section>
  )
}

const isOwn = ({ values }: SiteText) => Object.values(values).some((value) => value !== null)

function holds(t: Translate, { key, defaults, values }: SiteText, q: string): boolean {
  const texts = [...Object.values(defaults), ...Object.values(values)].filter((text) => text !== null)
  const text = folded([key, placeOf(t, key)?.label, ...texts.map((one) => spoken(t, one))].join(' '))
  return folded(q)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

type ElsewhereProps = { texts: readonly SiteText[]; place: TextPlace; onField: (field: string) => void }

/** Texts that have their field elsewhere. Those of the owner's own, from before they had, can be reset. */
function TextElsewhere({ texts, place, onField }: ElsewhereProps) {
  const t = useText()
  const own = texts.filter(isOwn).map(({ key }) => [key, null])
  const { mutate, isPending } = useWrite<SiteText[]>({
    failed: t('site.texts.notSaved'),
    done: t('site.texts.saved'),
    stale: [siteTextsQuery().queryKey],
    onDone: () => rescueFocus(),
  })
  return (
    <li className="site-text" data-own={own.length > 0 || undefined}>
      <div className="site-text-head">
        <span className="site-text-said">{place.label}</span>
        {own.length > 0 && (
          <Button
            variant="quiet"
            isPending={isPending}
            onPress={() => mutate({ method: 'PUT', path: '/api/site/texts', body: Object.fromEntries(own) })}
          >
            {t('site.texts.takeBack')}
          </Button>
        )}
        <Link
          className="site-text-elsewhere"
          onClick={() => place.field !== undefined && onField(place.field)}
          href={place.href}
          aria-label={t('site.texts.editThere', { field: place.label })}
        >
          {t('site.texts.change')}
        </Link>
      </div>
    </li>
  )
}

type OneTextProps = { text: SiteText; typed: Typed; onTyped: (words: Typed) => void }

/** A text, and when it is selected a field for each language. */
function OneText({ text, typed, onTyped }: OneTextProps) {
  const t = useText()
  const language = usePageLanguage()
  const isTyped = isUnsaved({ typed })
  const [isOpen, setIsOpen] = useState(isTyped)
  const toggle = useRef<HTMLButtonElement>(null)
  const { key, defaults, values } = text
  const hasOwn = isOwn(text)
  const wording = values[language] ?? textIn(defaults, language)
  return (
    <li className="site-text" data-own={hasOwn || undefined}>
      <div className="site-text-head">
        <span className="site-text-said">
          <MessageWords t={t} message={wording} />
          {isTyped && <UnsavedMark />}
        </span>
        {hasOwn && <span className="edit-badge">{t('site.texts.own')}</span>}
        <Button
          ref={toggle}
          variant="quiet"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'site.texts.closeOne' : 'site.texts.changeOne', { text: spoken(t, wording) })}
          onPress={() => setIsOpen(!isOpen)}
        >
          {t(isOpen ? 'site.texts.close' : 'site.texts.change')}
        </Button>
      </div>
      {isOpen && (
        <TextForm
          key={key}
          text={text}
          typed={typed}
          onTyped={onTyped}
          onDone={() => {
            onTyped({})
            setIsOpen(false)
            toggle.current?.focus()
            // The row itself may disappear, when only the owner's texts are listed.
            rescueFocus()
          }}
        />
      )}
    </li>
  )
}

function TextForm({
  text: { key, group, defaults, values },
  typed,
  onTyped,
  onDone,
}: OneTextProps & { onDone: () => void }) {
  const t = useText()
  const type = (language: Language, wording: string) => {
    const { [language]: _, ...others } = typed
    onTyped(
      wording === (values[language] ?? startingText(defaults[language])) ? others : { ...typed, [language]: wording },
    )
  }
  const { mutate, isPending, error } = useWrite<SiteText[]>({
    failed: t('site.texts.notSaved'),
    done: t('site.texts.saved'),
    stale: [siteTextsQuery().queryKey],
    onDone,
  })
  const faults = issuesByField(fieldIssues(error))
  const write = (texts: Record<string, string | null> | null) =>
    mutate({ method: 'PUT', path: '/api/site/texts', body: { [key]: texts } })
  const save = () => {
    const changed = Object.entries(typed).map(([language, wording]) => [language, wording.trim() || null])
    if (changed.length > 0) write(Object.fromEntries(changed))
    else onDone()
  }
  return (
    <Form className="site-text-form" error={error} onSubmit={save}>
      <div className="edit-pair" data-languages={languages.length}>
        {languages.map((language) => (
          <MessageField
            key={language}
            label={locales[language]}
            language={language}
            value={typed[language] ?? values[language] ?? ''}
            builtIn={defaults[language]}
            error={faults[`${key}.${language}`] ?? faults[key]}
            onChange={(wording) => type(language, wording)}
          />
        ))}
      </div>
      <div className="edit-row">
        <Button type="submit" variant="primary" isPending={isPending}>
          {t('site.texts.save')}
        </Button>
        {Object.values(values).some((value) => value !== null) && (
          <Button onPress={() => write(null)} isPending={isPending}>
            {t('site.texts.takeBack')}
          </Button>
        )}
        <LinkButton variant="quiet" href={pageOf(group)} target="_blank">
          {t('site.texts.where')}
        </LinkButton>
      </div>
    </Form>
  )
}
