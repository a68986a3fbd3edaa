import type { ReactNode } from 'react'

/**
 * A line icon on a grid of 24, in the colour and size of the text beside it. Hidden from screen readers, because its
 * control has a name.
 */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg className="kit-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      {children}
    </svg>
  )
}

export type IconComponent = () => ReactNode

/** An icon that consists only of strokes. */
function strokes(d: string): IconComponent {
  return () => (
    <Icon>
      <path d={d} />
    </Icon>
  )
}

export const EyeIcon = strokes(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z',
)
export const ExpandIcon = strokes('M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7')
export const PencilIcon = strokes('M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19 4 20ZM13.5 7l3.5 3.5')
export const TrashIcon = strokes('M4 6.5h16M9.5 6V3.5h5V6M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6')
export const StarFilledIcon: IconComponent = () => (
  <Icon>
    <path d="M12 3.5l2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7L12 3.5Z" fill="currentColor" />
  </Icon>
)
export const FilterIcon = strokes('M3.5 7h17M7 12h10M10.5 17h3')
export const PlusIcon = strokes('M12 4.5v15M4.5 12h15')
export const MinusIcon = strokes('M4.5 12h15')
export const MailIcon = strokes('M3 5.5h18v13H3v-13ZM3 6.5l9 7 9-7')
export const ReplyIcon = strokes('M10 6l-6 6 6 6M4.5 12H14a6 6 0 0 1 6 6v1')
export const CheckIcon = strokes('M4.5 12.5l5 5 10-11')
export const CheckCircleIcon = strokes('M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM7.8 12.4l3 3 5.4-6.2')
export const DownloadIcon = strokes('M12 3.5v11M7.5 10.5l4.5 4.5 4.5-4.5M4 16.5v4h16v-4')
export const UploadIcon = strokes('M12 15V4M7.5 8.5L12 4l4.5 4.5M4 16.5v4h16v-4')
export const FileIcon = strokes('M5.5 3.5h9l4 4v13h-13v-17ZM14.5 3.5v4h4')
export const RefreshIcon = strokes('M20 4.5v5h-5M19.6 9.5A8 8 0 1 0 20 13')
export const MenuIcon = strokes('M3.5 6.5h17M3.5 12h17M3.5 17.5h17')
export const MoreIcon = strokes(
  'M5 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2ZM12 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2ZM19 11a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z',
)
export const PhoneIcon = strokes('M7.5 3h9v18h-9V3ZM11 18h2')
export const TabletIcon = strokes('M5 3h14v18H5V3ZM10.5 18h3')
export const DesktopIcon = strokes('M3 4.5h18v12H3v-12ZM8.5 20.5h7M12 16.5v4')
export const CloseIcon = strokes('M5.5 5.5l13 13M18.5 5.5l-13 13')
export const LogoutIcon = strokes('M14 4H4.5v16H14M10 12h10.5M16.5 8l4 4-4 4')
export const DashboardIcon = strokes('M3.5 3.5h7v9h-7v-9ZM13.5 3.5h7v5h-7v-5ZM13.5 11.5h7v9h-7v-9ZM3.5 15.5h7v5h-7v-5Z')
export const PostIcon = strokes('M5 3.5h10l4 4v13H5v-17ZM15 3.5v4h4M8.5 12h7M8.5 16h5')
export const ProjectIcon = strokes(
  'M12 2.5l8.5 4.8v9.4L12 21.5l-8.5-4.8V7.3L12 2.5ZM3.5 7.3l8.5 4.8 8.5-4.8M12 12.1v9.4',
)
export const PageIcon = strokes('M3.5 4.5h17v15h-17v-15ZM3.5 9h17M9.5 9v10.5')
export const PanelIcon = strokes('M3.5 4.5h17v15h-17v-15ZM14.5 4.5v15M17 8.5h1M17 12h1')
export const UsersIcon = strokes(
  'M9 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7ZM2.5 20c0-3.5 2.8-5.5 6.5-5.5s6.5 2 6.5 5.5M15.5 4.8a3.4 3.4 0 0 1 0 6.4M17.5 14.8c2.5.6 4 2.4 4 5.2',
)
export const MessageIcon = strokes('M3.5 4.5h17v12H11l-5 4v-4H3.5v-12ZM8 9h8M8 12.5h5')
export const SettingsIcon = strokes(
  'M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5ZM8 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5Z',
)
export const GearIcon = strokes(
  'M10.3 5.3L10.4 2.9L13.6 2.9L13.7 5.3L15.5 6.1L17.3 4.5L19.5 6.7L17.9 8.5L18.7 10.3L21.1 10.4L21.1 13.6L18.7 13.7L17.9 15.5L19.5 17.3L17.3 19.5L15.5 17.9L13.7 18.7L13.6 21.1L10.4 21.1L10.3 18.7L8.5 17.9L6.7 19.5L4.5 17.3L6.1 15.5L5.3 13.7L2.9 13.6L2.9 10.4L5.3 10.3L6.1 8.5L4.5 6.7L6.7 4.5L8.5 6.1ZM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z',
)
export const SidebarIcon = strokes('M3.5 4.5h17v15h-17v-15ZM9.5 4.5v15')
export const OutIcon = strokes('M7 17L17 7M9 6.5h8.5V15')
export const DuplicateIcon = strokes('M8.5 8.5h12v12h-12v-12ZM15.5 8.5v-5h-12v12h5M14.5 11.5v6M11.5 14.5h6')
export const BrushIcon = strokes(
  'M20.5 3.5L10 14M14.5 5L19 9.5M10 14a3.5 3.5 0 0 0-4.5 3.5c0 1.5-1 2.5-2.5 2.5 2.5 1.5 7.5 1 8-2.5A3.5 3.5 0 0 0 10 14Z',
)
export const RedirectIcon = strokes('M4 18.5v-4a6 6 0 0 1 6-6h9.5M15 4l4.5 4.5L15 13')
export const ActivityIcon = strokes('M3 12h4l3-7.5 4.5 15 3-7.5H21')
export const HeartIcon = strokes(
  'M12 20.5L3.8 12a5 5 0 0 1 0-7.1 5 5 0 0 1 7.1 0L12 6l1.1-1.1a5 5 0 0 1 7.1 0 5 5 0 0 1 0 7.1L12 20.5Z',
)
export const ShieldIcon = strokes('M12 3l8 3v6c0 4.5-3.2 7.8-8 9.5-4.8-1.7-8-5-8-9.5V6l8-3ZM8.5 12l2.5 2.5 4.5-5')
export const KeyIcon = strokes('M8 11a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM11.2 12.3L20 3.5M15.5 8l3 3M18 5.5l2 2')
export const PlugIcon = strokes('M9 2.5v5M15 2.5v5M6 7.5h12v4a6 6 0 0 1-12 0v-4ZM12 17.5v4')
export const ChartIcon = strokes('M3.5 3.5v17h17M7 15.5l4-5 3.5 3 5-7')
export const TransferIcon = strokes('M7.5 20.5v-16M3.5 8.5l4-4 4 4M16.5 3.5v16M12.5 15.5l4 4 4-4')
export const TranslationIcon = strokes(
  'M3.5 5.5h10M8.5 3.5v2M11.5 5.5c-.7 4-3.5 7-7.5 9M5.5 8.5c1 2.5 3 4.7 6 6M12.5 20.5l4-10 4 10M13.8 17.3h5.4',
)
export const CalendarIcon = strokes('M4 5.5h16v15H4v-15ZM4 10h16M8.5 3v4.5M15.5 3v4.5')
export const GripIcon = strokes('M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01')
export const CopyIcon = strokes('M8.5 8.5h12v12h-12v-12ZM15.5 8.5v-5h-12v12h5')
export const SearchIcon = strokes('M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM15.5 15.5l5 5')
export const WarningIcon = strokes('M12 3.5l9.5 17h-19L12 3.5ZM12 10v5M12 17.5v.01')
export const InfoIcon = strokes('M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 11v5.5M12 7.5v.01')
export const ChevronDownIcon = strokes('M5.5 9l6.5 6.5L18.5 9')
export const ChevronUpIcon = strokes('M5.5 15l6.5-6.5 6.5 6.5')
export const ChevronLeftIcon = strokes('M15 5.5L8.5 12l6.5 6.5')
export const ChevronRightIcon = strokes('M9 5.5l6.5 6.5L9 18.5')
export const SortIcon = strokes('M8 10l4-4.5 4 4.5M8 14l4 4.5 4-4.5')

export const BoldIcon = strokes('M7 4.5h6a3.7 3.7 0 0 1 0 7.4H7V4.5ZM7 11.9h7a3.8 3.8 0 0 1 0 7.6H7v-7.6Z')
export const ItalicIcon = strokes('M10.5 4.5h7M6.5 19.5h7M14 4.5l-4 15')
export const StrikeIcon = strokes(
  'M4 12h16M16.5 7.5c-.6-2-2.3-3-4.5-3-2.5 0-4.5 1.3-4.5 3.5 0 1 .4 1.8 1.2 2.4M7.5 16c.5 2.2 2.2 3.5 4.6 3.5 2.6 0 4.4-1.4 4.4-3.6 0-1-.4-1.8-1-2.4',
)
export const BulletListIcon = strokes('M9 6h11.5M9 12h11.5M9 18h11.5M4.5 6v.01M4.5 12v.01M4.5 18v.01')
export const NumberListIcon = strokes(
  'M10 6h10.5M10 12h10.5M10 18h10.5M4 4.5l1.5-.8V9M3.8 15.6c.2-1 2.7-1.1 2.7.4 0 1-2.7 2.3-2.7 3.5h3',
)
export const QuoteIcon = strokes('M9.5 6C6 7.5 4.5 10 4.5 13.5V18h5.5v-5.5H6.5M19 6c-3.5 1.5-5 4-5 7.5V18h5.5v-5.5H16')
export const CodeIcon = strokes('M8 6.5L2.5 12 8 17.5M16 6.5l5.5 5.5-5.5 5.5M13.5 4.5l-3 15')
export const LinkIcon = strokes(
  'M10 14a4 4 0 0 0 5.7 0l3.6-3.6a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.6 3.6a4 4 0 0 0 5.7 5.7l1.6-1.6',
)
export const ImageIcon = strokes(
  'M3.5 4.5h17v15h-17v-15ZM3.5 16l5-5 4 4 3-3 5 5M15.5 7.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z',
)
export const TableIcon = strokes('M3.5 4.5h17v15h-17v-15ZM3.5 9.5h17M3.5 14.5h17M9.5 4.5v15M15 4.5v15')
export const UndoIcon = strokes('M8 4.5L3.5 9 8 13.5M4 9h10.5a5.5 5.5 0 0 1 0 11H9')
export const RedoIcon = strokes('M16 4.5L20.5 9 16 13.5M20 9H9.5a5.5 5.5 0 0 0 0 11H15')

export const ArchiveIcon = strokes('M3.5 4.5h17v5h-17v-5ZM5 9.5v10h14v-10M9.5 13.5h5')
export const InboxIcon = strokes('M3.5 13.5L7 4.5h10l3.5 9v6h-17v-6ZM3.5 13.5h5a3.5 3.5 0 0 0 7 0h5')
export const SpamIcon = strokes('M8.2 3.5h7.6l4.7 4.7v7.6l-4.7 4.7H8.2l-4.7-4.7V8.2l4.7-4.7ZM12 7.5v6M12 16.5v.01')
export const MailOpenIcon = strokes('M3.5 10L12 3.5l8.5 6.5v10.5h-17V10ZM3.5 10.5l8.5 6 8.5-6')
export const SendIcon = strokes('M3.5 4.5l17 7.5-17 7.5 3-7.5-3-7.5ZM6.5 12h7')
export const ClockIcon = strokes('M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 7v5.5l3.5 2')
export const KeyboardIcon = strokes('M2.5 6.5h19v11h-19v-11ZM6 10v.01M9 10v.01M12 10v.01M15 10v.01M18 10v.01M8 14h8')
