import { Fragment } from 'react'

/** What is longer between two places to break may break anywhere: a column must not grow with it. */
const longestPart = 24

/** An e-mail address, with or without a name, that breaks before its `@` and after its dots. */
export function EmailAddress({ children }: { children: string }) {
  return (
    <span className="kit-email">
      {children.split(/(?=@)|(?<=\.)/).map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts are what they are by their place
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part.length > longestPart ? <span className="kit-address">{part}</span> : part}
        </Fragment>
      ))}
    </span>
  )
}
