/** Line icons on the same grid as those of the controls. */
function Lines({ d }: { d: string }) {
  return (
    <svg className="kit-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}

export const CodeBlockIcon = () => <Lines d="M3.5 4.5h17v15h-17v-15ZM9.5 9l-3 3 3 3M14.5 9l3 3-3 3" />
export const RowAboveIcon = () => <Lines d="M3.5 12.5h17v7h-17v-7ZM12 3v6M9 6h6" />
export const RowBelowIcon = () => <Lines d="M3.5 4.5h17v7h-17v-7ZM12 15v6M9 18h6" />
export const RowRemoveIcon = () => <Lines d="M3.5 4.5h17v7h-17v-7ZM9.5 15.5l5 5M14.5 15.5l-5 5" />
export const ColumnBeforeIcon = () => <Lines d="M12.5 3.5h7v17h-7v-17ZM3 12h6M6 9v6" />
export const ColumnAfterIcon = () => <Lines d="M4.5 3.5h7v17h-7v-17ZM15 12h6M18 9v6" />
export const ColumnRemoveIcon = () => <Lines d="M4.5 3.5h7v17h-7v-17ZM15.5 9.5l5 5M20.5 9.5l-5 5" />
export const HeaderRowIcon = () => <Lines d="M3.5 4.5h17v15h-17v-15ZM3.5 10h17M4 7.3h16" />
export const VideoIcon = () => <Lines d="M3.5 5.5h17v13h-17v-13ZM10 9l5 3-5 3V9Z" />
export const NoteIcon = () => <Lines d="M4 6.5h9M4 12h9M4 17.5h16M17 5l2-1v6" />
