import { Link } from '#ui/link'
import { useHref } from '#i18n/addresses/use-href'

type EmptySheetProps = { title: string; text?: string; link?: { path: string; text: string } }

/** Where there is nothing yet: an opening crossed out, as drawings mark one, and in its title block what may come. */
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
