import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { languageAtom } from '#i18n/language-atom'

/** The shell of every page. Metadata is hoisted into its head; styles and scripts are set there by the server. */
export function Document({ children }: { children: ReactNode }) {
  const language = useAtomValue(languageAtom)
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
      </head>
      <body>{children}</body>
    </html>
  )
}
