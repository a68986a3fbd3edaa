import { useAtomValue } from 'jotai'
import { Button } from '#base/controls/button'
import { PencilIcon } from '#base/controls/icons'
import { dateTime } from '#base/i18n/dates'
import { useText } from '#base/i18n/i18n'
import { languageAtom } from '#base/i18n/language-atom'
import type { PageContent, PageName } from '#features/pages/contract'
import { pageNames } from '#features/pages/contract'
import { previewOf } from '#features/pages/page-preview'

type ContentListProps = { pages: PageContent[]; opening?: PageName; onEdit: (page: PageName) => void }

/** Each page with its name, its last change and a glance at its content. */
export function ContentList({ pages, opening, onEdit }: ContentListProps) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  const ordered = pages.toSorted((one, other) => pageNames.indexOf(one.page) - pageNames.indexOf(other.page))
  return (
    <ul className="content-pages">
      {ordered.map(({ page, content, updatedAt }) => (
        <li key={page} className="content-page">
          <div className="content-page-head">
            <h2>{t(`page.${page}`)}</h2>
            <p className="edit-note">{t('page.updated', { date: dateTime(updatedAt, language) })}</p>
          </div>
          <ContentPreview content={content} />
          <Button
            isPending={opening === page}
            onPress={() => onEdit(page)}
            aria-label={t('page.editOf', { page: t(`page.${page}`) })}
          >
            <PencilIcon />
            {t('page.edit')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function ContentPreview({ content }: { content: string }) {
  const t = useText()
  const preview = previewOf(content)
  if ('text' in preview) return <p className="content-preview">{preview.text}</p>
  return (
    <dl className="content-preview">
      {preview.entries.map((entry) => (
        <div key={entry.key}>
          <dt>{entry.key}</dt>
          <dd>{'count' in entry ? t('page.entries', { count: entry.count }) : entry.text}</dd>
        </div>
      ))}
    </dl>
  )
}
