import { Fragment } from 'react'

/** Longer parts may break anywhere, so that they do not widen a table column. */
const longestPart = 24

/** An e-mail address, with or without a name, that breaks before its `@` and after its dots. */
export function EmailAddress({ children }: { children: string }) {
  return (
    <span className="kit-email">
      {children.split(/(?=@)|(?<=\.)/).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts have no other identity
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part.length > longestPart ? <span className="kit-address">{part}</span> : part}
        </Fragment>
      ))}
    </span>
  )
}
