import { Link } from '#ui/link'
import { useHref } from '#i18n/addresses/use-href'

type EmptySheetProps = { title: string; text?: string; link?: { path: string; text: string } }

/** The empty state of a list: a crossed-out opening, as in drawings, and a title block with what may come. */
export function EmptySheet({ title, text, link }: EmptySheetProps) {
  const href = useHref()
  return (
    <div className="empty-sheet">
      <div className="notice">
        <p>
          <strong>{title}</strong>
        </p>
        {text && <p>{text}</p>}
        {link && (
          <p>
            <Link className="button" href={href(link.path)}>
              {link.text}
            </Link>
          </p>
        )}
      </div>
    </div>
  )
}
