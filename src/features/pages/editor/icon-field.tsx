import { useContext, useId } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { PictureLibraryContext } from '#editing/picture-library'
import { useText } from '#i18n/i18n'
import type { FieldControlProps } from '#records/editor/nested/nested-field'
import { Button } from '#ui/controls/buttons/button'
import { PopoverButton } from '#ui/controls/buttons/popover-button'
import { drawnIconNames, isDrawnIcon } from '#ui/pictures/drawn-icons'
import { DrawnIcon } from './drawn-icon'

/** The icon of a feature: one of the drawn ones, chosen in a grid, or an SVG of the library. */
export function IconField({ label, value, path, error, onChange }: FieldControlProps) {
  const t = useText()
  const library = useContext(PictureLibraryContext)
  const labelId = useId()
  const errorId = useId()
  const icon = typeof value === 'string' ? value.trim() : ''
  const index = path.findLast((part) => typeof part === 'number') ?? 0
  const drawn = isDrawnIcon(icon) ? icon : icon.includes('/') ? undefined : drawnIconNames[Number(index) % 3]
  const chooseOwn = async () => {
    const file = await library?.pick()
    if (file) onChange(file.url)
  }
  return (
    <fieldset
      className="icon-field"
      aria-labelledby={labelId}
      aria-describedby={error === undefined ? undefined : errorId}
    >
      <span className="icon-field-sample">
        {drawn ? <DrawnIcon name={drawn} /> : <img src={icon} alt="" width="48" height="48" />}
      </span>
      <div>
        <span className="kit-label" id={labelId}>
          {label}
        </span>
        <p className="kit-description">
          {drawn ? t(`page.icon.${drawn}`) : t('page.icon.own')}
          {icon === '' && ` (${t('page.icon.byPlace')})`}
        </p>
        <div className="edit-row">
          <PopoverButton label={label} button={<Button aria-describedby={labelId}>{t('page.icon.choose')}</Button>}>
            {(close) => (
              <IconGrid
                label={label}
                selected={icon}
                onPick={(name) => {
                  onChange(name)
                  close()
                }}
              />
            )}
          </PopoverButton>
          {library && (
            <Button aria-describedby={labelId} onPress={() => void chooseOwn()}>
              {t('page.icon.chooseOwn')}
            </Button>
          )}
          {icon !== '' && (
            <Button variant="quiet" aria-describedby={labelId} onPress={() => onChange(undefined)}>
              {t('page.icon.reset')}
            </Button>
          )}
        </div>
        {error !== undefined && (
          <p className="kit-error" role="alert" id={errorId}>
            {error}
          </p>
        )}
      </div>
    </fieldset>
  )
}

type IconGridProps = { label: string; selected: string; onPick: (name: string) => void }

/** The arrow keys move in the grid, letters find a name, Enter chooses. */
function IconGrid({ label, selected, onPick }: IconGridProps) {
  const t = useText()
  return (
    <ListBox
      className="icon-grid"
      aria-label={label}
      layout="grid"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it is the content of a menu that was just opened
      autoFocus
      selectionMode="single"
      selectedKeys={isDrawnIcon(selected) ? [selected] : []}
      onAction={(name) => onPick(String(name))}
      items={drawnIconNames.map((name) => ({ name, text: t(`page.icon.${name}`) }))}
    >
      {({ name, text }) => (
        <ListBoxItem id={name} textValue={text} className="icon-choice">
          <DrawnIcon name={name} />
          <span>{text}</span>
        </ListBoxItem>
      )}
    </ListBox>
  )
}
