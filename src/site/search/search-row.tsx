import type { ReactNode } from 'react'
import { Picture } from '#ui/pictures/picture'

type SearchRowProps = {
  /** What kind of sheet it is, or its date. */
  kind: ReactNode
  /** The heading with its link. */
  heading: ReactNode
  picture?: string | null
  children?: ReactNode
}

/** A row of the index: kind and date, title and text, picture. */
export function SearchRow({ kind, heading, picture, children }: SearchRowProps) {
  return (
    <article className="search-hit">
      <p className="search-kind">{kind}</p>
      {heading}
      {children}
      {picture && (
        <div className="search-picture">
          <Picture src={picture} alt="" sizes="10rem" />
        </div>
      )}
    </article>
  )
}
