import { useState } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { CheckIcon, LinkIcon } from '#ui/controls/buttons/icons'
import { useText } from '#i18n/i18n'

/** Takes the address of an item to the clipboard. */
export function CopyAddress({ address }: { address: string }) {
  const t = useText()
  const [copied, setCopied] = useState<boolean>()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return (
    <>
      <Button
        onPress={() => {
          void copy()
        }}
      >
        {copied ? <CheckIcon /> : <LinkIcon />}
        {t('media.copy')}
      </Button>
      <output className={copied === false ? 'media-address' : 'kit-hidden'}>
        {copied === undefined ? '' : copied ? t('media.copied') : address}
      </output>
    </>
  )
}
