import { queryOptions, useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { type OtherLanguage, otherLanguages } from '#i18n/language'
import { useFailureToast } from '#records/editor/saving/failure'
import type { TranslationMarks } from '#records/editor/languages/translation-mark'
import { pathIn, readPath } from '#records/editor/values/values'
import type { RecordKind } from '#records/kind/record'
import type { TranslationDetail } from '#records/translation/translation-contract'
import { type Newest, type Versioned, versionsOf } from './write-record'

type Marking<Edited> = { kind: Pick<RecordKind, 'api'>; id: number | string | undefined; newest: Newest<Edited> }

/** The translation states of the edited record, and an action to confirm an outdated translation. */
export function useTranslationMarks<Edited extends Versioned>({
  kind,
  id,
  newest: { withNewest },
}: Marking<Edited>): TranslationMarks {
  const t = useText()
  const showFailure = useFailureToast()
  const client = useQueryClient()
  const { outdated, complete } = useQueries({
    queries: otherLanguages.map((language) => ({ ...detailQuery(kind, id ?? 0, language), enabled: id !== undefined })),
    combine: toMarks,
  })
  const confirm = useMutation({
    networkMode: 'always',
    mutationFn: (path: string) => {
      const { language, name } = readPath(path)
      return withNewest((from) =>
        send('POST', `/api${kind.api}/${id}/translations/${language}/confirm`, {
          body: { fields: [name] },
          version: versionsOf(from),
        }),
      )
    },
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: ['/api/translations'] })
      await client.invalidateQueries({ queryKey: [`/api${kind.api}`] })
    },
    onError: (error) => showFailure(error, t('translation.confirmFailed')),
  })
  return {
    complete,
    outdated,
    confirm: (name) => confirm.mutate(name),
    confirming: confirm.isPending ? confirm.variables : undefined,
  }
}

const detailQuery = ({ api }: Pick<RecordKind, 'api'>, id: number | string, language: OtherLanguage) =>
  queryOptions<TranslationDetail>({ queryKey: [`/api${api}`, id, 'translations', language] })

const nothingKnown: Pick<TranslationDetail, 'fields' | 'changes'> = { fields: {}, changes: {} }

/** The states of the draft, if there is one, because that is what is edited. */
function toMarks(found: readonly { data?: TranslationDetail }[]): Pick<TranslationMarks, 'outdated' | 'complete'> {
  const standing = otherLanguages.flatMap((language, at) => {
    const detail = found[at]?.data
    const { fields, changes } = detail?.draft ?? detail ?? nothingKnown
    return Object.entries(fields).map(([name, state]) => ({
      path: pathIn(language, name),
      state,
      change: changes[name],
    }))
  })
  return {
    outdated: Object.fromEntries(
      standing.flatMap(({ path, state, change }) => (state === 'outdated' && change ? [[path, change]] : [])),
    ),
    complete: new Set(standing.flatMap(({ path, state }) => (state === 'complete' ? [path] : []))),
  }
}
