import { queryOptions } from '@tanstack/react-query'
import type { Translate } from '#i18n/i18n'
import { type OtherLanguage, otherLanguages } from '#i18n/language'
import type { MessageId } from '#i18n/messages'
import { contentKindOf, contentTitle, editorAddress } from '#features/kinds'
import { fieldLabel } from '#records/editor/fields/kind-text'
import type { TranslationReport, Untranslated } from '#records/translation/translation-contract'

/** Missing and outdated translations of the whole site. */
export const untranslatedQuery = () => queryOptions<Untranslated[]>({ queryKey: ['/api/translations'] })

export type Left = {
  id: string
  language: OtherLanguage
  title: string
  kind: string
  editor: string
  /** Its path in the API. */
  address: string
  list: string
  updatedAt: string
  report: TranslationReport
  /** Its draft is translated, but not published. */
  isDrafted: boolean
  /** The labels of the fields in the editor; outdated ones are separate. */
  missing: string[]
  outdated: { path: string; name: string }[]
}

/**
 * Records by their titles with their texts by language: of the draft if there is one, because that is what an editor
 * opens.
 */
export function leftOf(rows: readonly Untranslated[], t: Translate): Left[] {
  return rows.flatMap((row) => otherLanguages.flatMap((language) => leftIn(row, language, t)))
}

function leftIn(row: Untranslated, language: OtherLanguage, t: Translate): Left[] {
  const { kind, id, title, updatedAt, draft } = row
  const isDrafted = draft?.[language].state === 'complete'
  const report = draft && !isDrafted ? draft[language] : row[language]
  if (report.state === 'complete') return []
  const described = contentKindOf(kind, id)
  const editor = editorAddress(kind, id)
  if (described === undefined || editor === undefined) return []
  const list = `/api${described.api}`
  const pathsThat = (state: string) =>
    Object.entries(report.fields).flatMap(([path, one]) => (one === state ? [path] : []))
  const nameOf = (path: string) => fieldLabel(t, described, path)
  return [
    {
      id: `${kind} ${id} ${language}`,
      language,
      title: contentTitle(t, kind, id, title),
      kind: t(`translation.kind.${kind}` as MessageId),
      editor,
      address: `${list}/${id}`,
      list,
      updatedAt: updatedAt ?? '',
      report,
      isDrafted,
      missing: pathsThat('missing').map(nameOf),
      outdated: pathsThat('outdated').map((path) => ({ path, name: nameOf(path) })),
    },
  ]
}

const mostNames = 6

/** The first few names, each once, and the number of further fields: a page can have hundreds. */
export function listNames(names: readonly string[], t: Translate): string {
  const shown = [...new Set(names)].slice(0, mostNames)
  const count = names.filter((name) => !shown.includes(name)).length
  const fields = shown.join(', ')
  return count === 0 ? fields : t('translation.andMore', { fields, count })
}
