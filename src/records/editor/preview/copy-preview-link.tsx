import { useMutation } from '@tanstack/react-query'
import { useWithSession } from '#auth/forms/sign-in-dialog'
import { Button } from '#ui/controls/buttons/button'
import { LinkIcon } from '#ui/controls/buttons/icons'
import { send } from '#client/api-error'
import { useText } from '#i18n/i18n'
import type { Language } from '#i18n/language'
import { useToast } from '#ui/toasts/toast'
import { failureText } from '#records/editor/saving/failure'

/** What a link shows, as the API takes it: `id` is absent for what is new. */
export type Previewed = { kind: string; id?: number | string }

type CopyPreviewLinkProps = { previewed: Previewed; values: unknown; language: Language }

/** Copies a link under which somebody without an account sees the page as it is typed now. */
export function CopyPreviewLink({ previewed, values, language }: CopyPreviewLinkProps) {
  const t = useText()
  const toast = useToast()
  const withSession = useWithSession()
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const { url } = await withSession(() =>
        send<{ url: string }>('POST', '/api/previews', { body: { ...previewed, values, language } }),
      )
      // Where the browser refuses, the link is there to be copied by hand.
      const isCopied = await navigator.clipboard.writeText(url).then(
        () => true,
        () => false,
      )
      return { url, isCopied }
    },
    onSuccess: ({ url, isCopied }) =>
      toast({
        title: t(isCopied ? 'editing.preview.copied' : 'editing.preview.linkMade'),
        description: isCopied ? t('editing.preview.copiedText') : url,
      }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('editing.preview.linkFailed'),
        description: failureText(error, t('editing.preview.linkFailed'), t),
      }),
  })
  return (
    <Button variant="quiet" onPress={() => mutate()} isPending={isPending}>
      <LinkIcon />
      <span>{t('editing.preview.copyLink')}</span>
    </Button>
  )
}
