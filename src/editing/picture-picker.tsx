import { ListBox, ListBoxItem } from 'react-aria-components'
import { useText } from '#i18n/i18n'
import { knownPicture } from '#ui/pictures/picture'
import pictures from '#ui/pictures/pictures.json'

type PicturePickerProps = { selected?: string; onPick: (url: string) => void }

/** Chooses one of the built-in pictures. */
export function PicturePicker({ selected = '', onPick }: PicturePickerProps) {
  const t = useText()
  return (
    <div className="edit-image-choices">
      <ListBox
        className="edit-pictures"
        aria-label={t('editing.image.own')}
        layout="grid"
        orientation="horizontal"
        selectionMode="single"
        selectedKeys={pictures.includes(selected) ? [selected] : []}
        onAction={(url) => onPick(String(url))}
        items={pictures.map((url) => ({ url, name: nameOf(url) }))}
      >
        {({ url, name }) => (
          <ListBoxItem id={url} textValue={name} className="edit-picture">
            <img src={smallest(url)} alt="" width="128" height="80" loading="lazy" />
            <span>{name}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </div>
  )
}

function smallest(url: string): string {
  const width = knownPicture(url)?.widths[0]
  return width === undefined ? url : `${url.replace(/\.\w+$/, '')}-${width}.webp`
}

const nameOf = (url: string) => (url.split('/').at(-1) ?? url).replace(/\.\w+$/, '').replaceAll('-', ' ')
