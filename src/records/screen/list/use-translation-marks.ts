import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import { useToast } from '#ui/toasts/toast'
import { failureText } from '#records/editor/saving/failure'
import type { TranslationMarks } from '#records/editor/languages/translation-marks'
import type { RecordKind } from '#records/kind/record'
import type { TranslationDetail } from '#records/translation/translation-contract'
import type { Newest, Versioned } from '#records/screen/use-newest-record'
import { versionsOf } from '#records/screen/life/write-record'

type Marking<Edited> = { kind: Pick<RecordKind, 'api'>; id: number | string | undefined; newest: Newest<Edited> }

/** Which translations of the record in the editor are outdated, and the way to say that one is right all the same. */
export function useTranslationMarks<Edited extends Versioned>({
  kind,
  id,
  newest: { withNewest },
}: Marking<Edited>): TranslationMarks {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const { data: { outdated, complete } = nothingKnown } = useQuery({
    ...detailQuery(kind, id ?? 0),
    enabled: id !== undefined,
    select: toMarks,
  })
  const confirm = useMutation({
    networkMode: 'always',
    mutationFn: (name: string) =>
      withNewest((from) =>
        send('POST', `/api${kind.api}/${id}/translations/es/confirm`, {
          body: { fields: [name] },
          version: versionsOf(from),
        }),
      ),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: ['/api/translations'] })
      await client.invalidateQueries({ queryKey: [`/api${kind.api}`] })
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('editing.error'),
        description: failureText(error, t('translation.confirmFailed'), t),
      }),
  })
  return {
    complete,
    outdated,
    confirm: (name) => confirm.mutate(name),
    confirming: confirm.isPending ? confirm.variables : undefined,
  }
}

const detailQuery = ({ api }: Pick<RecordKind, 'api'>, id: number | string) =>
  queryOptions<TranslationDetail>({ queryKey: [`/api${api}`, id, 'translations', 'es'] })

const nothingKnown: Pick<TranslationMarks, 'outdated' | 'complete'> = { outdated: {}, complete: new Set() }

/** What is edited is the draft, where there is one. */
function toMarks({ draft, ...own }: TranslationDetail): typeof nothingKnown {
  const { fields, changes } = draft ?? own
  const standing = Object.entries(fields)
  return {
    outdated: Object.fromEntries(Object.entries(changes).filter(([name]) => fields[name] === 'outdated')),
    complete: new Set(standing.flatMap(([name, state]) => (state === 'complete' ? [name] : []))),
  }
}
