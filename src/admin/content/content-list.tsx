import { addressesAt, useViewsText } from '#features/visits/screens/record-views'
import { besideControls } from '#ui/controls/beside-controls'
import { Button } from '#ui/controls/buttons/button'
import { EyeIcon, PencilIcon } from '#ui/controls/buttons/icons'
import { LinkButton } from '#ui/controls/buttons/link-button'
import { OpenLink } from '#ui/controls/buttons/open-link'
import { href } from '#i18n/addresses/href'
import { locales } from '#i18n/locales'
import { isRecord } from '#text/parse-json'
import { text } from '#text/reading'
import { dateTime } from '#i18n/dates'
import { useText } from '#i18n/i18n'
import { otherLanguages } from '#i18n/language'
import { usePageLanguage } from '#i18n/language-atom'
import { sitePaths } from '#i18n/addresses/paths'
import type { EditedPageSummary, PageName } from '#features/pages/contract'
import { pageNames } from '#features/pages/contract'
import { previewOf } from '#features/pages/editor/page-preview'
import { metadataIn, readJson } from '#features/pages/page-json'
import { titleOf } from '#features/pages/page-title'
import { pageKindOf } from '#features/pages/page-fields'
import { seoFields } from '#records/editor/fields/seo-fields'
import { useFieldLabel } from '#records/editor/fields/kind-text'

type ContentListProps = {
  pages: EditedPageSummary[]
  opening?: PageName
  hrefOf: (page: PageName) => string
  onEdit: (page: PageName) => void
}

/** Each page with its name, title, status and a summary of its content. */
export function ContentList({ pages, opening, hrefOf, onEdit }: ContentListProps) {
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

type ContentEntryProps = { stored: EditedPageSummary; isOpening: boolean; href: string; onEdit: () => void }

function ContentEntry({ stored, isOpening, href: address, onEdit }: ContentEntryProps) {
  const t = useText()
  const language = usePageLanguage()
  const { page, content, updatedAt, draft } = stored
  const name = t(`page.${page}`)
  const views = useViewsText()(addressesAt(sitePaths[page]))
  const title = titleOf(page, content, language)
  const isLive = stored.version > 0
  const changedAt = updatedAt ?? draft?.savedAt
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- its link and its button do the same
    <li className="content-page" data-opens="" onClick={besideControls(onEdit)}>
      <div className="content-page-head">
        <div className="edit-row content-page-name">
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
        {title !== undefined && title !== name && <p className="content-page-title">{title}</p>}
        {changedAt && (
          <p className="edit-note content-page-date">{t('page.updated', { date: dateTime(changedAt, language) })}</p>
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

function ContentPreview({ page, content }: Pick<EditedPageSummary, 'page' | 'content'>) {
  const t = useText()
  const language = usePageLanguage()
  const labelOf = useFieldLabel(pageKindOf(page))
  const preview = previewOf(content, language)
  const parsed = readJson(content)
  const inOthers = otherLanguages.filter((one) => isRecord(parsed.translations) && parsed.translations[one])
  const filled = seoFields.filter((field) => text(metadataIn(parsed, language), field))
  const shared: Partial<Record<string, string>> = {
    metadata: t('page.seoFilled', { count: filled.length, total: seoFields.length }),
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
