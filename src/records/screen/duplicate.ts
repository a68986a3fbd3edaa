import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { send } from '#client/api-error'
import { useIntentKey } from '#client/use-intent-key'
import { useText } from '#i18n/i18n'
import { type Language, languages } from '#i18n/language'
import { pathIn } from '#records/editor/values/paths'
import { useToast } from '#ui/toasts/toast'
import { useFailureToast } from '#records/editor/saving/failure'
import { type RecordValues, toBody, toLoaded } from '#records/editor/values/record-values'
import type { EditedRecord, EditedSummary, RecordKind } from '#records/kind/record'
import { useLoadRecord } from './load-record'

/** Creates a draft from a record's current content, or its draft's, and opens it. */
export function useDuplicate(kind: RecordKind, onMade: (copy: EditedRecord) => void) {
  const t = useText()
  const toast = useToast()
  const showFailure = useFailureToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  const load = useLoadRecord(kind)
  const { keyFor, finish } = useIntentKey()
  const { mutate, isPending, variables } = useMutation({
    networkMode: 'always',
    mutationFn: async ({ id }: EditedSummary) => {
      const original = await load(id)
      if (!original) throw new Error(t('editing.gone.title'))
      const body = { ...toBody(kind, copyOf(kind, toLoaded(kind, original).values)), status: 'draft' }
      return withSession(() =>
        send<EditedRecord>('POST', `/api${kind.api}`, { body, idempotencyKey: keyFor({ id, body }) }),
      )
    },
    onSuccess: async (copy) => {
      finish()
      await client.invalidateQueries({ queryKey: [`/api${kind.api}`] })
      toast({ title: t('resource.duplicated'), description: t('resource.duplicatedText') })
      onMade(copy)
    },
    onError: (error) => showFailure(error, t('resource.duplicateFailed')),
  })
  return {
    start: (row: EditedSummary) => {
      if (!isPending) mutate(row)
    },
    /** The id of the record that is being copied. */
    pending: isPending ? variables.id : undefined,
  }
}

/** The mark is part of the title, so it is in the language of the title. */
const marks: Partial<Record<Language, string>> = { en: ' (copy)', es: ' (copia)' }

/** The copy has no slug and no date yet, and not the canonical URL of the original. */
function copyOf({ fields }: Pick<RecordKind, 'fields'>, values: RecordValues): RecordValues {
  const { title: field } = fields
  const most = field && 'max' in field ? field.max : 0
  const titles = languages.flatMap((language) => {
    const [path, mark] = [pathIn(language, 'title'), marks[language] ?? ' (2)']
    return values[path] ? [[path, String(values[path]).slice(0, most - mark.length) + mark]] : []
  })
  const moments = Object.entries(fields)
    .filter(([, { type }]) => type === 'moment')
    .map(([name]) => [name, ''])
  return {
    ...values,
    slug: '',
    ...Object.fromEntries(languages.map((language) => [pathIn(language, 'metadata.canonical'), ''])),
    ...Object.fromEntries([...titles, ...moments]),
  }
}
