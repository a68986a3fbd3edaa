import { Link } from '#base/ui/link'

type EmptySheetProps = { title: string; text?: string; link?: { href: string; text: string } }

/** Where there is nothing yet: an opening crossed out, as drawings mark one, and in its title block what may come. */
export function EmptySheet({ title, text, link }: EmptySheetProps) {
  return (
    <div className="empty-sheet">
      <div className="notice">
        <p><strong>{title}</strong></p>
        {text && <p>{text}</p>}
        {link && <p><Link className="button" href={link.href}>{link.text}</Link></p>}
      </div>
    </div>
  )
}
