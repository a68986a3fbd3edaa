import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { send } from '#client/api-error'
import { useIntentKey } from '#client/use-intent-key'
import { useText } from '#i18n/i18n'
import { useLanguageNames } from '#i18n/use-language-names'
import { useToast } from '#ui/toasts/toast'
import { failureText } from '#records/editor/saving/failure'
import { type Left, untranslatedQuery } from './left'

/** Says of all outdated translations of a record that they fit its English as it is now. */
export function useStillRight() {
  const t = useText()
  const { nameOf } = useLanguageNames()
  const toast = useToast()
  const client = useQueryClient()
  const withSession = useWithSession()
  const { keyFor } = useIntentKey()
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ address, outdated, language }: Left) => {
      const body = { fields: outdated.map(({ path }) => path) }
      return withSession(() =>
        send('POST', `${address}/translations/${language}/confirm`, {
          body,
          idempotencyKey: keyFor({ address, language, body }),
        }),
      )
    },
    onSuccess: (_, { title, language }) =>
      toast({
        title: t('translation.confirmed'),
        description: t('translation.confirmedText', { title, language: nameOf(language) }),
      }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('editing.error'),
        description: failureText(error, t('translation.confirmFailed'), t),
      }),
    onSettled: (_, __, { list }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: untranslatedQuery().queryKey }),
        client.invalidateQueries({ queryKey: [list] }),
      ]),
  })
}
