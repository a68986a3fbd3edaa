import type { Editor } from '@tiptap/core'
import { Toolbar } from 'react-aria-components'
import { TrashIcon } from '#ui/controls/buttons/icons'
import { useText } from '#i18n/i18n'
import {
  ColumnAfterIcon,
  ColumnBeforeIcon,
  ColumnRemoveIcon,
  HeaderRowIcon,
  RowAboveIcon,
  RowBelowIcon,
  RowRemoveIcon,
} from '#editing/rich-text/icons'
import { Tool } from '#editing/rich-text/tool'

/** Shown while the cursor is in a table. */
export function TableTools({ editor }: { editor: Editor }) {
  const t = useText()
  const edit = () => editor.chain().focus()
  return (
    <Toolbar aria-label={t('editing.rich.tableTools')} className="rich-toolbar">
      <Tool label={t('editing.rich.rowAbove')} icon={<RowAboveIcon />} onPress={() => edit().addRowBefore().run()} />
      <Tool label={t('editing.rich.rowBelow')} icon={<RowBelowIcon />} onPress={() => edit().addRowAfter().run()} />
      <Tool label={t('editing.rich.rowRemove')} icon={<RowRemoveIcon />} onPress={() => edit().deleteRow().run()} />
      <Tool
        label={t('editing.rich.columnBefore')}
        icon={<ColumnBeforeIcon />}
        onPress={() => edit().addColumnBefore().run()}
      />
      <Tool
        label={t('editing.rich.columnAfter')}
        icon={<ColumnAfterIcon />}
        onPress={() => edit().addColumnAfter().run()}
      />
      <Tool
        label={t('editing.rich.columnRemove')}
        icon={<ColumnRemoveIcon />}
        onPress={() => edit().deleteColumn().run()}
      />
      <Tool
        label={t('editing.rich.headerRow')}
        icon={<HeaderRowIcon />}
        onPress={() => edit().toggleHeaderRow().run()}
      />
      <Tool label={t('editing.rich.tableRemove')} icon={<TrashIcon />} onPress={() => edit().deleteTable().run()} />
    </Toolbar>
  )
}
